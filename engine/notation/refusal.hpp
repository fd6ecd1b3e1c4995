// Why a move cannot be played, in words. For error messages only: nothing here is fast.
#pragma once

#include "engine/rules/position.hpp"

#include <string>

namespace rata {

/// "White", "Black".
[[nodiscard]] std::string name_of(Color color);
/// "pawn", "knight", ...
[[nodiscard]] std::string name_of(PieceType type);

/// The reason why a piece cannot go from one square to the other, for a move that is not legal.
/// Castling may be given in either form, and `to` as the king's target.
[[nodiscard]] std::string refusal(const Position& position, Square from, Square to);

/// The reason why castling to that side is not legal.
[[nodiscard]] std::string castling_refusal(const Position& position, Wing wing);

/// Whether the piece of the side to move could go there if its king were no matter. Not castling.
[[nodiscard]] bool can_reach(const Position& position, Square from, Square to);

} // namespace rata
