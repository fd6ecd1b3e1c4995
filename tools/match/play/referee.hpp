// Plays one game between two players: asks them in turn, keeps the clock, sees to the rules, and
// says how it ended and why.
#pragma once

#include "tools/match/play/adjudicator.hpp"
#include "tools/match/play/opening_list.hpp"
#include "tools/match/play/thinking_time.hpp"

namespace rata {

/// One side of a game. The references outlive the game.
struct Contender {
    Player& player;
    const ThinkingTime& time;
    bool ponders = false;
};

struct GameRules {
    const Opening& opening;
    const AdjudicationPlan& adjudication;
    const EndgameTables* tables = nullptr; ///< those of the plan
    std::stop_token stop{};                ///< ends the game at once, as Stopped
};

/// The players have been told of the new game.
[[nodiscard]] PlayedGame play_game(const GameRules& rules, const Contender& white,
                                   const Contender& black);

} // namespace rata
