// HistoryPruning. Idea: a quiet move that failed again and again elsewhere will fail here.
// Danger: the position in which it is the point; only near the horizon.
// Worth: without it 1.03 times the nodes; Elo in a bundle, see docs/search.md.
#pragma once

#include "engine/search/node.hpp"
#include "engine/search/tunable.hpp"

namespace rata::history_pruning {

inline constexpr Depth kMaxDepth = 5;

[[nodiscard]] inline int threshold(Depth depth) {
    return -tuned(Tunable::HistoryPruningThreshold) * depth;
}

[[nodiscard]] inline bool applies(Depth depth, int history) {
    return depth <= kMaxDepth && history < threshold(depth);
}

} // namespace rata::history_pruning
