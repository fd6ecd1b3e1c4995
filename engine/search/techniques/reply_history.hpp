// ReplyHistory. Idea: when no move of a node reaches alpha, the quiet move that led here has no
// good answer; it is praised as if it had cut off, though less. Danger: nodes that were expected to
// fail low praise moves that were good anyway, so the bonus stays below that of a cutoff.
// Worth: measured in a bundle, see docs/search.md.
#pragma once

#include "engine/search/worker.hpp"

namespace rata::reply_history {

[[nodiscard]] constexpr int bonus(Depth depth) { return std::min(100 * depth, 1000); }

} // namespace rata::reply_history

namespace rata {

template <SearchObserver Observer>
void Worker<Observer>::praise_unanswered(const Node& node) {
    if (!options_.has(Technique::ReplyHistory) || !came_by_quiet_move(node)) return;
    const int bonus = reply_history::bonus(node.depth);
    const Move move = node.last_move;
    const Piece piece = path(node.ply - 1).piece;
    histories_->butterfly.update(~position_.side_to_move(), move, bonus);
    for (const int back : {1, 2, 4, 6})
        path(node.ply - 1 - back).continuation->update(piece, move.to(), bonus);
}

} // namespace rata
