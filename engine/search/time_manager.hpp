// How long to think about one move. Pure arithmetic: it owns neither clock nor thread, it is told
// how much time has passed. One is made for each "go"; the main thread asks it after every
// iteration (should_stop_iterating) and now and then inside one (is_over).
#pragma once

#include "engine/base/clock.hpp"
#include "engine/search/limits.hpp"
#include "engine/search/options.hpp"

#include <optional>

namespace rata {

/// All that decides how much time a move may take.
struct TimeRequest {
    const Limits& limits;
    const SearchOptions& options;
    Color us = Color::White;
    int game_ply = 0;
    /// How many moves the rules allow, whatever `search_moves` says.
    std::size_t legal_moves = 2;
    /// What LagMeter has measured; it adds to SearchOptions::move_overhead.
    milliseconds measured_lag{0};
    /// Own moves since the opening book had no more to say, counting this one; 0: the book still
    /// knows the position. Absent when no book is used.
    std::optional<int> moves_out_of_book{};
    /// What our last search in this game thought of its best move.
    std::optional<Score> previous_score{};
};

/// What a finished iteration has shown.
struct IterationStats {
    Depth depth = 0;
    Move best = Move::none();
    Score score{};
    /// The part of the nodes at the root that went into the best move, 0 to 1.
    double best_share = 0.5;
    /// How often another move took the lead during this iteration.
    int best_changes = 0;
    /// Since the clock began to run: the "go", or the ponder hit.
    Clock::duration on_clock{};
    /// Since the search began, pondering included.
    Clock::duration thinking{};
};

class TimeManager {
public:
    /// What is meant to be used, and what must not be exceeded. Nothing at all is possible: then
    /// the first iteration is enough.
    struct Budget {
        std::chrono::microseconds optimum{};
        std::chrono::microseconds maximum{};

        bool operator==(const Budget&) const = default;
    };

    /// Under `ponder` the budget is the one that holds after the ponder hit.
    explicit TimeManager(const TimeRequest& request);

    /// Absent when no clock limits the search.
    [[nodiscard]] std::optional<Budget> budget() const { return budget_; }

    /// To be told of every finished iteration, while pondering too (its answer must be ignored
    /// then).
    [[nodiscard]] bool should_stop_iterating(const IterationStats& stats);

    /// What should_stop_iterating last said. At a ponder hit: whether enough has been thought
    /// already.
    [[nodiscard]] bool is_satisfied() const { return satisfied_; }

    /// The hard limit, for inside an iteration.
    [[nodiscard]] bool is_over(Clock::duration on_clock) const {
        return budget_ && on_clock >= budget_->maximum;
    }

private:
    [[nodiscard]] double stability_factor(const IterationStats& stats);
    [[nodiscard]] double score_factor(Score score);
    [[nodiscard]] bool is_decided(const IterationStats& stats) const;

    std::optional<Budget> budget_{};
    bool may_stop_early_ = false; ///< false under a fixed time per move
    bool only_one_move_ = false;
    bool satisfied_ = false;

    Move best_ = Move::none();
    int stable_iterations_ = 0;
    double unrest_ = 0; ///< changes of the best move, older ones counting less
    std::optional<Score> previous_move_score_{};
    std::optional<Score> previous_iteration_score_{};
};

} // namespace rata
