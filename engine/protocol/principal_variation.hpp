// Lines of moves as they may be shown: every move legal, and none after the game has ended. A
// search joins its lines from many sources, the table among them, and does not promise that.
#pragma once

#include "engine/rules/position.hpp"

#include <span>
#include <vector>

namespace rata {

/// The longest front of the line that can be played from the position and ends with the game, if
/// the game ends in it: mate, stalemate, third repetition, fifty moves, dead position.
[[nodiscard]] std::vector<Move> playable_part(const Position& position, std::span<const Move> line);

/// The move to ponder on: the expected answer to `best`, if it is legal and the game goes on.
[[nodiscard]] Move playable_ponder(const Position& position, Move best, Move answer);

} // namespace rata
