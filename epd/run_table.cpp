#include "epd/run_table.hpp"

#include "engine/notation/san.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace rata {

namespace {

constexpr std::size_t kWidestId = 40;
constexpr std::size_t kWidestAsked = 24;
constexpr std::size_t kCellWidth = 22;

double in_seconds(Clock::duration time) { return std::chrono::duration<double>(time).count(); }

std::string moves_text(const std::vector<Move>& moves, const Position& position) {
    std::string text;
    for (const Move move : moves) text += (text.empty() ? "" : " ") + to_san(move, position);
    return text;
}

std::string points_text(const Points& points) {
    return fmt::format("{}/{}", points.reached, points.most);
}

} // namespace

std::string asked_text(const TestPosition& test) {
    return test.best.empty() ? "not " + moves_text(test.avoid, test.position)
                             : moves_text(test.best, test.position);
}

std::string limit_text(const AnalysisLimit& limit) {
    if (limit.time) return fmt::format("{} s", in_seconds(*limit.time));
    if (limit.depth) return fmt::format("depth {}", *limit.depth);
    return fmt::format("{} nodes", limit.nodes.value_or(0));
}

std::vector<std::string> remarks_on(const RunPlan& plan) {
    std::vector<std::string> remarks;
    if (plan.stable)
        remarks.push_back(fmt::format("A search was ended when {} iterations on end had solved the "
                                      "position: later changes of mind were not seen.",
                                      *plan.stable));
    if (!plan.tree_folder.empty())
        remarks.emplace_back("The trees of the searches were logged, which takes time.");
    const auto lct2 = std::find_if(plan.rules.begin(), plan.rules.end(),
                                   [](const auto& rule) { return rule.scoring == Scoring::Lct2; });
    if (lct2 == plan.rules.end()) return remarks;
    if (lct2->lct2_scale != 1)
        remarks.push_back(fmt::format("LCT II with all times divided by {}: not the official test.",
                                      lct2->lct2_scale));
    if (plan.limit.time != lct2_time(lct2->lct2_scale))
        remarks.push_back(fmt::format("LCT II with {} a position instead of {}: not the official "
                                      "test.",
                                      limit_text(plan.limit),
                                      limit_text({.time = lct2_time(lct2->lct2_scale)})));
    remarks.emplace_back("The Elo of LCT II is a scale of the programs and computers of 1995; it "
                         "says nothing about ratings of today.");
    return remarks;
}

RunTable::RunTable(const RunPlan& plan) : plan_(plan) {
    for (const TestSuite& suite : plan.suites) {
        for (const TestPosition& test : suite.positions) {
            id_width_ = std::max(id_width_, test.id.size());
            asked_width_ = std::max(asked_width_, asked_text(test).size());
        }
    }
    id_width_ = std::clamp(id_width_, std::size_t{8}, kWidestId);
    asked_width_ = std::clamp(asked_width_, std::size_t{5}, kWidestAsked);
    for (const Subject& subject : plan.subjects)
        cell_widths_.push_back(std::max(kCellWidth, subject.name.size()));
}

std::string RunTable::head() const {
    std::string text = fmt::format("{:<{}}  {:<{}}", "position", id_width_, "asked", asked_width_);
    if (plan_.subjects.size() == 1)
        return text + fmt::format("  {:<6}  {:>9}  {:>5}  {:>11}  {:<7}  {}\n", "result", "time",
                                  "depth", "nodes", "move", "score");
    for (std::size_t i = 0; i < plan_.subjects.size(); ++i)
        text += fmt::format("  {:<{}}", plan_.subjects[i].name, cell_widths_[i]);
    return text.substr(0, text.find_last_not_of(' ') + 1) + '\n';
}

std::string RunTable::row(std::size_t position, const OutcomeTable& outcomes) const {
    const TestPosition& test = plan_.test(position);
    std::string text =
        fmt::format("{:<{}}  {:<{}}", test.id, id_width_, asked_text(test), asked_width_);
    if (plan_.subjects.size() == 1) return text + detailed_row(position, *outcomes.at(position, 0));
    for (std::size_t i = 0; i < plan_.subjects.size(); ++i)
        text += fmt::format("  {:<{}}", cell(test, *outcomes.at(position, i)), cell_widths_[i]);
    return text.substr(0, text.find_last_not_of(' ') + 1) + '\n';
}

