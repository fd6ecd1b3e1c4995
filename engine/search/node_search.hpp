// One node, from entry to the only way out. Read search() as a table of contents: each line is one
// way a node can end, tried in order of cost.
#pragma once

#include "engine/search/techniques/endgame_table.hpp"
#include "engine/search/techniques/internal_reduction.hpp"
#include "engine/search/techniques/move_chain.hpp"
#include "engine/search/techniques/null_move.hpp"
#include "engine/search/techniques/probcut.hpp"
#include "engine/search/techniques/razoring.hpp"
#include "engine/search/techniques/reverse_futility.hpp"
#include "engine/search/techniques/swing_history.hpp"
#include "engine/search/techniques/table_cutoff.hpp"
#include "engine/search/worker.hpp"

namespace rata {

template <SearchObserver Observer>
template <NodeKind Kind>
Score Worker<Observer>::search(Node& node) {
    enter(node);
    if (stopped()) return leave(node, Technique::Aborted, Score::draw());
    if constexpr (Kind != NodeKind::Root) {
        if (auto s = draw_by_rule(node)) return leave(node, Technique::DrawByRule, *s);
        if (node.ply >= kMaxPly - 1)
            return leave(node, Technique::MaxPly, evaluator_.evaluate(position_));
        if (auto s = mate_distance_bound(node)) return leave(node, Technique::MateDistance, *s);
        if (auto s = upcoming_repetition(node))
            return leave(node, Technique::UpcomingRepetition, *s);
    }
    if (auto s = try_table<Kind>(node)) return leave(node, Technique::TableCutoff, *s);
    if (auto s = try_endgame_table<Kind>(node)) return leave(node, Technique::EndgameTable, *s);
    assess(node);
    if (auto s = try_razoring<Kind>(node)) return leave(node, Technique::Razoring, *s);
    if (auto s = try_reverse_futility<Kind>(node))
        return leave(node, Technique::ReverseFutility, *s);
    if (auto s = try_null_move<Kind>(node)) return leave(node, Technique::NullMove, *s);
    if (auto s = try_probcut<Kind>(node)) return leave(node, Technique::ProbCut, *s);
    reduce_unknown<Kind>(node);
    const NodeVerdict verdict = search_moves<Kind>(node);
    return leave(node, verdict.technique, verdict.score);
}

// --- in and out ----------------------------------------------------------------------------------

template <SearchObserver Observer>
void Worker<Observer>::enter(Node& node) {
    node.id = ++entered_;
    if (grant_-- == 1) refill_grant();
    selective_depth_ = std::max(selective_depth_, node.ply);
    node.in_check = position_.in_check();
    if (node.in_check) node.flags.set(NodeFlag::InCheck);
    if (node.expected == ExpectedType::Pv) lines_[static_cast<std::size_t>(node.ply)].clear();
    if constexpr (!std::is_empty_v<Observer>) node.table_key = table_key(node.ply); // to filter by
    observer_.enter(node);
}

/// The only door out of a node.
template <SearchObserver Observer>
Score Worker<Observer>::leave([[maybe_unused]] const Node& node,
                              [[maybe_unused]] Technique technique, Score score) {
    observer_.leave(node, technique, score);
    return score;
}

/// The last node of a grant is still searched as far as the stop flag lets it: with one thread and
/// a node limit the search ends having entered exactly that many.
template <SearchObserver Observer>
void Worker<Observer>::refill_grant() {
    nodes_.store(entered_, std::memory_order_relaxed);
    grant_ = shared_.take_nodes(shared_.grant);
    const bool over = grant_ == 0 || (number_ == 0 && shared_.control->must_stop());
    if (over) shared_.stop.store(true, std::memory_order_relaxed);
}

// --- draws and bounds ----------------------------------------------------------------------------

template <SearchObserver Observer>
Score Worker<Observer>::draw_score() const {
    const int contempt =
        position_.side_to_move() == root_side_ ? -options_.contempt : options_.contempt;
    return Score::cp(contempt);
}

template <SearchObserver Observer>
MaybeScore Worker<Observer>::draw_by_rule(Node& node) {
    if (const int distance = position_.repetition_distance(node.ply); distance != 0) {
        node.rests_on = std::max(0, node.ply - distance);
        return draw_score();
    }
    if (position_.has_insufficient_material()) return draw_score();
    // Mate on the very move that completes the fifty goes first.
    if (position_.is_fifty_move_draw() && !(node.in_check && !has_legal_move(position_)))
        return draw_score();
    return std::nullopt;
}

/// Worth: -21 +- 44 Elo in 200 games, without it 0.97 times the nodes; see docs/search.md.
template <SearchObserver Observer>
MaybeScore Worker<Observer>::upcoming_repetition(Node& node) {
    if (!options_.has(Technique::UpcomingRepetition)) return std::nullopt;
    if (node.alpha >= draw_score()) return std::nullopt;
    const int distance = position_.upcoming_repetition_distance(node.ply);
    if (distance == 0) return std::nullopt;
    node.alpha = node.floor = draw_score();
    node.rests_on = std::max(0, node.ply - distance);
    if (node.alpha >= node.beta) return node.alpha;
    return std::nullopt;
}

/// Even mating at once cannot beat a mate found nearer the root, nor can being mated now be worse.
/// Worth: -2 +- 5 Elo in 230 games, without it as many nodes; see docs/search.md.
template <SearchObserver Observer>
MaybeScore Worker<Observer>::mate_distance_bound(Node& node) const {
    if (!options_.has(Technique::MateDistance)) return std::nullopt;
    node.alpha = std::max(node.alpha, Score::mated_in(node.ply));
    node.beta = std::min(node.beta, Score::mate_in(node.ply + 1));
    if (node.alpha >= node.beta) return node.alpha;
    return std::nullopt;
}

// --- what is known before any move is tried ------------------------------------------------------

template <SearchObserver Observer>
Score Worker<Observer>::corrected(const Node& node) const {
    if (!options_.has(Technique::CorrectionHistory)) return node.raw_eval;
    const Margin margin = histories_->correction.correction(position_, last_moves(node.ply));
    return (node.raw_eval + margin).clamped_to_eval();
}

/// Nothing stands for a passed turn and for what came before the root.
template <SearchObserver Observer>
CorrectionHistory::LastMoves Worker<Observer>::last_moves(Ply ply) const {
    const Move last = path(ply - 1).move;
    const bool is_real = last.is_some() && last != Move::null();
    return {.after_first = path(ply - 2).correction,
            .piece = is_real ? path(ply - 1).piece : Piece::None,
            .to = is_real ? last.to() : Square::A1};
}

/// Whether a quiet move was made to get here, so that it can be praised or blamed.
template <SearchObserver Observer>
bool Worker<Observer>::came_by_quiet_move(const Node& node) const {
    const PathEntry& before = path(node.ply - 1);
    return node.ply > 0 && !node.excluded.is_some() && before.move != Move::null() &&
           !before.is_noisy;
}

/// A search result is a better guess than an evaluation, where its bound allows it.
inline Score estimate_of(const Node& node) {
    if (!node.table || !node.table->score.is_known()) return node.static_eval;
    const Score score = node.table->score.from_table(node.ply);
    if (score.is_decisive()) return node.static_eval;
    const Bound needed = score > node.static_eval ? Bound::Lower : Bound::Upper;
    const bool fits = node.table->bound == Bound::Exact || node.table->bound == needed;
    return fits ? score : node.static_eval;
}

template <SearchObserver Observer>
void Worker<Observer>::assess(Node& node) {
    PathEntry& here = path(node.ply);
    path(node.ply + 2).cutoffs = 0;
    path(node.ply + 1).killers.clear();
    here.double_extensions = path(node.ply - 1).double_extensions;
    if (node.in_check) {
        here.static_eval = Score::none();
        return;
    }
    if (node.excluded.is_some() && here.static_eval.is_known()) {
        node.raw_eval = node.static_eval = here.static_eval; // the same position was just assessed
    } else {
        const bool known = node.table && node.table->eval.is_known();
        node.raw_eval = known ? node.table->eval : evaluator_.evaluate(position_);
        node.static_eval = here.static_eval = corrected(node);
    }
    const Score two_back = path(node.ply - 2).static_eval;
    const Score before = two_back.is_known() ? two_back : path(node.ply - 4).static_eval;
    node.improving = before.is_known() && node.static_eval > before;
    node.estimate = estimate_of(node);
    learn_swing(node);
}

// --- the table -----------------------------------------------------------------------------------

/// The key of the position, and of what else its score rests on: late in the fifty-move counter of
/// the counter too (in steps first, in the last moves exactly), and as long as the line can still
/// reach them, of the positions that stood twice in the game.
template <SearchObserver Observer>
Key Worker<Observer>::table_key(Ply ply) const {
    constexpr int kFarFromTheEnd = 56;
    constexpr int kCloseToTheEnd = 88;
    constexpr int kStep = 8;
    const int clock = position_.halfmove_clock();
    Key key = position_.key();
    if (clock >= ply) key ^= repeated_before_root_;
    if (clock < kFarFromTheEnd) return key;
    const int phase = clock < kCloseToTheEnd ? clock / kStep : clock;
    return key ^ static_cast<Key>(phase) * 0x9E3779B97F4A7C15ULL;
}

template <SearchObserver Observer>
void Worker<Observer>::store(const Node& node, Score score, Bound bound) {
    if (node.excluded.is_some()) return; // the result of another question
    // Nor is the second of several lines what the root is worth.
    if (node.ply == 0 && first_root_ > 0) return;
    if (!options_.has(Technique::TranspositionTable)) return;
    TableEntry entry{.move = node.best_move,
                     .score = score.to_table(node.ply),
                     .eval = node.raw_eval,
                     .depth = std::max(node.depth, TranspositionTable::kMinDepth),
                     .bound = bound,
                     .was_pv =
                         node.expected == ExpectedType::Pv || (node.table && node.table->was_pv)};
    const bool rests_on_path = node.rests_on < node.ply && score == draw_score();
    if (rests_on_path) {
        entry.score = Score::none();
        entry.bound = Bound::None;
        entry.depth = TranspositionTable::kMinDepth;
    }
    shared_.table.store(node.table_key, entry);
}

// --- moving --------------------------------------------------------------------------------------

template <SearchObserver Observer>
void Worker<Observer>::make(const Node& node, Move move, bool may_give_check) {
    PathEntry& here = path(node.ply);
    here.move = move;
    const Piece piece = here.piece = position_.piece_on(move.from());
    here.continuation = &histories_->continuation.after(piece, move.to());
    here.correction = &histories_->correction.after(piece, move.to());
    here.is_noisy = position_.is_noisy(move);
    evaluator_.push(position_.make(move, may_give_check));
    // While memory brings the entry of the table it can bring what an assessment reads as well.
    histories_->correction.prefetch(position_, last_moves(node.ply + 1));
    evaluator_.prefetch(position_);
}

template <SearchObserver Observer>
void Worker<Observer>::make_null(const Node& node) {
    PathEntry& here = path(node.ply);
    here.move = Move::null();
    here.continuation = &histories_->continuation.after_nothing();
    here.correction = &histories_->correction.after_nothing();
    position_.make_null();
    evaluator_.push(BoardDelta{});
    shared_.table.prefetch(position_.key());
}

template <SearchObserver Observer>
void Worker<Observer>::unmake() {
    position_.unmake();
    evaluator_.pop();
}

template <SearchObserver Observer>
void Worker<Observer>::unmake_null() {
    position_.unmake_null();
    evaluator_.pop();
}

} // namespace rata
