// Runs searches for tests: one table and one runner, kept from search to search like in a game.
#pragma once

#include "engine/search/search_runner.hpp"
#include "engine/search/tt.hpp"

#include <initializer_list>
#include <string_view>

namespace rata::test {

/// From a FEN of six fields as Setup writes it: enough for positions without Chess960 castling.
[[nodiscard]] Position position_of(std::string_view fen);
/// Plays moves like "e2e4 e7e5" from a position; each must be legal.
[[nodiscard]] Position after(Position position, std::string_view moves);
/// The legal move with these coordinates.
[[nodiscard]] Move move_of(const Position& position, std::string_view coordinates);

struct Searched {
    SearchResult result{};
    std::vector<LineReport> lines{};
    std::uint64_t nodes = 0;
};

class Searcher {
public:
    explicit Searcher(std::size_t mebibytes = 4);

    [[nodiscard]] Searched search(const Position& position, const Limits& limits,
                                  const SearchOptions& options = {});
    [[nodiscard]] Searched to_depth(const Position& position, Depth depth,
                                    const SearchOptions& options = {});
    [[nodiscard]] Searched to_nodes(const Position& position, std::uint64_t nodes,
                                    const SearchOptions& options = {});
    void forget();
    void set_threads(int threads) { runner_->set_threads(threads); }

private:
    TranspositionTable table_{};
    std::unique_ptr<SearchRunner> runner_;
};

} // namespace rata::test
