// Games between engines with a clock that is kept as a GUI keeps it: from sending "go" to reading
// "bestmove". For tests of time management; it knows no openings and adjudicates nothing but the
// length.
#pragma once

#include "engine/rules/position.hpp"
#include "tests/support/uci_engine.hpp"

namespace rata::test {

struct TimeControl {
    milliseconds base{};
    milliseconds increment{0};
    int moves = 0; ///< after so many the base is added again; 0: sudden death
};

struct ClockedGame {
    TimeControl control{};
    int longest = 200;   ///< plies after which the game is a draw
    milliseconds way{0}; ///< artificial delay of each message, in each direction
    std::vector<std::string> opening{};
};

struct ClockedResult {
    std::string problem{}; ///< "White forfeits on time at ply 31": empty if there was none
    int plies = 0;
    milliseconds shortest_clock{milliseconds::max()};
};

/// White and Black may be the same engine process.
[[nodiscard]] ClockedResult play_game(const ClockedGame& game, UciEngine& white, UciEngine& black);

} // namespace rata::test
