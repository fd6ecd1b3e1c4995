#include "epd/json_parts.hpp"

#include "engine/base/json_reading.hpp"
#include "engine/notation/coordinate.hpp"
#include "engine/notation/san.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace rata {

namespace {

using Json = nlohmann::ordered_json;

constexpr double kMicroseconds = 1e6;
constexpr double kLongestTime = 1e9; ///< seconds; what is more is no time of ours

struct JsonOfScore {
    Json operator()(Cp score) const { return {{"centipawns", score.centipawns}}; }
    Json operator()(Mate score) const { return {{"mate", score.moves}}; }
    Json operator()(TableWin score) const { return {{"table_win_plies", score.plies}}; }
};

std::optional<SpelledScore> score_from(const Json& json) {
    if (json.contains("centipawns")) return Cp{json["centipawns"].get<int>()};
    if (json.contains("mate")) return Mate{json["mate"].get<int>()};
    if (json.contains("table_win_plies")) return TableWin{json["table_win_plies"].get<int>()};
    return std::nullopt;
}

Json cost_json(const SearchCost& cost) {
    return {
        {"seconds", rounded_seconds(cost.elapsed)}, {"depth", cost.depth}, {"nodes", cost.nodes}};
}

Clock::duration duration_from(const Json& json) {
    return duration_of(json.at("seconds").get<double>());
}

SearchCost cost_from(const Json& json) {
    return {.elapsed = duration_from(json),
            .depth = json.at("depth").get<Depth>(),
            .nodes = json.at("nodes").get<std::uint64_t>()};
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

Error unusable(std::string message) {
    return Error{.code = ErrorCode::Corrupt, .message = std::move(message), .where = {}};
}

Fault fault_from(const Json& json) {
    Fault fault{.text = json.at("message").get<std::string>(),
                .elapsed = duration_from(json.at("search"))};
    constexpr std::array kKinds{
        Fault::Kind::Crash,       Fault::Kind::Hang,  Fault::Kind::Silence, Fault::Kind::BadReply,
        Fault::Kind::IllegalMove, Fault::Kind::Claim, Fault::Kind::Stopped};
    for (const Fault::Kind kind : kKinds)
        if (json.at("fault") == to_string(kind)) fault.kind = kind;
    return fault;
}

Result<Outcome> verdict_from(const Json& json, const TestPosition& test) {
    const auto move = parse_coordinate(json.at("move").get<std::string>(), test.position);
    if (!move) return move.error();
    Verdict verdict{.solved = json.at("result") == "solved",
                    .solution = {},
                    .move = *move,
                    .score = score_from(json.at("score")),
                    .cost = cost_from(json.at("search")),
                    .stopped_early = json.at("stopped_early").get<bool>()};
    const Json& solution = json.at("solution");
    if (!solution.is_null()) verdict.solution = cost_from(solution);
    if (verdict.solved != test.is_solved_by(*move) ||
        verdict.solved != verdict.solution.has_value())
        return unusable("the result is not that of the move");
    return Outcome(verdict);
}

} // namespace

double rounded_seconds(Clock::duration time) {
    const auto whole = std::chrono::duration_cast<std::chrono::microseconds>(time).count();
    return static_cast<double>(whole) / kMicroseconds;
}

Clock::duration duration_of(double seconds) {
    return std::chrono::microseconds(
        std::llround(std::clamp(seconds, 0.0, kLongestTime) * kMicroseconds));
}

Json limit_json(const AnalysisLimit& limit) {
    if (limit.time) return {{"seconds", rounded_seconds(*limit.time)}};
    if (limit.depth) return {{"depth", *limit.depth}};
    return {{"nodes", limit.nodes.value_or(0)}};
}

Json subjects_json(const RunPlan& plan) {
    Json json = Json::array();
    for (const Subject& subject : plan.subjects) {
        Json options = Json::object();
        for (const auto& [name, value] : subject.spec.options) options[name] = value;
        json.push_back({{"name", subject.name},
                        {"engine", subject.own_name},
                        {"protocol", to_string(subject.spec.protocol)},
                        {"command", subject.spec.command},
                        {"arguments", subject.spec.arguments},
                        {"options", std::move(options)},
                        {"complaints", subject.complaints}});
    }
    return json;
}

Json outcome_json(const TestPosition& test, const Outcome& outcome, const ScoringRule& rule) {
    const Verdict* verdict = verdict_of(outcome);
    return verdict != nullptr ? verdict_json(test, *verdict, rule)
                              : fault_json(std::get<Fault>(outcome));
}

Result<Outcome> outcome_from(const Json& json, const TestPosition& test) {
    try {
        const auto result = json.at("result").get<std::string>();
        if (result == "failed") return Outcome(fault_from(json));
        if (result != "solved" && result != "missed") return unusable("no result: " + result);
        return verdict_from(json, test);
    } catch (const Json::exception& problem) {
        return unusable(json_complaint(problem));
    }
}

} // namespace rata
