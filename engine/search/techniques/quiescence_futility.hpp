// QuiescenceFutility (delta pruning). Idea: a capture whose victim, plus a margin, does not reach
// alpha cannot help. Danger: endgames in which the last pawn decides; the margin is generous, and
// moves that give check or promote are spared.
#pragma once

#include "engine/search/node.hpp"

namespace rata::quiescence_futility {

inline constexpr Margin kMargin{160};

[[nodiscard]] inline bool applies(const Node& node, int victim) {
    return !node.in_check && node.estimate + kMargin + Margin{victim} <= node.alpha;
}

} // namespace rata::quiescence_futility
