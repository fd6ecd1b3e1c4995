// ReverseFutility (static null move). Idea: so far above beta with so little depth left that no
// quiet refutation is likely. Danger: threats the evaluation does not see; not in check, not at PV
// nodes, and not where beta is about mates.
// Worth: +164 +- 36 Elo in 400 games, without it 1.73 times the nodes; see docs/search.md.
#pragma once

#include "engine/search/worker.hpp"

namespace rata::reverse_futility {

inline constexpr Depth kMaxDepth = 9;

[[nodiscard]] inline Margin margin(Depth depth, bool improving) {
    return Margin{tuned(Tunable::ReverseFutilityMargin)} * (depth - (improving ? 1 : 0));
}

[[nodiscard]] inline bool applies(const Node& node) {
    return node.depth <= kMaxDepth && !node.in_check && !node.excluded.is_some() &&
           !node.beta.is_decisive() && !node.estimate.is_decisive() &&
           node.estimate - margin(node.depth, node.improving) >= node.beta;
}

} // namespace rata::reverse_futility

namespace rata {

template <SearchObserver Observer>
template <NodeKind Kind>
MaybeScore Worker<Observer>::try_reverse_futility(const Node& node) const {
    if (Kind != NodeKind::NonPv || !options_.has(Technique::ReverseFutility)) return std::nullopt;
    if (!reverse_futility::applies(node)) return std::nullopt;
    // Halfway: the evaluation itself would be too good a bound to hand upwards.
    return node.beta + (node.estimate - node.beta) / 2;
}

} // namespace rata
