// ProbCut. Idea: a capture that beats a raised beta at reduced depth will very probably beat beta
// at full depth. Danger: deep tactical refutations of the capture; the margin and the quiescence
// test in front keep them rare.
// Worth: without it 1.03 times the nodes; Elo in a bundle, see docs/search.md.
#pragma once

#include "engine/search/worker.hpp"

namespace rata::probcut {

inline constexpr Depth kMinDepth = 5;
inline constexpr Depth kReduction = 4;

[[nodiscard]] inline Margin margin(bool improving) {
    return Margin{tuned(Tunable::ProbCutMargin) -
                  (improving ? tuned(Tunable::ProbCutImproving) : 0)};
}

[[nodiscard]] inline bool applies(const Node& node, Score raised) {
    if (node.depth < kMinDepth || node.in_check || node.excluded.is_some()) return false;
    if (node.beta.is_decisive()) return false;
    // The table already says that the raised bound is out of reach.
    const bool refuted = node.table && node.table->depth >= node.depth - kReduction + 1 &&
                         node.table->score.is_known() &&
                         node.table->score.from_table(node.ply) < raised;
    return !refuted;
}

} // namespace rata::probcut

namespace rata {

template <SearchObserver Observer>
template <NodeKind Kind>
MaybeScore Worker<Observer>::try_probcut(Node& node) {
    if (Kind != NodeKind::NonPv || !options_.has(Technique::ProbCut)) return std::nullopt;
    const Score raised = node.beta + probcut::margin(node.improving);
    if (!probcut::applies(node, raised)) return std::nullopt;

    const int needed = (raised - node.estimate).cp();
    MovePicker picker(position_, *histories_, options_, hints_for(node),
                      MovePicker::Winning{needed});
    const Depth depth = node.depth - probcut::kReduction;
    for (Move move = picker.next(); move.is_some(); move = picker.next()) {
        shared_.table.prefetch(position_.key_after(move));
        make(node, move);
        const auto ask = [&](Depth ask_depth) {
            Node child =
                node.child(move, ask_depth, -raised, -raised + Margin{1}, opposite(node.expected));
            child.flags.set(NodeFlag::ProbCutTest);
            return -search_child<NodeKind::NonPv>(child);
        };
        Score score = ask(0);
        if (score >= raised && depth > 0 && !stopped()) score = ask(depth);
        unmake();
        if (stopped()) return std::nullopt;
        if (score < raised) continue;
        node.best_move = move;
        Node stored = node;
        stored.depth = depth + 1;
        store(stored, score, Bound::Lower);
        return score.is_win() ? score : score - (raised - node.beta);
    }
    return std::nullopt;
}

} // namespace rata
