#include "tools/match/play/match_events.hpp"

#include "tools/match/stats/strength.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace rata {

namespace {

using Json = nlohmann::ordered_json;

/// Engines may say any bytes. The id of the match goes first, so that also a line that was cut off
/// can be known by it.
std::string event_line(const MatchPlan& plan, Json json) {
    if (!plan.id.empty()) {
        Json with_id{{"match", plan.id}};
        with_id.update(json);
        json = std::move(with_id);
    }
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

const std::string& engine_name(const MatchPlan& plan, std::size_t engine) {
    return plan.engines[engine].spec.name;
}

Json finite_json(double number) { return std::isfinite(number) ? Json(number) : Json(nullptr); }

Json estimate_json(const Estimate& estimate) {
    return {{"value", finite_json(estimate.value)},
            {"low", finite_json(estimate.low)},
            {"high", finite_json(estimate.high)}};
}

Json pairing_json(const MatchPlan& plan, const Pairing& pairing, const PairingResults& results,
                  const ScoreHistogram& histogram) {
    Json json{{"first", engine_name(plan, pairing.first)},
              {"second", engine_name(plan, pairing.second)},
              {"wins", results.games.wins},
              {"draws", results.games.draws},
              {"losses", results.games.losses},
              {"pairs", results.pairs}};
    if (const auto strength = strength_of(histogram)) {
        json["elo"] = estimate_json(strength->elo);
        json["normalized_elo"] = estimate_json(strength->normalized);
        json["superiority"] = strength->superiority;
    }
    if (plan.sprt) {
        const double ratio = log_likelihood_ratio(*plan.sprt, histogram);
        json["llr"] = ratio;
        json["llr_bounds"] = {plan.sprt->lower_bound(), plan.sprt->upper_bound()};
    }
    return json;
}

} // namespace

std::string event_beginning(const MatchPlan& plan) {
    return "{\"match\":" + Json(plan.id).dump() + ',';
}

std::string match_event(const MatchPlan& plan, std::size_t played) {
    return event_line(plan, {{"event", "match"},
                             {"schema", kEventsSchema},
                             {"games", Schedule(plan.schedule()).size()},
                             {"played", played},
                             {"plan", to_json(plan)}});
}

std::string start_event(const MatchPlan& plan, const ScheduledGame& game,
                        std::size_t opening_in_file) {
    return event_line(plan, {{"event", "start"},
                             {"game", game.number + 1},
                             {"round", game.round + 1},
                             {"white", engine_name(plan, game.white())},
                             {"black", engine_name(plan, game.black())},
                             {"opening", opening_in_file}});
}

std::string end_event(const MatchPlan& plan, const ScheduledGame& game, const PlayedGame& played) {
    Json json{{"event", "end"},
              {"game", game.number + 1},
              {"white", engine_name(plan, game.white())},
              {"black", engine_name(plan, game.black())},
              {"result", to_string(played.result)},
              {"reason", to_string(played.reason)},
              {"plies", played.moves.size()}};
    if (is_failure(played.reason)) {
        const std::size_t loser =
            played.result == PgnResult::WhiteWins ? game.black() : game.white();
        json["engine"] = engine_name(plan, loser);
        json["detail"] = played.detail;
        json["dialogue"] = played.last_lines;
    }
    return event_line(plan, std::move(json));
}

std::string score_event(const MatchPlan& plan, const Standings& standings) {
    const Schedule schedule(plan.schedule());
    Json pairings = Json::array();
    for (std::size_t i = 0; i < schedule.pairings(); ++i)
        pairings.push_back(
            pairing_json(plan, schedule.pairing(i), standings.pairing(i), standings.histogram(i)));
    return event_line(
        plan,
        {{"event", "score"}, {"played", standings.games()}, {"pairings", std::move(pairings)}});
}

std::string finish_event(const MatchPlan& plan, std::string_view why, const Standings& standings) {
    Json reasons = Json::object();
    for (const auto& [reason, count] : standings.reasons())
        reasons[std::string(to_string(reason))] = count;
    return event_line(plan, {{"event", "finish"},
                             {"why", why},
                             {"played", standings.games()},
                             {"reasons", std::move(reasons)}});
}

} // namespace rata
