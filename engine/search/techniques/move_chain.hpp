// MoveChain (after K. Greer, "Dynamic Move Chains"). Idea: a line that was good elsewhere is played
// again instead of searching its first move; at its end quiescence says what it is worth. Danger:
// nothing says that the line is good here, nor that the opponent would play it: the moves of both
// sides are taken from another position, and one legal reply stands for all of them. Worth: see
// docs/experiments/move-chains.md; off by default.
#pragma once

#include "engine/rules/movegen.hpp"
#include "engine/search/worker.hpp"

namespace rata::move_chain {

/// Plies at whose PV nodes "play" asks no chain.
inline constexpr Ply kGuardedPlies = 2;

template <NodeKind Kind>
[[nodiscard]] bool applies(const ChainOptions& options, const Node& node) {
    constexpr auto kLength = static_cast<Ply>(Chain::kMaxLength);
    if (node.depth < options.min_depth || node.ply + kLength >= kMaxPly - 1) return false;
    switch (options.mode) {
    case MoveChains::Off:
    case MoveChains::Order: return false;
    case MoveChains::Paper: return true;
    case MoveChains::Play:
        return Kind == NodeKind::NonPv || (Kind == NodeKind::Pv && node.ply > kGuardedPlies);
    case MoveChains::Verify: return Kind == NodeKind::NonPv && node.depth >= options.reduction + 2;
    }
    return false;
}

[[nodiscard]] inline bool covers(const ChainOptions& options, const Chain& chain, Depth depth) {
    return !options.must_cover || static_cast<Depth>(chain.length()) >= depth;
}

/// The kind of the nodes along a chain.
[[nodiscard]] constexpr NodeKind below(NodeKind kind) {
    return kind == NodeKind::NonPv ? NodeKind::NonPv : NodeKind::Pv;
}

} // namespace rata::move_chain

namespace rata {

template <SearchObserver Observer>
template <NodeKind Kind>
Score Worker<Observer>::search_by_chain(Node& node, MoveLoop& loop) {
    chains_->line(node.ply + 1).clear();
    loop.lost_chain = false;
    if (!move_chain::applies<Kind>(options_.chains, node)) return search_move<Kind>(node, loop);
    const Chain chain = chains_->table.find(ChainMove::of(position_, loop.move));
    if (chain.empty() || !move_chain::covers(options_.chains, chain, node.depth))
        return search_move<Kind>(node, loop);
    if (!is_playable(position_, chain)) {
        chains_->table.remove(chain);
        loop.lost_chain = true;
        return search_move<Kind>(node, loop);
    }
    const Score score = follow_chain<Kind>(node, chain, 0, loop.move_class);
    if (stopped()) return score;
    if (options_.chains.mode == MoveChains::Verify && !verifies_chain(node, loop, score))
        return search_move<Kind>(node, loop);
    if (score > node.alpha) {
        chains_->table.store(chain);
        chains_->line(node.ply + 1) = chain.without_first();
    }
    return score;
}

/// Plays the chain from its i-th move on; what it is worth to the side that makes that move.
template <SearchObserver Observer>
template <NodeKind Kind>
Score Worker<Observer>::follow_chain(Node& node, const Chain& chain, std::size_t i,
                                     MoveClass first_class) {
    if (stopped()) return Score::draw(); // no node is entered after the last one
    const Move move = chain[i].move;
    make(node, move);
    Node child = node.child(move, std::max(node.depth - 1, 0), -node.beta, -node.alpha,
                            Kind == NodeKind::NonPv ? opposite(node.expected) : ExpectedType::Pv);
    child.flags.set(NodeFlag::ChainHit);
    if (i == 0) {
        child.chain_length = static_cast<std::uint8_t>(chain.length());
        child.move_class = first_class;
        if (chains_->shadow)
            child.full_value = chains_->shadow->value_of(position_, child.ply, child.depth);
    }
    const Score score =
        -(i + 1 == chain.length() ? end_chain<move_chain::below(Kind)>(child)
                                  : walk_chain<move_chain::below(Kind)>(child, chain, i + 1));
    note_rest(node, child, score);
    unmake();
    return score;
}

/// A node on the way: it is drawn, or the chain goes on.
template <SearchObserver Observer>
template <NodeKind Kind>
Score Worker<Observer>::walk_chain(Node& node, const Chain& chain, std::size_t i) {
    enter(node);
    if (stopped()) return leave(node, Technique::Aborted, Score::draw());
    if (auto s = draw_by_rule(node)) return leave(node, Technique::DrawByRule, *s);
    path(node.ply).static_eval = Score::none();
    path(node.ply).double_extensions = path(node.ply - 1).double_extensions;
    const Score score = follow_chain<Kind>(node, chain, i);
    if (stopped()) return leave(node, Technique::Aborted, Score::draw());
    node.best = score;
    node.best_move = chain[i].move;
    const auto ply = static_cast<std::size_t>(node.ply);
    if constexpr (Kind != NodeKind::NonPv) lines_[ply].set(node.best_move, lines_[ply + 1]);
    return leave(node, Technique::MoveChain, score);
}

/// Quiescence sees mates, for it searches all evasions; stalemate it does not.
template <SearchObserver Observer>
template <NodeKind Kind>
Score Worker<Observer>::end_chain(Node& node) {
    node.depth = 0;
    if (!position_.in_check() && !has_legal_move(position_)) {
        enter(node);
        return leave(node, stopped() ? Technique::Aborted : Technique::NoLegalMove, Score::draw());
    }
    node.flags.set(NodeFlag::QuiescenceRoot);
    return quiesce<Kind>(node);
}

/// Whether a search of less depth finds the same side of the window.
template <SearchObserver Observer>
bool Worker<Observer>::verifies_chain(Node& node, const MoveLoop& loop, Score claim) {
    const Depth depth = node.depth - 1 - options_.chains.reduction;
    make(node, loop.move, loop.gives_check);
    const Score score =
        scout(node, loop, depth, opposite(node.expected), NodeFlags(NodeFlag::Reduced));
    unmake();
    return !stopped() && (score > node.alpha) == (claim > node.alpha);
}

/// Called before the move becomes the best: is its line one to keep?
template <SearchObserver Observer>
void Worker<Observer>::note_chain(const Node& node, Move move, Score score) {
    const Score least =
        options_.chains.store == ChainStore::Always ? node.best : std::max(node.best, node.alpha);
    if (score <= least) return;
    chains_->line(node.ply) = Chain(ChainMove::of(position_, move), chains_->line(node.ply + 1));
}

template <SearchObserver Observer>
void Worker<Observer>::store_chain(const Node& node) {
    if (node.excluded.is_some()) return; // the answer to another question
    Chain line = chains_->line(node.ply);
    line.cut_to(static_cast<std::size_t>(options_.chains.max_length));
    chains_->table.store(line);
}

/// Chains begin, go on or are forgotten, as the options of the search to come say.
template <SearchObserver Observer>
void Worker<Observer>::prepare_chains() {
    const ChainOptions& wanted = options_.chains;
    if (wanted.mode == MoveChains::Off) {
        chains_.reset();
        return;
    }
    const bool is_new = chains_ == nullptr;
    if (is_new) chains_ = std::make_unique<ChainMemory>();
    if (is_new || wanted.life != ChainLife::Game || wanted.links != chains_->table.links())
        chains_->table.clear(wanted.links);
    chains_->shadow = wanted.shadow ? std::make_unique<ShadowSearch>(options_) : nullptr;
}

} // namespace rata
