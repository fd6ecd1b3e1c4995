// What a score means for the result of a game: one curve, fitted to games of the engine against
// itself; docs/uci.md says which.
#pragma once

#include "eval/score.hpp"

namespace rata {

/// In thousandths, for the side the score is for; the three add up to 1000.
struct WinDrawLoss {
    int win = 0;
    int draw = 0;
    int loss = 0;

    bool operator==(const WinDrawLoss&) const = default;
};

/// A logistic curve for winning, its mirror image for losing, and what remains is the draw.
[[nodiscard]] WinDrawLoss win_draw_loss(Score score);

} // namespace rata
