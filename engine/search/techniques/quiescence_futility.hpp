// QuiescenceFutility (delta pruning). Idea: a capture whose victim, plus a margin, does not reach
// alpha cannot help. Danger: endgames in which the last pawn decides; the margin is generous, and
// moves that give check or promote are spared.
// Worth: without it 1.06 times the nodes; Elo in a bundle, see docs/search.md.
#pragma once

#include "engine/search/node.hpp"
#include "engine/search/tunable.hpp"

namespace rata::quiescence_futility {

[[nodiscard]] inline bool applies(const Node& node, int victim) {
    return !node.in_check &&
           node.estimate + Margin{tuned(Tunable::QuiescenceFutilityMargin) + victim} <= node.alpha;
}

} // namespace rata::quiescence_futility
