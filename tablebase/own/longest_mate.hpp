// The positions of a class in which a mate takes longest.
#pragma once

#include "engine/rules/position.hpp"
#include "tablebase/own/solved_table.hpp"

namespace rata {

struct LongestMate {
    Color winner = Color::White;
    int plies = 0;
    std::size_t positions = 0;        ///< mirror images counted once
    std::vector<Position> examples{}; ///< a few of them, the winner to move
};

/// For each side that can win when it is to move. The table may come from a file.
[[nodiscard]] std::vector<LongestMate> longest_mates(const SolvedTable& table);

/// The men of a class as a position. They must stand possibly.
[[nodiscard]] Result<Position> position_of(const EndingClass& ending, const MenSquares& squares,
                                           Color turn);

} // namespace rata
