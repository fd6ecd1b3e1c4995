// What the commands about opening books share: opening a book, telling what it says of itself, and
// options that several of them have.
#pragma once

#include "book/stats/book_builder.hpp"
#include "book/stats/goodness.hpp"
#include "book/store/book_file.hpp"
#include "engine/app/console.hpp"
#include "engine/app/report.hpp"
#include "engine/app/syntax.hpp"

#include <optional>
#include <string>
#include <vector>

namespace rata {

/// Options of commands that read games into a book.
struct BookGameWords {
    std::vector<std::string> files{}; ///< in order; of some commands the first is a book
    BookPlan plan{};

    /// Which games count, how far, and with what threads and memory.
    void declare(Syntax& syntax);
};

/// The book, or nothing after a complaint about what is wrong with it.
[[nodiscard]] std::optional<BookFile> open_book(Console& console, const std::string& path);

[[nodiscard]] FigureTable book_facts_table(const BookFacts& facts);
[[nodiscard]] nlohmann::ordered_json book_facts_json(const BookFacts& facts);

/// So many times a game of our own counts as much as one that the book was built from.
[[nodiscard]] Target own_weight_into(OwnWeight& weight);

/// The book and, behind it, the words of a position.
void declare_book_and_position(Syntax& syntax, std::vector<std::string>& words);
/// The position that the words behind a book mean; without any, the usual start. Nothing after a
/// complaint.
[[nodiscard]] std::optional<Position> book_position(Console& console,
                                                    const std::vector<std::string>& words);

} // namespace rata
