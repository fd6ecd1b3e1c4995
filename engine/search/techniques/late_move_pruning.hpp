// LateMovePruning. Idea: at low depth, once enough moves were tried, no quiet one is likely to
// help. Danger: the quiet move that does; the count grows with the square of the depth, and is
// doubled where the evaluation is improving.
// Worth: -35 +- 47 Elo in 200 games, without it 1.85 times the nodes; see docs/search.md.
#pragma once

#include "engine/search/node.hpp"

namespace rata::late_move_pruning {

[[nodiscard]] constexpr int limit(Depth depth, bool improving) {
    return (3 + depth * depth) / (improving ? 1 : 2);
}

[[nodiscard]] inline bool applies(const Node& node, int move_number) {
    return move_number > limit(node.depth, node.improving);
}

} // namespace rata::late_move_pruning
