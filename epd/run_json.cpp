#include "epd/run_json.hpp"

#include "engine/notation/coordinate.hpp"
#include "engine/notation/san.hpp"
#include "epd/run_table.hpp"

#include <nlohmann/json.hpp>

namespace rata {

namespace {

using Json = nlohmann::ordered_json;

/// Microseconds are more than the clock of a search can tell.
double rounded_seconds(Clock::duration time) {
    const auto whole = std::chrono::duration_cast<std::chrono::microseconds>(time).count();
    return static_cast<double>(whole) / 1e6;
}

struct JsonOfScore {
    Json operator()(Cp score) const { return {{"centipawns", score.centipawns}}; }
    Json operator()(Mate score) const { return {{"mate", score.moves}}; }
    Json operator()(TableWin score) const { return {{"table_win_plies", score.plies}}; }
};

Json cost_json(const SearchCost& cost) {
    return {
        {"seconds", rounded_seconds(cost.elapsed)}, {"depth", cost.depth}, {"nodes", cost.nodes}};
}

Json moves_json(const std::vector<Move>& moves, const Position& position) {
    Json json = Json::array();
    for (const Move move : moves) json.push_back(to_san(move, position));
    return json;
}

Json limit_json(const AnalysisLimit& limit) {
    if (limit.time) return {{"seconds", rounded_seconds(*limit.time)}};
    if (limit.depth) return {{"depth", *limit.depth}};
    return {{"nodes", limit.nodes.value_or(0)}};
}

Json subjects_json(const RunPlan& plan) {
    Json json = Json::array();
    for (const Subject& subject : plan.subjects)
        json.push_back({{"name", subject.name},
                        {"engine", subject.own_name},
                        {"protocol", to_string(subject.spec.protocol)},
                        {"command", subject.spec.command},
                        {"arguments", subject.spec.arguments},
                        {"complaints", subject.complaints}});
    return json;
}

Json broken_json(const TestSuite& suite) {
    Json json = Json::array();
    for (const Error& error : suite.broken)
        json.push_back({{"line", error.where.line},
                        {"column", error.where.column},
                        {"message", error.message}});
    return json;
}

Json themes_json(const SuiteScore& score) {
    Json json = Json::array();
    for (const ThemeScore& theme : score.themes)
        json.push_back({{"name", theme.name},
                        {"positions", theme.positions},
                        {"solved", theme.solved},
                        {"points", theme.points.reached},
                        {"most_points", theme.points.most}});
    return json;
}

Json score_json(const std::string& name, const SuiteScore& score, Scoring scoring) {
    Json json = {{"subject", name},
                 {"positions", score.positions},
                 {"solved", score.solved},
                 {"failed", score.failed},
                 {"nodes", score.nodes},
                 {"seconds", rounded_seconds(score.elapsed)},
                 {"solution_seconds", rounded_seconds(score.solution_time)}};
    if (scoring == Scoring::Solved) return json;
    json["points"] = score.points.reached;
    json["most_points"] = score.points.most;
    json["themes"] = themes_json(score);
    if (scoring == Scoring::Lct2) json["elo"] = score.elo ? Json(*score.elo) : Json(nullptr);
    return json;
}

Json suites_json(const RunPlan& plan, const OutcomeTable& outcomes) {
    Json json = Json::array();
    for (std::size_t i = 0; i < plan.suites.size(); ++i) {
        Json scores = Json::array();
        for (std::size_t subject = 0; subject < plan.subjects.size(); ++subject)
            scores.push_back(score_json(plan.subjects[subject].name,
                                        score_of(plan, outcomes, i, subject),
                                        plan.rules[i].scoring));
        json.push_back({{"file", plan.suites[i].file},
                        {"scoring", to_string(plan.rules[i].scoring)},
                        {"positions", plan.suites[i].positions.size()},
                        {"broken_lines", broken_json(plan.suites[i])},
                        {"scores", std::move(scores)}});
    }
    return json;
}

Json verdict_json(const TestPosition& test, const Verdict& verdict, const ScoringRule& rule) {
    Json json = {{"result", verdict.solved ? "solved" : "missed"},
                 {"move", to_coordinate(verdict.move, test.position)},
                 {"san", to_san(verdict.move, test.position)},
                 {"score", verdict.score ? std::visit(JsonOfScore{}, *verdict.score) : Json()},
                 {"solution", verdict.solution ? cost_json(*verdict.solution) : Json()},
                 {"search", cost_json(verdict.cost)},
                 {"stopped_early", verdict.stopped_early}};
    if (rule.scoring != Scoring::Solved) json["points"] = points_of(test, &verdict, rule).reached;
    return json;
}

Json fault_json(const Fault& fault) {
    return {{"result", "failed"},
            {"fault", to_string(fault.kind)},
            {"message", fault.text},
            {"search", {{"seconds", rounded_seconds(fault.elapsed)}}}};
}

Json position_json(const RunPlan& plan, const OutcomeTable& outcomes, std::size_t position) {
    const TestPosition& test = plan.test(position);
    Json results = Json::array();
    for (std::size_t subject = 0; subject < plan.subjects.size(); ++subject) {
        const auto& outcome = outcomes.at(position, subject);
        if (!outcome) continue;
        Json result = {{"subject", plan.subjects[subject].name}};
        const Verdict* verdict = verdict_of(*outcome);
        result.update(verdict != nullptr
                          ? verdict_json(test, *verdict, plan.rules[plan.suite_of(position)])
                          : fault_json(std::get<Fault>(*outcome)));
        results.push_back(std::move(result));
    }
    return {{"id", test.id},
            {"file", test.place.source},
            {"line", test.place.line},
            {"fen", to_fen(test.position)},
            {"best", moves_json(test.best, test.position)},
            {"avoid", moves_json(test.avoid, test.position)},
            {"results", std::move(results)}};
}

} // namespace

std::string run_json(const RunPlan& plan, const OutcomeTable& outcomes, bool completed) {
    Json json = {{"schema", kRunSchema}, {"command", "epd"}};
    json["limit"] = limit_json(plan.limit);
    json["stable"] = plan.stable ? Json(*plan.stable) : Json();
    json["jobs"] = plan.jobs;
    json["completed"] = completed;
    json["remarks"] = remarks_on(plan);
    json["subjects"] = subjects_json(plan);
    json["suites"] = suites_json(plan, outcomes);
    json["positions"] = Json::array();
    for (std::size_t i = 0; i < outcomes.positions(); ++i)
        json["positions"].push_back(position_json(plan, outcomes, i));
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace rata
