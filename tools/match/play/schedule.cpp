#include "tools/match/play/schedule.hpp"

#include "engine/base/assert.hpp"

namespace rata {

std::string_view to_string(Tournament tournament) {
    return tournament == Tournament::RoundRobin ? "round-robin" : "gauntlet";
}

std::size_t Schedule::pairings() const {
    const std::size_t others = plan_.engines - 1;
    return plan_.tournament == Tournament::Gauntlet ? others : plan_.engines * others / 2;
}

Pairing Schedule::pairing(std::size_t number) const {
    RATA_ASSERT(number < pairings());
    if (plan_.tournament == Tournament::Gauntlet) return {0, number + 1};
    std::size_t first = 0;
    while (number >= plan_.engines - 1 - first) {
        number -= plan_.engines - 1 - first;
        ++first;
    }
    return {first, first + 1 + number};
}

ScheduledGame Schedule::game(std::size_t number) const {
    RATA_ASSERT(number < size());
    const std::size_t of_pairing = number % plan_.games;
    const std::size_t meeting = number / plan_.games;
    ScheduledGame game{
        .number = number, .round = meeting / pairings(), .pairing_number = meeting % pairings()};
    game.pairing = pairing(game.pairing_number);
    // Single games: the colours change from round to round.
    const std::size_t turn = plan_.games == 1 ? game.round : of_pairing;
    game.first_is_white = turn % 2 == 0;
    game.opening = plan_.repeat ? game.round : game.round * plan_.games + of_pairing;
    // An odd game at the end of a round has no twin.
    game.has_twin = plan_.repeat && (of_pairing ^ 1U) < plan_.games;
    if (game.has_twin) game.twin = number - of_pairing + (of_pairing ^ 1U);
    return game;
}

} // namespace rata
