// The moves of a node: in which order, which are left out, how deep each is searched, and what is
// learnt from the outcome.
#pragma once

#include "engine/search/techniques/capture_futility.hpp"
#include "engine/search/techniques/check_extension.hpp"
#include "engine/search/techniques/exchange_pruning.hpp"
#include "engine/search/techniques/futility.hpp"
#include "engine/search/techniques/history_pruning.hpp"
#include "engine/search/techniques/late_move_pruning.hpp"
#include "engine/search/techniques/late_move_reduction.hpp"
#include "engine/search/techniques/reply_history.hpp"
#include "engine/search/techniques/singular_extension.hpp"
#include "engine/search/worker.hpp"

namespace rata {

/// Short lists of moves that were tried and did not cut off, to be blamed when one does.
class TriedMoves {
public:
    TriedMoves() {} // NOLINT(modernize-use-equals-default): leaves the moves uninitialised

    void add(Move move) {
        if (count_ < moves_.size()) moves_[count_++] = move;
    }
    [[nodiscard]] const Move* begin() const { return moves_.data(); }
    [[nodiscard]] const Move* end() const { return moves_.data() + count_; }

private:
    union {
        std::array<Move, 48> moves_;
    };
    std::size_t count_ = 0;
};

/// The state of the loop over one node's moves, and facts about the move in hand.
template <SearchObserver Observer>
struct Worker<Observer>::MoveLoop {
    /// All moves, or those of one of the picker's kinds. A constructor, for in an aggregate g++
    /// would fill the lists that are left uninitialised with nought, 3 KB in every node.
    template <typename... PickerKind>
    MoveLoop(Worker& worker, const Node& node, PickerKind... kind)
        : picker(worker.position_, *worker.histories_, worker.options_, worker.hints_for(node),
                 kind...),
          check_info(worker.position_.check_info()) {}

    MovePicker picker;
    CheckInfo check_info;
    TriedMoves quiets{};
    TriedMoves noisy{};
    std::size_t root_index = 0;