std::string RunTable::detailed_row(std::size_t position, const Outcome& outcome) const {
    const Verdict* verdict = verdict_of(outcome);
    if (verdict == nullptr) {
        const auto& fault = std::get<Fault>(outcome);
        return fmt::format("  failed  {}: {}\n", to_string(fault.kind), fault.text);
    }
    const std::string move = to_san(verdict->move, plan_.test(position).position);
    const std::string score = verdict->score ? score_text(*verdict->score) : "-";
    if (!verdict->solution)
        return fmt::format("  {:<6}  {:>9}  {:>5}  {:>11}  {:<7}  {}\n", "missed", "-", "-", "-",
                           move, score);
    const SearchCost& cost = *verdict->solution;
    return fmt::format("  {:<6}  {:>7.3f} s  {:>5}  {:>11}  {:<7}  {}\n", "solved",
                       in_seconds(cost.elapsed), cost.depth, cost.nodes, move, score);
}

std::string RunTable::cell(const TestPosition& test, const Outcome& outcome) const {
    const Verdict* verdict = verdict_of(outcome);
    if (verdict == nullptr) return fmt::format("! {}", to_string(std::get<Fault>(outcome).kind));
    const std::string move = to_san(verdict->move, test.position);
    if (!verdict->solution) return fmt::format("- {:>10}  {}", "", move);
    return fmt::format("+ {:>10}  {}", measure(*verdict->solution), move);
}

std::string RunTable::measure(const SearchCost& cost) const {
    if (plan_.limit.time) return fmt::format("{:.3f} s", in_seconds(cost.elapsed));
    return plan_.limit.depth ? std::to_string(cost.depth) : std::to_string(cost.nodes);
}

std::string RunTable::summary(const OutcomeTable& outcomes) const {
    std::string text;
    for (std::size_t suite = 0; suite < plan_.suites.size(); ++suite)
        if (!plan_.suites[suite].positions.empty())
            text += '\n' + plan_.suites[suite].file + ", " + limit_text(plan_.limit) +
                    " a position\n" +
                    table_text(suite_rows(suite, outcomes), RightColumns::AllButFirst);
    for (const std::string& remark : remarks_on(plan_)) text += '\n' + remark + '\n';
    return text;
}

TableRows RunTable::suite_rows(std::size_t suite, const OutcomeTable& outcomes) const {
    std::vector<SuiteScore> scores;
    std::vector<std::string> names{""};
    for (std::size_t subject = 0; subject < plan_.subjects.size(); ++subject) {
        scores.push_back(score_of(plan_, outcomes, suite, subject));
        names.push_back(plan_.subjects[subject].name);
    }
    TableRows rows{names};
    const auto add = [&rows, &scores](const std::string& name, auto&& value) {
        std::vector<std::string> row{name};
        for (const SuiteScore& score : scores) row.push_back(value(score));
        rows.push_back(std::move(row));
    };
    const auto number = [](auto value) { return fmt::format("{}", value); };
    const auto seconds = [](Clock::duration time) {
        return fmt::format("{:.3f} s", in_seconds(time));
    };
    add("positions", [&](const SuiteScore& score) { return number(score.positions); });
    add("solved", [&](const SuiteScore& score) { return number(score.solved); });
    add("failed", [&](const SuiteScore& score) { return number(score.failed); });
    if (plan_.rules[suite].scoring != Scoring::Solved) {
        for (std::size_t i = 0; i < scores[0].themes.size(); ++i)
            add(scores[0].themes[i].name, [i](const SuiteScore& score) {
                return i < score.themes.size() ? points_text(score.themes[i].points) : "-";
            });
        add("points", [](const SuiteScore& score) { return points_text(score.points); });
    }
    if (plan_.rules[suite].scoring == Scoring::Lct2)
        add("Elo", [&](const SuiteScore& score) { return score.elo ? number(*score.elo) : "-"; });
    add("time", [&](const SuiteScore& score) { return seconds(score.elapsed); });
    add("time to solutions", [&](const SuiteScore& score) { return seconds(score.solution_time); });
    add("nodes", [&](const SuiteScore& score) { return number(score.nodes); });
    return rows;
}

} // namespace rata
