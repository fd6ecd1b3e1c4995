#include "epd/run_json.hpp"

#include "engine/notation/fen.hpp"
#include "engine/notation/san.hpp"
#include "epd/json_parts.hpp"
#include "epd/run_table.hpp"

#include <nlohmann/json.hpp>

namespace rata {

namespace {

using Json = nlohmann::ordered_json;

Json moves_json(const std::vector<Move>& moves, const Position& position) {
    Json json = Json::array();
    for (const Move move : moves) json.push_back(to_san(move, position));
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
        json.push_back(
            {{"file", plan.suites[i].file},
             {"scoring", to_string(plan.rules[i].scoring)},
             {"lct2_scale",
              plan.rules[i].scoring == Scoring::Lct2 ? Json(plan.rules[i].lct2_scale) : Json()},
             {"positions", plan.suites[i].positions.size()},
             {"broken_lines", broken_json(plan.suites[i])},
             {"scores", std::move(scores)}});
    }
    return json;
}

Json position_json(const RunPlan& plan, const OutcomeTable& outcomes, std::size_t position) {
    const TestPosition& test = plan.test(position);
    Json results = Json::array();
    for (std::size_t subject = 0; subject < plan.subjects.size(); ++subject) {
        const auto& outcome = outcomes.at(position, subject);
        if (!outcome) continue;
        Json result = {{"subject", plan.subjects[subject].name}};
        result.update(outcome_json(test, *outcome, plan.rules[plan.suite_of(position)]));
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

Json ids_json(const RunPlan& plan, const std::vector<std::size_t>& positions) {
    Json json = Json::array();
    for (const std::size_t position : positions) json.push_back(plan.test(position).id);
    return json;
}

Json comparison_json(const RunReport& report) {
    Json engines = Json::array();
    for (const Comparison& each : report.comparisons)
        engines.push_back({{"subject", each.subject},
                           {"old_subject", each.old_subject},
                           {"positions", each.common},
                           {"solved_before", each.solved_before},
                           {"solved_now", each.solved_now},
                           {"gained", ids_json(report.plan, each.gained)},
                           {"lost", ids_json(report.plan, each.lost)},
                           {"faster", ids_json(report.plan, each.faster)},
                           {"slower", ids_json(report.plan, each.slower)}});
    return {{"file", report.old->file},
            {"same_limit", report.plan.limit == report.old->limit},
            {"subjects", std::move(engines)}};
}

} // namespace

std::string run_json(const RunReport& report) {
    const RunPlan& plan = report.plan;
    Json json = {{"schema", kRunSchema}, {"command", "epd"}};
    json["limit"] = limit_json(plan.limit);
    json["stable"] = plan.stable ? Json(*plan.stable) : Json();
    json["jobs"] = plan.jobs;
    json["completed"] = report.completed;
    json["remarks"] = remarks_on(plan);
    json["subjects"] = subjects_json(plan);
    json["suites"] = suites_json(plan, report.outcomes);
    if (report.old != nullptr) json["comparison"] = comparison_json(report);
    json["positions"] = Json::array();
    for (std::size_t i = 0; i < report.outcomes.positions(); ++i)
        json["positions"].push_back(position_json(plan, report.outcomes, i));
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

} // namespace rata
