// AspirationWindow. Idea: the score changes little from one iteration to the next, and a narrow
// window cuts more. Danger: a fail costs a second search; the window then widens fast, and after a
// fail high, where the move is known to be good, the next try is a little less deep.
// Worth: without it 1.36 times the nodes; Elo in a bundle, see docs/search.md.
#pragma once

#include "engine/search/tunable.hpp"
#include "eval/score.hpp"

#include <algorithm>

namespace rata::aspiration_window {

inline constexpr Depth kMinDepth = 5;
inline constexpr Depth kMaxReduction = 3;

[[nodiscard]] inline bool applies(Depth depth, Score previous) {
    return depth >= kMinDepth && previous.is_known() && !previous.is_decisive();
}
[[nodiscard]] inline Margin first() { return Margin{tuned(Tunable::AspirationWidth)}; }
[[nodiscard]] inline Margin widened(Margin width) { return width * 3 / 2 + Margin{5}; }
[[nodiscard]] inline Score below(Score score, Margin width) {
    if (width.cp() > 700 || score.is_decisive()) return -Score::infinite();
    return score - width;
}
[[nodiscard]] inline Score above(Score score, Margin width) {
    if (width.cp() > 700 || score.is_decisive()) return Score::infinite();
    return score + width;
}
[[nodiscard]] inline Score middle(Score alpha, Score beta) { return alpha + (beta - alpha) / 2; }

} // namespace rata::aspiration_window
