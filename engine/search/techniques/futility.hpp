// Futility. Idea: near the horizon a quiet move does not lift an evaluation far below alpha.
// Danger: quiet moves that threaten; not in check, not for moves that give check.
#pragma once

#include "engine/search/node.hpp"

namespace rata::futility {

inline constexpr Depth kMaxDepth = 8;

[[nodiscard]] constexpr Margin margin(Depth depth, int history) {
    return Margin{110 + 95 * depth + history / 150};
}

/// `depth` is what would remain after reduction.
[[nodiscard]] inline bool applies(const Node& node, Depth depth, int history) {
    return depth <= kMaxDepth && !node.in_check &&
           node.estimate + margin(depth, history) <= node.alpha;
}

} // namespace rata::futility
