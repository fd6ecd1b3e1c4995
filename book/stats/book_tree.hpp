// The moves of a book as a tree below one position: the most important ones, so deep and so wide as
// was asked for. Whoever wants it drawn draws it.
#pragma once

#include "book/stats/move_table.hpp"

#include <vector>

namespace rata {

struct BookTreePlan {
    int depth = 4;         ///< plies
    std::size_t width = 3; ///< moves of a position
    MoveTablePlan table{};
};

struct BookBranch {
    BookMove move{};
    Key key = 0; ///< Position::key() behind the move
    std::vector<BookBranch> replies{};
};

/// An error if there are more branches than anybody can want.
[[nodiscard]] Result<std::vector<BookBranch>>
book_tree(const BookView& book, const Position& position, const BookTreePlan& plan);

} // namespace rata
