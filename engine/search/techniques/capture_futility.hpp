// CaptureFutility. Idea: near the horizon a capture whose victim, plus a margin, does not reach
// alpha does not help either. Danger: captures that threaten more than they take; moves that give
// check or promote are spared, and the margin grows with depth and with what captures alike have
// done.
// Worth: measured in a bundle, see docs/search.md.
#pragma once

#include "engine/rules/exchange.hpp"
#include "engine/search/node.hpp"

namespace rata::capture_futility {

inline constexpr Depth kMaxDepth = 7;

[[nodiscard]] constexpr Margin margin(Depth depth, int history) {
    return Margin{230 + 200 * depth + history / 64};
}

/// `depth` is what would remain after reduction.
[[nodiscard]] inline bool applies(const Node& node, Depth depth, Piece victim, int history) {
    return depth <= kMaxDepth && !node.in_check &&
           node.estimate + margin(depth, history) + Margin{exchange_value(victim)} <= node.alpha;
}

} // namespace rata::capture_futility
