// What each piece is worth by itself and by the square it stands on: the numbers of the hand-made
// evaluation. They were made up from plain chess sense, by the formulas in piece_worth.cpp, and are
// tuned to nothing.
#pragma once

#include "engine/rules/piece.hpp"
#include "engine/rules/square.hpp"
#include "eval/hce/tapered.hpp"

namespace rata {

/// Kings are never exchanged and have no price.
inline constexpr EnumArray<PieceType, Tapered> kMaterialWorth{
    {{{85, 110}, {330, 305}, {345, 325}, {480, 545}, {990, 1010}, {0, 0}}}};

/// What standing on that square adds, the square as White sees it (A1 in the own corner).
[[nodiscard]] Tapered square_worth(PieceType type, Square square);

} // namespace rata
