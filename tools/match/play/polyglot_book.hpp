// A book of moves in Polyglot's format, and the lines that lead through it. It is read only; which
// line is played in which game is the list of openings' affair.
#pragma once

#include "engine/base/result.hpp"
#include "engine/rules/position.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace rata {

class PolyglotBook {
public:
    /// The bytes are entries of 16 each, in any order.
    [[nodiscard]] static Result<PolyglotBook> parse(std::string_view bytes);

    /// What the book plays here, the greatest weight first. Only legal moves, and none whose weight
    /// is 0: those are kept in books as not to be played.
    [[nodiscard]] std::vector<Move> moves(const Position& position) const;

    /// The ways from the usual start to every position that the book's moves reach after so many
    /// plies, or where the book ends before; 0 for no such bound. Where several ways lead to one
    /// position, the first counts: the shortest, and of those the one of the greater weights.
    [[nodiscard]] std::vector<std::vector<Move>> lines(int plies) const;

private:
    struct Entry {
        Key key = 0;
        std::uint16_t move = 0;
        std::uint16_t weight = 0;
    };

    std::vector<Entry> entries_{}; ///< by key, then by weight
};

} // namespace rata
