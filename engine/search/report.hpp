// What a search says while it runs and when it has ended, as values. Protocols turn it into text.
#pragma once

#include "engine/rules/move.hpp"
#include "eval/score.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rata {

enum class Bound : std::uint8_t { None, Upper, Lower, Exact };

/// One line of thought, finished or (with a bound that is not exact) on its way.
struct LineReport {
    Depth depth = 0;
    Ply selective_depth = 0;
    int line = 1; ///< 1 = best; up to MultiPV
    Score score{};
    Bound bound = Bound::Exact;
    std::uint64_t nodes = 0;
    std::chrono::milliseconds time{0};
    int hash_permille = 0;
    std::uint64_t table_hits = 0; ///< endgame tables
    std::vector<Move> moves{};
};

/// The root move now being searched.
struct CurrentMoveReport {
    Depth depth = 0;
    Move move{};
    int number = 0; ///< from 1
};

/// The line a thread is looking at, or how a root move is refuted.
struct CurrentLineReport {
    int thread = 1;
    std::vector<Move> moves{};
};
struct RefutationReport {
    std::vector<Move> moves{}; ///< the refuted move first
};

/// What is known of a root move: how much of the search it took, and what was found when it was
/// last searched. Most moves are only shown to be no better than the best one (Bound::Upper).
struct RootMoveReport {
    Move move{};
    std::uint64_t nodes = 0; ///< in the whole search, by the thread that reports
    Score score{};
    Bound bound = Bound::Exact;
    Depth depth = 0;
};

struct SearchResult {
    Move best = Move::none();   ///< none() when the game is over
    Move ponder = Move::none(); ///< the expected answer, if any
    LineReport line{};          ///< the last completed one of the best move
    Depth completed = 0;        ///< the last one that looked at every move; 0: the line is a guess
};

/// Hears of a search. Called on the thread that runs it, never from two threads at once.
class SearchListener {
public:
    SearchListener() = default;
    SearchListener(const SearchListener&) = default;
    SearchListener& operator=(const SearchListener&) = default;
    virtual ~SearchListener() = default;

    virtual void on_line(const LineReport&) {}
    virtual void on_current_move(const CurrentMoveReport&) {}
    virtual void on_current_line(const CurrentLineReport&) {}
    virtual void on_refutation(const RefutationReport&) {}
    /// All that have been searched, the best first.
    virtual void on_root_moves(const std::vector<RootMoveReport>&) {}
    virtual void on_text(const std::string&) {}
};

} // namespace rata
