// King and pawn against king, exactly: every position of it is won or drawn, and a program can find
// out which in some milliseconds.
#pragma once

#include "engine/rules/position.hpp"

namespace rata {

/// Whether `strong`, who has a pawn and nothing else against a bare king, wins. The position must
/// be of that kind. The first question takes the time to work out all answers.
[[nodiscard]] bool wins_with_pawn(const Position& position, Color strong);

} // namespace rata
