// The moves of one position as a book has them, with all that can be said of each, in the order of
// any of its figures. Only moves that can be played are in it.
#pragma once

#include "book/stats/goodness.hpp"
#include "book/store/book_file.hpp"
#include "engine/rules/position.hpp"

#include <string_view>
#include <vector>

namespace rata {

enum class MoveOrder : std::uint8_t {
    Games,
    Score,
    Goodness, ///< the lower end
    WinsMinusLosses,
    Draws, ///< their share
    Year,  ///< the last one
    Performance,
};
[[nodiscard]] constexpr std::size_t enum_size(MoveOrder) { return 7; }
/// As on the command line: "games", "score", "goodness", "wl", "draws", "year", "performance".
[[nodiscard]] std::string_view to_string(MoveOrder order);

struct BookMove {
    Move move{};
    BookEntry entry{};
    Goodness goodness{};
    /// Games of the position it leads to that came there by other moves, as far as the book knows.
    std::uint64_t games_by_transposition = 0;

    /// Those it was built from and our own.
    [[nodiscard]] std::uint64_t all_games() const { return entry.games() + entry.own.games(); }
    /// A search has found it worse than the book's bound.
    [[nodiscard]] bool is_barred(const BookFacts& facts) const {
        return entry.is_vetted() && entry.verdict < facts.vet_bound;
    }
};

struct MoveTablePlan {
    MoveOrder order = MoveOrder::Games;
    std::uint64_t min_games = 0;
    OwnWeight own_weight{};
};

/// Moves that are equal in the order go by games, then by Polyglot's weight, then by their squares.
[[nodiscard]] std::vector<BookMove> move_table(const BookView& book, const Position& position,
                                               const MoveTablePlan& plan);

} // namespace rata
