// What the threads of one search share: the table, the stop flag, the budget of nodes, and the
// control that worker 0 asks whether to go on. Everything a worker must ask somebody else is here.
#pragma once

#include "engine/search/report.hpp"
#include "engine/search/root_moves.hpp"
#include "engine/search/tt.hpp"
#include "tablebase/endgame_tables.hpp"

#include <atomic>
#include <limits>

namespace rata {

/// What worker 0 knows after an iteration, the best root move first.
struct FinishedIteration {
    Depth depth = 0;
    const RootMoves& moves;
    int best_changes = 0; ///< how often another move took the lead
    std::uint64_t nodes = 0;
};

/// Decides when a search ends and tells the world about it. Called on worker 0's thread only.
class SearchControl {
public:
    SearchControl() = default;
    SearchControl(const SearchControl&) = delete;
    SearchControl& operator=(const SearchControl&) = delete;
    virtual ~SearchControl() = default;

    /// After each grant of nodes: is it over?
    virtual bool must_stop() = 0;
    /// After each completed iteration: is it enough?
    virtual bool may_end_after(const FinishedIteration& iteration) = 0;
    virtual void on_line(Depth depth, int line, const RootMove& move, Bound bound) = 0;
    virtual void on_current_move(Depth depth, Move move, int number) = 0;
    /// One of the root moves has been searched.
    virtual void on_root_move(const RootMoves& moves, const RootMove& searched) = 0;
};

struct SharedSearch {
    TranspositionTable& table;
    const EndgameTables* tables = nullptr;
    std::atomic<std::uint64_t> table_hits{0}; ///< answers of the endgame tables
    SearchControl* control = nullptr;
    std::atomic<bool> stop{false};
    /// Nodes not yet handed out to a worker; a node limit is exact with one thread.
    std::atomic<std::uint64_t> node_budget{0};
    Depth max_depth = kMaxPly - 1;
    /// Nodes of a worker between two looks at limits and clock.
    std::uint64_t grant = 1024;

    static constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max() / 2;

    /// Up to `wanted` nodes out of the budget; 0 when it is spent.
    std::uint64_t take_nodes(std::uint64_t wanted) {
        std::uint64_t left = node_budget.load(std::memory_order_relaxed);
        while (left != 0) {
            const std::uint64_t taken = std::min(left, wanted);
            if (node_budget.compare_exchange_weak(left, left - taken, std::memory_order_relaxed))
                return taken;
        }
        return 0;
    }
};

} // namespace rata
