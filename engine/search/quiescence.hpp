// Quiescence: captures, promotions and at the first ply checks, until the position is quiet enough
// for the evaluation to be believed. In check every evasion is searched and nobody may stand pat.
#pragma once

#include "engine/search/techniques/quiescence_futility.hpp"
#include "engine/search/worker.hpp"

namespace rata {

template <SearchObserver Observer>
template <NodeKind Kind>
Score Worker<Observer>::quiesce(Node& node) {
    node.flags.set(NodeFlag::Quiescence);
    enter(node);
    if (stopped()) return leave(node, Technique::Aborted, Score::draw());
    if (auto s = draw_by_rule(node)) return leave(node, Technique::DrawByRule, *s);
    if (node.ply >= kMaxPly - 1)
        return leave(node, Technique::MaxPly, evaluator_.evaluate(position_));
    if (auto s = upcoming_repetition(node)) return leave(node, Technique::UpcomingRepetition, *s);
    if (auto s = try_table<Kind>(node)) return leave(node, Technique::TableCutoff, *s);
    assess(node);
    if (auto s = stand_pat(node)) return leave(node, Technique::StandPat, *s);
    const NodeVerdict verdict = search_noisy<Kind>(node);
    return leave(node, verdict.technique, verdict.score);
}

/// The side to move need not capture: the evaluation is a bound from below.
template <SearchObserver Observer>
MaybeScore Worker<Observer>::stand_pat(Node& node) {
    node.best = -Score::infinite();
    if (node.in_check) return std::nullopt;
    node.best = node.estimate;
    if (node.best >= node.beta) {
        if (!node.table) store(node, node.best, Bound::Lower);
        return node.best;
    }
    node.alpha = std::max(node.alpha, node.best);
    return std::nullopt;
}

/// Which technique, if any, says that the capture need not be searched.
template <SearchObserver Observer>
std::optional<Technique> Worker<Observer>::prunes_noisy(const Node& node,
                                                        const MoveLoop& loop) const {
    if (node.in_check || node.best.is_loss()) return std::nullopt;
    if (options_.has(Technique::ExchangePruning) &&
        (loop.is_noisy ? loop.picker.is_bad_noisy() : !position_.exchange_gains(loop.move, 0)))
        return Technique::ExchangePruning;
    if (!options_.has(Technique::QuiescenceFutility) || loop.gives_check || !loop.is_noisy ||
        loop.move.is_promotion())
        return std::nullopt;
    if (quiescence_futility::applies(node, exchange_value(position_.captured_by(loop.move))))
        return Technique::QuiescenceFutility;
    return std::nullopt;
}

template <SearchObserver Observer>
template <NodeKind Kind>
NodeVerdict Worker<Observer>::search_noisy(Node& node) {
    // Worth: +35 +- 44 Elo in 200 games, without them 0.93 times the nodes; see docs/search.md.
    const bool with_checks = node.depth == 0 && options_.has(Technique::QuiescenceChecks);
    MoveLoop loop(*this, node, MovePicker::Quiescence{with_checks});
    while (next_move<Kind>(loop)) {
        ++node.moves_searched;
        if (auto technique = prunes_noisy(node, loop)) {
            observer_.skip(node, loop.move, *technique);
            continue;
        }
        make(node, loop.move, loop.gives_check);
        Node child =
            node.child(loop.move, TranspositionTable::kMinDepth, -node.beta, -node.alpha,
                       Kind == NodeKind::NonPv ? opposite(node.expected) : ExpectedType::Pv);
        if (loop.gives_check) child.flags.set(NodeFlag::GivesCheck);
        const Score score = -quiesce<Kind>(child);
        note_rest(node, child, score);
        unmake();
        if (stopped()) return {Technique::Aborted, Score::draw()};
        take_best<Kind>(node, loop, score);
        if (node.alpha >= node.beta) break;
    }
    if (node.best == -Score::infinite()) return {Technique::NoLegalMove, Score::mated_in(node.ply)};
    node.best = std::max(node.best, node.floor); // quiet moves that repeat are not tried here
    store(node, node.best, node.bound_of_best());
    return {Technique::MoveLoop, node.best};
}

} // namespace rata
