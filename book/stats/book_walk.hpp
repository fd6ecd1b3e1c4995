// A walk through all of a book that can be reached from a position, to judge where its moves lead:
// a search judges the leaves, and what it says is carried back to the moves before them.
#pragma once

#include "book/stats/move_table.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace rata {

/// A move of a position in a book.
struct BookStep {
    Key key = 0; ///< Position::polyglot_key() before the move
    std::uint16_t move = 0;
    Key next = 0; ///< behind it
    bool is_leaf = false;

    [[nodiscard]] std::pair<Key, std::uint16_t> id() const { return {key, move}; }
};

/// A step behind which the book has no move that may be played.
struct BookLeaf {
    BookStep step{};
    std::string fen{}; ///< the position behind it
};

/// What is known of steps: centipawns for the side that moves.
using BookVerdicts = std::map<std::pair<Key, std::uint16_t>, std::int16_t>;

class BookWalk {
public:
    /// Moves of fewer games are not played, hence what is behind them is not looked at.
    BookWalk(const BookView& book, const Position& start, std::uint64_t min_games);

    [[nodiscard]] const std::vector<BookLeaf>& leaves() const { return leaves_; }
    [[nodiscard]] std::size_t steps() const { return steps_.size(); }

    /// Those of the leaves and, carried back, of the steps before them: a position is worth as much
    /// as the best of its moves, and a move what the position behind it is worth to the opponent,
    /// with the sign changed. Where the book goes in a circle, the step that closes it says
    /// nothing. As long as a move of a position is not judged, its best one is not known, and
    /// nothing is carried back from there.
    [[nodiscard]] BookVerdicts carried_back(const BookVerdicts& leaves) const;

private:
    [[nodiscard]] bool visit(const BookView& book, Position& position, std::uint64_t min_games);

    std::vector<BookStep> steps_{}; ///< those of a position together, and behind all after them
    std::vector<BookLeaf> leaves_{};
    std::map<Key, bool> visited_{}; ///< and whether there is a move
};

} // namespace rata
