#include "tools/match/play/schedule.hpp"

#include "engine/base/assert.hpp"

namespace rata {

namespace {

bool is_first_white(Colours colours, std::size_t turn) {
    switch (colours) {
    case Colours::Alternate: return turn % 2 == 0;
    case Colours::Reversed: return turn % 2 != 0;
    case Colours::FirstWhite: return true;
    case Colours::FirstBlack: return false;
    }
    return true;
}

} // namespace

std::string_view to_string(Tournament tournament) {
    return tournament == Tournament::RoundRobin ? "round-robin" : "gauntlet";
}

std::string_view to_string(Colours colours) {
    switch (colours) {
    case Colours::Alternate: return "alternate";
    case Colours::Reversed: return "reversed";
    case Colours::FirstWhite: return "first-white";
    case Colours::FirstBlack: return "first-black";
    }
    return {};
}

std::size_t Schedule::pairings() const {
    if (plan_.tournament == Tournament::Gauntlet)
        return plan_.seeds * (plan_.engines - plan_.seeds);
    return plan_.engines * (plan_.engines - 1) / 2;
}

Pairing Schedule::pairing(std::size_t number) const {
    RATA_ASSERT(number < pairings());
    if (plan_.tournament == Tournament::Gauntlet) {
        const std::size_t others = plan_.engines - plan_.seeds;
        return {number / others, plan_.seeds + number % others};
    }
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
    game.first_is_white = is_first_white(plan_.colours, turn);
    game.opening = plan_.repeat ? game.round : game.round * plan_.games + of_pairing;
    // An odd game at the end of a round has no twin.
    const bool alternates = is_first_white(plan_.colours, 0) != is_first_white(plan_.colours, 1);
    game.has_twin = plan_.repeat && alternates && (of_pairing ^ 1U) < plan_.games;
    if (game.has_twin) game.twin = number - of_pairing + (of_pairing ^ 1U);
    return game;
}

} // namespace rata
