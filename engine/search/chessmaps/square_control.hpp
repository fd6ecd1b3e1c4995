// Who rules which square: what the Chessmaps heuristic sees of a position. A square belongs to the
// side that comes out ahead when both exchange on it, sliders behind sliders included.
#pragma once

#include "engine/rules/position.hpp"

#include <array>

namespace rata {

/// Whether `by`, if it were to move, would win material by beginning to capture on the square,
/// where an enemy piece stands.
[[nodiscard]] bool wins_by_exchange(const Position& position, Square square, Color by);

/// The pieces of `owner` but the king that the other side would win by exchange if it were to move.
[[nodiscard]] Bitboard losing_pieces(const Position& position, Color owner);

/// 1 where the side to move rules, -1 where the other does, 0 where neither. Seen from the side to
/// move: for Black the board is turned over, so that pawns always go up.
using ControlMap = std::array<std::int8_t, 64>;
[[nodiscard]] ControlMap control_of(const Position& position);

/// The squares that a moved piece attacks from where it goes, turned over in the same way. Castling
/// counts as a move of the king.
[[nodiscard]] Bitboard influence_of(const Position& position, Move move);

} // namespace rata
