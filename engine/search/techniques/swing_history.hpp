// SwingHistory. Idea: a quiet move after which the evaluation stands better than before did
// something good, whatever the search of it brings; that is known at every node, long before a
// cutoff proves it. Danger: the evaluation is blind to tactics, so the bonus is small and
// bounded.
// Worth: measured in a bundle, see docs/search.md.
#pragma once

#include "engine/search/worker.hpp"

namespace rata::swing_history {

inline constexpr int kPerCentipawn = 8;
inline constexpr int kMost = 900;

/// `before` is seen by the side that moved, `after` by the other one.
[[nodiscard]] constexpr int bonus(Score before, Score after) {
    const Margin rise = -after - before;
    return std::clamp(rise.cp() * kPerCentipawn, -kMost, kMost);
}

} // namespace rata::swing_history

namespace rata {

template <SearchObserver Observer>
void Worker<Observer>::learn_swing(const Node& node) {
    if (!options_.has(Technique::SwingHistory) || !came_by_quiet_move(node)) return;
    if (node.flags.has(NodeFlag::Quiescence)) return;
    const Score before = path(node.ply - 1).static_eval;
    if (!before.is_known()) return;
    histories_->butterfly.update(~position_.side_to_move(), node.last_move,
                                 swing_history::bonus(before, node.static_eval));
}

} // namespace rata
