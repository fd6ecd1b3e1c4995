// Many threads, one table: every worker searches the whole tree for itself, and what one stores
// another finds. Worker 0 runs on the caller's thread, keeps the time and does the talking.
#pragma once

#include "engine/search/handicap.hpp"
#include "engine/search/root_tables.hpp"
#include "engine/search/search_runner.hpp"
#include "engine/search/time_control.hpp"
#include "engine/search/worker.hpp"

#include <string>
#include <system_error>
#include <thread>

namespace rata {

template <SearchObserver Observer>
class LazySmp final : public SearchRunner {
public:
    explicit LazySmp(TranspositionTable& table) : shared_{.table = table} { set_threads(1); }

    SearchResult search(const SearchRequest& request, SearchSignals& signals,
                        SearchListener& listener) override;
    void new_game() override {
        for (const auto& worker : workers_) worker->new_game();
    }
    void set_threads(int threads) override;
    [[nodiscard]] std::uint64_t nodes() const override {
        std::uint64_t sum = 0;
        for (const auto& worker : workers_) sum += worker->nodes();
        return sum;
    }
    /// For whoever compiled the search with an observer: the one of each thread.
    [[nodiscard]] Observer& observer(std::size_t thread) { return workers_[thread]->observer(); }

private:
    void run_workers(std::size_t count, SearchListener& listener);
    [[nodiscard]] const Worker<Observer>& most_trusted() const;

    SharedSearch shared_;
    std::vector<std::unique_ptr<Worker<Observer>>> workers_{};
};

template <SearchObserver Observer>
void LazySmp<Observer>::set_threads(int threads) {
    const auto count = static_cast<std::size_t>(threads);
    if (workers_.size() > count) workers_.resize(count);
    while (workers_.size() < count)
        workers_.push_back(
            std::make_unique<Worker<Observer>>(shared_, static_cast<int>(workers_.size())));
}

template <SearchObserver Observer>
SearchResult LazySmp<Observer>::search(const SearchRequest& request, SearchSignals& signals,
                                       SearchListener& listener) {
    const RootMoves root_moves = root_moves_of(request);
    TimeControl control(request, signals, listener, shared_, [this] { return nodes(); });
    if (root_moves.empty()) return control.conclude_without_moves();

    shared_.table.start_new_search();
    shared_.stop = false;
    shared_.control = &control;
    const auto handicap = Handicap::of(request.options, request.position);
    SearchOptions options = request.options;
    std::uint64_t nodes_left = control.node_limit();
    if (handicap) {
        nodes_left = std::min(nodes_left, handicap->nodes);
        options.multi_pv = std::max(options.multi_pv, handicap->lines);
    }
    shared_.node_budget = nodes_left;
    shared_.grant = control.nodes_between_looks();
    shared_.tables = handicap ? nullptr : request.tables;
    shared_.table_hits = 0;
    shared_.max_depth = std::clamp(request.limits.depth.value_or(kMaxPly - 1), 1, kMaxPly - 1);
    const RootTables tables(request, shared_, root_moves);
    if (const auto known = tables.best_moves()) {
        for (const auto& worker : workers_) worker->prepare(request.position, options, {});
        return control.conclude(1, *known);
    }
    const RootMoves promising = tables.without_mistakes(root_moves);
    for (const auto& worker : workers_) worker->prepare(request.position, options, promising);
    run_workers(control.is_in_haste() ? 1 : workers_.size(), listener);
    const Worker<Observer>& chosen = most_trusted();
    RootMoves ranked = chosen.root_moves();
    if (handicap) handicap->choose(ranked, options, request.position);
    tables.show_mates(ranked);
    return control.conclude(chosen.completed_depth(), ranked);
}

template <SearchObserver Observer>
void LazySmp<Observer>::run_workers(std::size_t count, SearchListener& listener) {
    std::vector<std::jthread> helpers;
    try {
        for (std::size_t i = 1; i < count; ++i)
            helpers.emplace_back([worker = workers_[i].get()] { worker->iterate(); });
    } catch (const std::system_error& problem) { // the move must come all the same
        listener.on_text("Threads: only " + std::to_string(helpers.size() + 1) +
                         " can be started: " + problem.what());
    }
    workers_.front()->iterate();
    shared_.stop = true; // the others end with worker 0, whose limits are the search's
}

/// Worker 0, unless another one finished a deeper iteration and likes its move better, or found a
/// shorter mate.
template <SearchObserver Observer>
const Worker<Observer>& LazySmp<Observer>::most_trusted() const {
    const Worker<Observer>* best = workers_.front().get();
    for (const auto& worker : workers_) {
        if (worker->completed_depth() == 0) continue;
        const Score score = worker->root_moves().front().score;
        const Score best_score = best->root_moves().front().score;
        const bool deeper = worker->completed_depth() > best->completed_depth();
        const bool as_deep = worker->completed_depth() == best->completed_depth();
        if (best_score.is_win() ? score > best_score
                                : (score.is_win() || (score > best_score && (deeper || as_deep))))
            best = worker.get();
    }
    return *best;
}

} // namespace rata
