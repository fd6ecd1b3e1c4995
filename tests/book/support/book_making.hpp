// Books made of games in a text, for the tests of the book.
#pragma once

#include "book/stats/book_builder.hpp"

#include <string_view>
#include <vector>

namespace rata::test {

struct MadeBook {
    std::vector<BookEntry> entries{};
    BookFacts facts{};
    std::vector<RefusedGame> refused{};
    std::size_t spills = 0;
};

[[nodiscard]] MadeBook make_book(std::string_view games, const BookPlan& plan = {});

/// Writes the entries as a book; the path is returned for comfort.
std::filesystem::path write_book(const std::filesystem::path& path, const MadeBook& book);

} // namespace rata::test
