// A position of a book, or a tree of its moves, as a page in HTML that needs nothing from outside.
#pragma once

#include "book/stats/book_tree.hpp"
#include "engine/app/book_table.hpp"

#include <string>

namespace rata {

/// Board, table and bars.
[[nodiscard]] std::string book_table_page(const BookTable& table);

/// A list whose branches fold.
[[nodiscard]] std::string book_tree_page(const BookTable& table,
                                         const std::vector<BookBranch>& branches);

} // namespace rata
