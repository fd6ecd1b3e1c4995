// The moves of a position of a book as people and programs read them: rows of a table, a bar of
// results, names of openings, JSON. Pure functions; pages are book_page.hpp's affair.
#pragma once

#include "book/stats/move_table.hpp"
#include "engine/app/syntax.hpp"
#include "engine/base/text_table.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace rata {

/// A position of a book, and its moves in the order that was asked for.
struct BookTable {
    Position position = Position::start();
    std::vector<BookMove> moves{};
    BookFacts facts{}; ///< of the whole book
};

/// "+++++===--": so many signs, shared as the games were won, drawn and lost. Blank without games.
[[nodiscard]] std::string outcome_bar(const ResultCounts& results, std::size_t width);

/// Code and name of the opening: the last position of the game that has a name. Empty if none has.
[[nodiscard]] std::string opening_words(const Position& position);

/// "54.3 (51.0 to 57.6)": per cent.
[[nodiscard]] std::string goodness_words(const Goodness& goodness);

/// With a heading. Columns of which the book knows nothing are left out.
[[nodiscard]] TableRows book_table_rows(const BookTable& table);
[[nodiscard]] nlohmann::ordered_json book_move_json(const BookMove& move, const BookTable& table);

/// All moves of the position together.
[[nodiscard]] std::uint64_t games_of(const std::vector<BookMove>& moves);

/// "games", "score", ...
[[nodiscard]] Target move_order_into(MoveOrder& order);

} // namespace rata
