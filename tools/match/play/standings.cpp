#include "tools/match/play/standings.hpp"

#include "engine/base/assert.hpp"

namespace rata {

namespace {

void count_result(GameCounts& counts, PgnResult result, bool as_white) {
    if (result == PgnResult::Draw) {
        ++counts.draws;
    } else {
        ++((result == PgnResult::WhiteWins) == as_white ? counts.wins : counts.losses);
    }
}

/// In half points.
std::size_t half_points(PgnResult result, bool as_white) {
    if (result == PgnResult::Draw) return 1;
    return (result == PgnResult::WhiteWins) == as_white ? 2 : 0;
}

} // namespace

Effort& Effort::operator+=(const Effort& other) {
    moves += other.moves;
    nodes += other.nodes;
    depths += other.depths;
    time += other.time;
    return *this;
}

EnumArray<Color, Effort> efforts_of(const PlayedGame& game) {
    EnumArray<Color, Effort> efforts{};
    Color side = game.start.side_to_move();
    for (const PlayedMove& move : game.moves) {
        if (!move.from_opening)
            efforts[side] += {.moves = 1,
                              .nodes = move.nodes,
                              .depths = static_cast<std::uint64_t>(std::max(move.depth, 0)),
                              .time = move.elapsed};
        side = ~side;
    }
    return efforts;
}

Standings::Standings(const SchedulePlan& plan)
    : schedule_(plan), engines_(plan.engines), pairings_(schedule_.pairings()) {}

void Standings::add(const GameOutcome& outcome, const EnumArray<Color, Effort>& efforts) {
    RATA_ASSERT(!has(outcome.number));
    const ScheduledGame game = schedule_.game(outcome.number);
    outcomes_.emplace(outcome.number, outcome);
    plies_ += outcome.plies;
    ++reasons_[outcome.reason];
    count_result(white_, outcome.result, true);
    count_result(openings_[game.opening], outcome.result, game.first_is_white);
    for (const Color color : kColors) {
        const bool as_white = color == Color::White;
        EngineResults& engine = engines_[as_white ? game.white() : game.black()];
        count_result(engine.games, outcome.result, as_white);
        if (as_white) count_result(engine.as_white, outcome.result, true);
        engine.effort += efforts[color];
        if (is_failure(outcome.reason) && half_points(outcome.result, as_white) == 0)
            ++engine.failures[outcome.reason];
    }
    PairingResults& pairing = pairings_[game.pairing_number];
    count_result(pairing.games, outcome.result, game.first_is_white);
    if (game.first_is_white) count_result(pairing.first_white, outcome.result, true);
    add_pair(game);
}

void Standings::add_pair(const ScheduledGame& game) {
    if (!game.has_twin) return;
    const auto twin = outcomes_.find(game.twin);
    if (twin == outcomes_.end()) return;
    const std::size_t points = half_points(outcomes_.at(game.number).result, game.first_is_white) +
                               half_points(twin->second.result, !game.first_is_white);
    ++pairings_[game.pairing_number].pairs[points];
}

double Standings::mean_plies() const {
    return outcomes_.empty() ? 0
                             : static_cast<double>(plies_) / static_cast<double>(outcomes_.size());
}

ScoreHistogram Standings::histogram(std::size_t pairing) const {
    const PairingResults& results = pairings_[pairing];
    if (pairs_of(results.pairs) > 0) return ScoreHistogram::of_pairs(results.pairs);
    return ScoreHistogram::of_games(results.games);
}

} // namespace rata