    Move move = Move::none();
    bool is_noisy = false;
    bool gives_check = false;
    bool lost_chain = false; ///< its chain was not legal here
    MoveClass move_class = MoveClass::Unknown;
    int history = 0;
    Reduction reduction{};
    Extension extension{};
};

template <SearchObserver Observer>
OrderingHints Worker<Observer>::hints_for(const Node& node) {
    return OrderingHints{
        .table_move = node.table_move(),
        .killers = path(node.ply).killers,
        .continuation = {path(node.ply - 1).continuation, path(node.ply - 2).continuation,
                         path(node.ply - 4).continuation, path(node.ply - 6).continuation},
        .chessmaps = chessmaps_.get(),
        .chains = options_.chains.mode == MoveChains::Order ? &chains_->table : nullptr};
}

template <SearchObserver Observer>
template <NodeKind Kind>
NodeVerdict Worker<Observer>::search_moves(Node& node) {
    MoveLoop loop(*this, node);
    node.best = -Score::infinite();
    if (chains_) chains_->line(node.ply).clear();
    while (next_move<Kind>(loop)) {
        if (loop.move == node.excluded) {
            observer_.skip(node, loop.move, Technique::Excluded);
            continue;
        }
        ++node.moves_searched;
        if (auto technique = prunes<Kind>(node, loop)) {
            observer_.skip(node, loop.move, *technique);
            continue;
        }
        loop.extension = {};
        if (auto score = test_singular<Kind>(node, loop.move, loop.extension))
            return {Technique::Multicut, *score};
        const std::uint64_t nodes_before = entered_;
        const Score score = chains_ ? search_by_chain<Kind>(node, loop) // usually off
                                    : search_move<Kind>(node, loop);
        if (stopped()) return {Technique::Aborted, Score::draw()};
        if constexpr (Kind == NodeKind::Root)
            record_root_move(node, loop.move, score, nodes_before);
        if (chains_) note_chain(node, loop.move, score);
        take_best<Kind>(node, loop, score);
        if (node.alpha >= node.beta) break;
        (loop.is_noisy ? loop.noisy : loop.quiets).add(loop.move);
    }
    if constexpr (Observer::kSeesSkips) {
        observer_.skip_rest(node, loop.picker.skipped_quiets(), Technique::LateMovePruning);
    }
    if (chains_) store_chain(node);
    return conclude(node, loop);
}

/// The next move with the facts every decision about it needs.
template <SearchObserver Observer>
template <NodeKind Kind>
bool Worker<Observer>::next_move(MoveLoop& loop) {
    if constexpr (Kind == NodeKind::Root) {
        const std::size_t index = first_root_ + loop.root_index++;
        loop.move = index < root_moves_.size() ? root_moves_[index].move : Move::none();
        if (number_ == 0 && loop.move.is_some())
            shared_.control->on_current_move(root_depth_, loop.move, static_cast<int>(index) + 1);
    } else {
        loop.move = loop.picker.next();
    }
    if (!loop.move.is_some()) return false;
    // Though it may be pruned: memory takes longer to answer than all that is decided here.
    shared_.table.prefetch(position_.key_after(loop.move));
    loop.is_noisy = position_.is_noisy(loop.move);
    loop.gives_check = position_.gives_check(loop.move, loop.check_info);
    if (loop.is_noisy)
        loop.history = histories_->capture.get(position_, loop.move);
    else if constexpr (Kind == NodeKind::Root)
        loop.history = loop.picker.quiet_history(loop.move);
    else
        loop.history = loop.picker.history_of_last();
    if constexpr (Observer::kSeesSkips) // only observers of single moves want it
        if (chessmaps_) loop.move_class = chessmaps_->class_of(loop.move);
    return true;
}

/// Which technique, if any, says that the move need not be searched.
template <SearchObserver Observer>
template <NodeKind Kind>
std::optional<Technique> Worker<Observer>::prunes(const Node& node, MoveLoop& loop) const {
    // Never before one move has shown that we are not being mated.
    if (Kind == NodeKind::Root || node.best.is_loss() || node.moves_searched == 1)
        return std::nullopt;
    if (!position_.has_pieces(position_.side_to_move())) return std::nullopt;

    const int reduction = late_move_reduction::kBase.get(node.depth, node.moves_searched) / 1024;
    const Depth reduced = std::max(node.depth - reduction, 1);
    if (!loop.is_noisy) {
        if (options_.has(Technique::LateMovePruning) &&
            late_move_pruning::applies(node, node.moves_searched)) {
            loop.picker.skip_quiets();
            return Technique::LateMovePruning;
        }
        if (options_.has(Technique::HistoryPruning) &&
            history_pruning::applies(reduced, loop.history))
            return Technique::HistoryPruning;
        if (options_.has(Technique::Futility) && !loop.gives_check &&
            futility::applies(node, reduced, loop.history))
            return Technique::Futility;
    } else if (options_.has(Technique::CaptureFutility) && !loop.gives_check &&
               !loop.move.is_promotion() &&
               capture_futility::applies(node, reduced, position_.captured_by(loop.move),
                                         loop.history)) {
        return Technique::CaptureFutility;
    }
    const Depth exchange_depth = loop.is_noisy ? node.depth : reduced;
    if (options_.has(Technique::ExchangePruning) &&
        exchange_pruning::applies(position_, loop.move, exchange_depth, loop.is_noisy))
        return Technique::ExchangePruning;
    return std::nullopt;
}

template <SearchObserver Observer>
template <NodeKind Kind>
void Worker<Observer>::reckon_reduction(const Node& node, MoveLoop& loop) const {
    namespace lmr = late_move_reduction;
    Reduction& terms = loop.reduction;
    terms.base = lmr::kBase.get(node.depth, node.moves_searched);
    if (loop.is_noisy) terms.base /= lmr::kNoisyShare;
    if (Kind != NodeKind::NonPv) terms.pv = lmr::kPv;
    if (node.is_cut_node())
        terms.cut_node = tuned(node.table_move().is_some() ? Tunable::ReductionCutNode
                                                           : Tunable::ReductionUnknownCutNode);
    if (!node.improving) terms.improving = tuned(Tunable::ReductionNotImproving);
    if (node.table) {
        if (node.table->was_pv) terms.table -= tuned(Tunable::ReductionTablePv);
        const Move table_move = node.table->move;
        if (table_move.is_some() && position_.is_capture(table_move))
            terms.table += tuned(Tunable::ReductionTableNoisy);
    }
    if (loop.gives_check) terms.check = -tuned(Tunable::ReductionCheck);
    if (path(node.ply + 1).cutoffs > lmr::kManyRefutations)
        terms.refutations = tuned(Tunable::ReductionRefutations);
    terms.history = -loop.history * 1024 / tuned(Tunable::ReductionHistory);
}

// --- one move ------------------------------------------------------------------------------------

/// Below depth 1 a node is a quiescence node; the choice is made before it is entered.
template <SearchObserver Observer>
template <NodeKind Kind>
Score Worker<Observer>::search_child(Node& child) {
    if (stopped()) return Score::draw(); // no node is entered after the last one
    if (child.depth > 0) return search<Kind>(child);
    child.depth = 0;
    child.flags.set(NodeFlag::QuiescenceRoot);
    return quiesce<Kind>(child);
}

template <SearchObserver Observer>
Score Worker<Observer>::scout(Node& node, const MoveLoop& loop, Depth depth, ExpectedType expected,
                              NodeFlags flags) {
    Node child = node.child(loop.move, depth, -node.alpha - Margin{1}, -node.alpha, expected);
    child.flags = flags;
    if (flags.has(NodeFlag::Reduced)) child.reduction = loop.reduction.plies();
    child.extension = loop.extension.plies();
    child.move_class = loop.move_class;
    const Score score = -search_child<NodeKind::NonPv>(child);
    note_rest(node, child, score);
    return score;
}

/// A draw by repetition below is a fact about the path above it. Called with the child on the
/// board.
template <SearchObserver Observer>
void Worker<Observer>::note_rest(Node& node, const Node& child, Score score) const {
    if (child.rests_on <= node.ply && score == -draw_score())
        node.rests_on = std::min(node.rests_on, child.rests_on);
}

template <SearchObserver Observer>
template <NodeKind Kind>
Score Worker<Observer>::search_move(Node& node, MoveLoop& loop) {
    const bool is_safe = !loop.gives_check || position_.exchange_gains(loop.move, 0);
    if (options_.has(Technique::CheckExtension) && loop.extension.singular == 0 &&
        check_extension::applies(node, loop.gives_check, is_safe, root_depth_))
        loop.extension.check = 1;
    const Depth depth = node.depth - 1 + loop.extension.plies();
    path(node.ply).double_extensions =
        path(node.ply - 1).double_extensions + (loop.extension.singular == 2 ? 1 : 0);

    const bool is_first = node.moves_searched == 1;
    const bool reduces = options_.has(Technique::LateMoveReduction) &&
                         node.depth >= late_move_reduction::kMinDepth &&
                         node.moves_searched >= late_move_reduction::kMinMove;
    loop.reduction = {};
    if (reduces) reckon_reduction<Kind>(node, loop);
    NodeFlags flags;
    if (loop.gives_check) flags.set(NodeFlag::GivesCheck);
    if (loop.extension.plies() > 0) flags.set(NodeFlag::Extended);
    if (loop.lost_chain) flags.set(NodeFlag::ChainRemoved);

    make(node, loop.move, loop.gives_check);
    Score score = Score::none();
    bool wants_full = is_first;
    if (!is_first || Kind == NodeKind::NonPv) {
        score = search_scouts<Kind>(node, loop, depth, flags);
        wants_full = score > node.alpha;
    }
    if (Kind != NodeKind::NonPv && wants_full && !stopped()) {
        Node child = node.child(loop.move, depth, -node.beta, -node.alpha, ExpectedType::Pv);
        child.flags = is_first ? flags : flags | NodeFlag::Research;
        child.extension = loop.extension.plies();
        child.move_class = loop.move_class;
        score = -search_child<NodeKind::Pv>(child);
        note_rest(node, child, score);
    }
    unmake();
    return score;
}

/// The null-window searches of a move: reduced first, and in full when that fails high.
template <SearchObserver Observer>
template <NodeKind Kind>
Score Worker<Observer>::search_scouts(Node& node, MoveLoop& loop, Depth depth, NodeFlags flags) {
    const ExpectedType full_type =
        Kind == NodeKind::NonPv ? opposite(node.expected) : ExpectedType::Cut;
    const Depth reduced = std::max(depth - loop.reduction.plies(), std::min(1, depth));
    if (reduced >= depth || node.moves_searched == 1)
        return scout(node, loop, depth, full_type, flags);

    const Score score = scout(node, loop, reduced, ExpectedType::Cut, flags | NodeFlag::Reduced);
    if (score <= node.alpha || stopped()) return score;
    // How clearly the reduced search failed high says how deep the full one should be.
    const bool deeper = score > node.best + Margin{60};
    const bool shallower = score < node.best + Margin{8};
    const Depth full = depth + (deeper ? 1 : 0) - (shallower ? 1 : 0);
    if (full <= reduced) return score;
    return scout(node, loop, full, full_type, flags | NodeFlag::Research);
}

// --- what comes of it ----------------------------------------------------------------------------

template <SearchObserver Observer>
template <NodeKind Kind>
void Worker<Observer>::take_best(Node& node, const MoveLoop& loop, Score score) {
    if (score <= node.best) return;
    node.best = score;
    if (score <= node.alpha) return;
    node.best_move = loop.move;
    node.alpha = score;
    if constexpr (Kind != NodeKind::NonPv) {
        const auto ply = static_cast<std::size_t>(node.ply);
        lines_[ply].set(loop.move, lines_[ply + 1]);
    }
}

template <SearchObserver Observer>
NodeVerdict Worker<Observer>::conclude(Node& node, const MoveLoop& loop) {
    if (node.best == -Score::infinite()) {
        // Nothing was searched. A singular search may just have had no other move; else, since at
        // least one legal move is always searched, there is none.
        if (node.excluded.is_some()) return {Technique::MoveLoop, node.original_alpha};
        return {Technique::NoLegalMove, node.in_check ? Score::mated_in(node.ply) : draw_score()};
    }
    node.best = std::max(node.best, node.floor); // the move that repeats may have been pruned
    const Bound bound = node.bound_of_best();
    if (bound == Bound::Lower) reward_cutoff(node, loop);
    if (bound == Bound::Upper) praise_unanswered(node);
    learn_correction(node, bound);
    store(node, node.best, bound);
    return {Technique::MoveLoop, node.best};
}

/// The move that cut off is praised, those tried before it are blamed.
template <SearchObserver Observer>
void Worker<Observer>::reward_cutoff(const Node& node, const MoveLoop& loop) {
    const bool surprises = node.best > node.beta + Margin{60};
    const int bonus = std::min(160 * (node.depth + (surprises ? 1 : 0)), 1600);
    const Move best = node.best_move;
    ++path(node.ply).cutoffs;
    if (loop.is_noisy) {
        histories_->capture.update(position_, best, bonus);
    } else {
        path(node.ply).killers.add(best);
        reward_quiet(node, best, bonus);
        for (const Move move : loop.quiets) reward_quiet(node, move, -bonus);
    }
    for (const Move move : loop.noisy) histories_->capture.update(position_, move, -bonus);
}

template <SearchObserver Observer>
void Worker<Observer>::reward_quiet(const Node& node, Move move, int bonus) {
    histories_->butterfly.update(position_.side_to_move(), move, bonus);
    const Piece piece = position_.piece_on(move.from());
    histories_->pawns.update(position_.pawn_key(), piece, move.to(), bonus);
    for (const int back : {1, 2, 4, 6})
        path(node.ply - back).continuation->update(piece, move.to(), bonus);
}

/// Only where the result says that the evaluation was wrong: a bound on its far side, and no
/// capture, for those the evaluation is not meant to see.
template <SearchObserver Observer>
void Worker<Observer>::learn_correction(const Node& node, Bound bound) {
    if (node.in_check || node.excluded.is_some() || node.best.is_decisive()) return;
    if (node.best_move.is_some() && position_.is_noisy(node.best_move)) return;
    if (bound == Bound::Lower && node.best <= node.static_eval) return;
    if (bound == Bound::Upper && node.best >= node.static_eval) return;
    histories_->correction.update(position_, last_moves(node.ply), node.best - node.static_eval,
                                  node.depth);
}

} // namespace rata
