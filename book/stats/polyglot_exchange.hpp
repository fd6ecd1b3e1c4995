// Between our books and Polyglot's, both ways. Polyglot has one weight for a move; what becomes of
// our counts is the caller's choice, and what was a weight stays one.
#pragma once

#include "book/stats/goodness.hpp"
#include "book/store/book_file.hpp"
#include "book/store/polyglot_book.hpp"

#include <functional>
#include <span>
#include <string_view>

namespace rata {

enum class PolyglotWeight : std::uint8_t { Wins2Draws, Games, Score, Goodness };
/// "wins2draws", "games", "score", "goodness".
[[nodiscard]] std::optional<PolyglotWeight> polyglot_weight_from(std::string_view text);

/// In the order of our files. A book that has a move of a position twice is an error.
[[nodiscard]] Result<std::vector<BookEntry>> imported_entries(const PolyglotBook& book);

/// Hands out the entries position by position, by key, then the greatest weight first.
[[nodiscard]] Result<void>
export_entries(const BookView& book, PolyglotWeight weight,
               const std::function<Result<void>(std::span<const PolyglotEntry>)>& sink);

} // namespace rata
