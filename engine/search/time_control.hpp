// When a search ends, and what is told of it: the limits, the clock and the signals on one side,
// the listener on the other, the search in between. Lives as long as one search, on worker 0's
// thread.
#pragma once

#include "engine/base/clock.hpp"
#include "engine/search/search_runner.hpp"
#include "engine/search/shared_search.hpp"
#include "engine/search/time_manager.hpp"

#include <functional>

namespace rata {

/// The moves a search may choose from: all legal ones, or those of `searchmoves` that are legal. A
/// list of which none is legal counts as no list.
[[nodiscard]] RootMoves root_moves_of(const SearchRequest& request);

class TimeControl final : public SearchControl {
public:
    TimeControl(const SearchRequest& request, SearchSignals& signals, SearchListener& listener,
                const SharedSearch& shared, std::function<std::uint64_t()> count_nodes);

    /// The most nodes: what the limits say, and a clock that runs by nodes. Such a clock must not
    /// be overdrawn between two looks at it.
    [[nodiscard]] std::uint64_t node_limit() const;

    /// Whether there is no time for anything but a few iterations: other threads would take longer
    /// to start.
    [[nodiscard]] bool is_in_haste() const;
    /// Large enough that a look costs nothing, small enough that a short budget is kept.
    [[nodiscard]] std::uint64_t nodes_between_looks() const;

    bool must_stop() override;
    bool may_end_after(const FinishedIteration& iteration) override;
    void on_line(Depth depth, int line, const RootMove& move, Bound bound) override;
    void on_current_move(Depth depth, Move move, int number) override;
    void on_root_move(const RootMoves& moves, const RootMove& searched) override;

    /// Waits as long as `infinite` and `ponder` ask, tells the final lines and names the move.
    [[nodiscard]] SearchResult conclude(Depth depth, const RootMoves& moves);
    /// The same for a game that is over.
    [[nodiscard]] SearchResult conclude_without_moves();

private:
    [[nodiscard]] bool waits_to_be_told() const;
    [[nodiscard]] Clock::duration on_clock(TimePoint now) const;
    [[nodiscard]] bool is_mate_found(const RootMove& best) const;
    [[nodiscard]] LineReport report_of(Depth depth, int line, const RootMove& move,
                                       Bound bound) const;
    [[nodiscard]] Move expected_reply(const RootMove& best) const;
    [[nodiscard]] std::vector<Move> expected_line(Move first, std::size_t most) const;
    void tell_root_moves(const RootMoves& moves);
    void wait_until_wanted();

    const SearchRequest& request_;
    SearchSignals& signals_;
    SearchListener& listener_;
    const SharedSearch& shared_;
    std::function<std::uint64_t()> count_nodes_;
    TimeManager time_;
    TimePoint began_ = Clock::now();
    TimePoint told_root_moves_ = began_;
    bool has_move_ = false; ///< an iteration was finished, so that stopping leaves something
};

} // namespace rata
