// The root: iterations, windows, lines of MultiPV, and what is told about them.
#pragma once

#include "engine/search/techniques/aspiration_window.hpp"
#include "engine/search/worker.hpp"

namespace rata {

template <SearchObserver Observer>
void Worker<Observer>::prepare(const Position& position, const SearchOptions& options,
                               RootMoves root_moves) {
    position_ = position;
    options_ = options;
    const bool asks = shared_.tables != nullptr && options.has(Technique::EndgameTable);
    table_men_ = asks ? shared_.tables->most_men() : 0;
    root_side_ = position.side_to_move();
    repeated_before_root_ = position.repeated_history();
    evaluator_.reset(position_, options_.net);
    prepare_chains();
    chessmaps_ = options.chessmaps
                     ? std::make_unique<ChessmapsOrder>(position_, options.chessmaps_choice)
                     : nullptr;
    root_moves_ = std::move(root_moves);
    for (PathEntry& entry : path_) {
        entry = PathEntry{};
        entry.continuation = &histories_->continuation.after_nothing();
        entry.correction = &histories_->correction.after_nothing();
    }
    root_depth_ = completed_depth_ = 0;
    selective_depth_ = 0;
    null_move_ban_ = 0;
    entered_ = 0;
    grant_ = shared_.take_nodes(shared_.grant);
    nodes_.store(0, std::memory_order_relaxed);
}

template <SearchObserver Observer>
void Worker<Observer>::iterate() {
    const auto lines = std::min(static_cast<std::size_t>(options_.multi_pv), root_moves_.size());
    if (grant_ == 0) return; // the budget went to other workers
    use_tunables(options_.tunables);
    for (root_depth_ = 1; root_depth_ <= shared_.max_depth && !stopped(); ++root_depth_) {
        best_changes_ = 0;
        if (chains_ && options_.chains.life == ChainLife::Iteration)
            chains_->table.clear(options_.chains.links);
        for (RootMove& move : root_moves_) {
            move.previous = move.score;
            move.score = -Score::infinite();
        }
        for (first_root_ = 0; first_root_ < lines && !stopped(); ++first_root_) {
            selective_depth_ = 0;
            observer_.begin_iteration(root_depth_, static_cast<int>(first_root_) + 1);
            search_line(root_depth_);
            observer_.end_iteration(root_depth_, static_cast<int>(first_root_) + 1);
        }
        first_root_ = 0;
        if (stopped()) break;
        root_moves_.sort_from(0);
        completed_depth_ = root_depth_;
        nodes_.store(entered_, std::memory_order_relaxed);
        if (number_ == 0)
            for (std::size_t i = 0; i < lines; ++i)
                shared_.control->on_line(root_depth_, static_cast<int>(i) + 1, root_moves_[i],
                                         Bound::Exact);
        const FinishedIteration finished{root_depth_, root_moves_, best_changes_, entered_};
        if (number_ == 0 && shared_.control->may_end_after(finished))
            shared_.stop.store(true, std::memory_order_relaxed);
    }
    nodes_.store(entered_, std::memory_order_relaxed);
}

/// One line of MultiPV at one depth: windows around the last score, widened until it fits.
template <SearchObserver Observer>
void Worker<Observer>::search_line(Depth depth) {
    const Score previous = root_moves_[first_root_].previous;
    const bool narrow =
        options_.has(Technique::AspirationWindow) && aspiration_window::applies(depth, previous);
    Margin width = aspiration_window::first();
    Score alpha = narrow ? aspiration_window::below(previous, width) : -Score::infinite();
    Score beta = narrow ? aspiration_window::above(previous, width) : Score::infinite();
    Depth reduced = 0;
    for (;;) {
        const Score score = search_window(std::max(depth - reduced, 1), alpha, beta);
        root_moves_.sort_from(first_root_);
        if (stopped()) return restore_after_stop();
        if (score > alpha && score < beta) return;
        root_moves_[first_root_].bound = score <= alpha ? Bound::Upper : Bound::Lower;
        if (number_ == 0)
            shared_.control->on_line(depth, static_cast<int>(first_root_) + 1,
                                     root_moves_[first_root_], root_moves_[first_root_].bound);
        width = aspiration_window::widened(width);
        if (score <= alpha) {
            beta = aspiration_window::middle(alpha, beta);
            alpha = aspiration_window::below(score, width);
            reduced = 0;
        } else {
            beta = aspiration_window::above(score, width);
            reduced = std::min(reduced + 1, aspiration_window::kMaxReduction);
        }
    }
}

template <SearchObserver Observer>
Score Worker<Observer>::search_window(Depth depth, Score alpha, Score beta) {
    Node root;
    root.depth = depth;
    root.alpha = root.original_alpha = alpha;
    root.beta = beta;
    return search<NodeKind::Root>(root);
}

template <SearchObserver Observer>
Score Worker<Observer>::value_of(const Position& position, const SearchOptions& options, Ply ply,
                                 Depth depth) {
    prepare(position, options, {});
    if (ply % 2 != 0) root_side_ = ~root_side_;
    root_depth_ = ply + depth;
    Node node;
    node.ply = ply;
    node.depth = depth;
    node.alpha = node.original_alpha = -Score::infinite();
    node.beta = Score::infinite();
    node.last_move = position.last_move();
    return search_child<NodeKind::Pv>(node);
}

/// A stopped iteration keeps what it proved: a new best move that was searched to the end stays in
/// front; a root whose first move was not finished returns to the order and scores of the iteration
/// before.
template <SearchObserver Observer>
void Worker<Observer>::restore_after_stop() {
    for (std::size_t i = first_root_; i < root_moves_.size(); ++i) {
        RootMove& move = root_moves_[i];
        if (move.score == -Score::infinite()) move.score = move.previous;
    }
}

template <SearchObserver Observer>
void Worker<Observer>::record_root_move(const Node& node, Move move, Score score,
                                        std::uint64_t nodes_before) {
    const auto found = std::find_if(root_moves_.begin(), root_moves_.end(),
                                    [move](const RootMove& each) { return each.move == move; });
    found->nodes += entered_ - nodes_before;
    found->last_score = score;
    found->last_bound = score >= node.beta    ? Bound::Lower
                        : score <= node.alpha ? Bound::Upper
                                              : Bound::Exact;
    found->last_depth = root_depth_;
    if (node.moves_searched > 1 && score <= node.alpha) {
        found->score = -Score::infinite();
        if (number_ == 0) shared_.control->on_root_move(root_moves_, *found);
        return;
    }
    if (node.moves_searched > 1 && first_root_ == 0) ++best_changes_;
    found->score = score;
    found->selective_depth = selective_depth_;
    found->bound = score >= node.beta ? Bound::Lower : Bound::Exact;
    const Line& rest = lines_[1];
    found->line.assign(1, move);
    found->line.insert(found->line.end(), rest.moves.begin(), rest.moves.begin() + rest.length);
    if (number_ == 0) shared_.control->on_root_move(root_moves_, *found);
}

} // namespace rata
