// Razoring. Idea: far below alpha with little depth left, only captures could help; ask quiescence
// and believe it. Danger: quiet rescues are missed, so the margin grows fast with depth.
// Worth: without it 1.00 times the nodes; Elo in a bundle, see docs/search.md.
#pragma once

#include "engine/search/worker.hpp"

namespace rata::razoring {

inline constexpr Depth kMaxDepth = 4;

[[nodiscard]] inline Margin margin(Depth depth) {
    return Margin{tuned(Tunable::RazoringBase) + tuned(Tunable::RazoringGrowth) * depth * depth};
}

[[nodiscard]] inline bool applies(const Node& node) {
    return node.depth <= kMaxDepth && !node.in_check && !node.excluded.is_some() &&
           node.estimate + margin(node.depth) < node.alpha;
}

} // namespace rata::razoring

namespace rata {

template <SearchObserver Observer>
template <NodeKind Kind>
MaybeScore Worker<Observer>::try_razoring(Node& node) {
    if (Kind != NodeKind::NonPv || !options_.has(Technique::Razoring)) return std::nullopt;
    if (!razoring::applies(node)) return std::nullopt;
    Node below = node.again(0, node.alpha, node.alpha + Margin{1}, node.expected);
    const Score score = quiesce<NodeKind::NonPv>(below);
    if (stopped() || score > node.alpha) return std::nullopt;
    return score;
}

} // namespace rata
