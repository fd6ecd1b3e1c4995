// Endings that sums over pieces misjudge: those that cannot be won, those that are hard to win, and
// those that are won by driving a king to the edge. Asked only when little is left on the board.
#pragma once

#include "engine/rules/position.hpp"

namespace rata {

/// Phases up to this one are looked at: a queen and a rook against a rook and no more.
inline constexpr int kEndingPhase = 20;

/// Whether the material of `color` could ever mate a bare king, with help at most in the form of a
/// promotion: a pawn, rook or queen, or minor pieces that mate together. Two knights do not.
[[nodiscard]] bool can_win(const Position& position, Color color);

/// How much of its lead the side that is ahead may hope to keep, of kSureWin.
inline constexpr int kSureWin = 64;
[[nodiscard]] int winning_chances(const Position& position, Color ahead);

/// What `winner` gets for cornering the king of an enemy without pawns, when it is far ahead, and
/// for a pawn that is known to win.
[[nodiscard]] int mop_up(const Position& position, Color winner);

} // namespace rata
