// The door between whoever wants a move and the search: one virtual call per search, so that the
// session need not know which observer the search was compiled with.
#pragma once

#include "engine/base/result.hpp"
#include "engine/rules/position.hpp"
#include "engine/search/limits.hpp"
#include "engine/search/options.hpp"
#include "engine/search/report.hpp"
#include "engine/search/signals.hpp"

#include <memory>

namespace rata {

class EndgameTables;
class TranspositionTable;

struct SearchRequest {
    const Position&
        position; ///< with its history, for repetitions; copied before the search starts
    const Limits& limits;
    const SearchOptions& options;
    /// What the session knows of the game, for the clock: see TimeRequest.
    milliseconds measured_lag{0};
    std::optional<int> moves_out_of_book{};
    std::optional<Score> previous_score{};
    /// Endgame tables to ask, if there are any; they are not changed during the search.
    const EndgameTables* tables = nullptr;
};

class SearchRunner {
public:
    SearchRunner() = default;
    SearchRunner(const SearchRunner&) = delete;
    SearchRunner& operator=(const SearchRunner&) = delete;
    virtual ~SearchRunner() = default;

    /// Searches on the calling thread, with helpers, until a limit or a signal ends it. Under
    /// `infinite` and `ponder` it does not return before it is told to, and waits without spinning.
    virtual SearchResult search(const SearchRequest& request, SearchSignals& signals,
                                SearchListener& listener) = 0;
    /// Forgets histories; the table is its owner's to clear.
    virtual void new_game() = 0;
    /// 1 to 256. Not during a search.
    virtual void set_threads(int threads) = 0;
    /// Nodes entered by the last or running search, all threads.
    [[nodiscard]] virtual std::uint64_t nodes() const = 0;
};

/// The search as it is played with: nothing watches it.
[[nodiscard]] std::unique_ptr<SearchRunner> make_silent_runner(TranspositionTable& table);

} // namespace rata
