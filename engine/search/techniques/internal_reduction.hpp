// InternalReduction. Idea: where the table knows no move, ordering is poor and the node expensive:
// search it less deep now, the next iteration will know a move. Danger: a ply less where it
// mattered.
// Worth: -14 +- 44 Elo in 200 games, without it 1.33 times the nodes; see docs/search.md.
#pragma once

#include "engine/search/worker.hpp"

namespace rata::internal_reduction {

inline constexpr Depth kMinDepth = 4;

[[nodiscard]] inline bool applies(const Node& node) {
    return node.depth >= kMinDepth && !node.table_move().is_some() && !node.excluded.is_some() &&
           node.expected != ExpectedType::All;
}

} // namespace rata::internal_reduction

namespace rata {

template <SearchObserver Observer>
template <NodeKind Kind>
void Worker<Observer>::reduce_unknown(Node& node) const {
    if (Kind == NodeKind::Root || !options_.has(Technique::InternalReduction)) return;
    if (internal_reduction::applies(node)) --node.depth;
}

} // namespace rata
