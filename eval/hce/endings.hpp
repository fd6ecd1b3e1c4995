// Endings that piece-square values misjudge: those that cannot be won, and those that are won by
// driving a king to the edge. Asked only when little is left on the board.
#pragma once

#include "engine/rules/position.hpp"

namespace rata {

/// Phases up to this one are looked at: a queen and a rook against a rook and no more.
inline constexpr int kEndingPhase = 20;

/// Whether the material of `color` could ever mate a bare king, with help at most in the form of a
/// promotion: a pawn, rook or queen, or minor pieces that mate together. Two knights do not.
[[nodiscard]] bool can_win(const Position& position, Color color);

/// What `winner` gets for cornering the king of an enemy without pawns, when it is far ahead.
[[nodiscard]] int mop_up(const Position& position, Color winner);

} // namespace rata
