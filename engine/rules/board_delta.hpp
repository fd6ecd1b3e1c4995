// What a move changed on the board, piece by piece: at most three pieces (a promotion with capture
// takes two off and puts one on; castling moves two). It is all that an incremental evaluation
// needs to know, so that the rules need not know of it.
#pragma once

#include "engine/rules/piece.hpp"
#include "engine/rules/square.hpp"

namespace rata {

struct BoardDelta {
    /// `from` None: the piece appears. `to` None: it disappears.
    struct Change {
        Piece piece = Piece::None;
        Square from = Square::None;
        Square to = Square::None;
    };
    std::array<Change, 3> changes;
    /// As wide as this the whole does not fit two registers, so that it is written where it will be
    /// read: packed into registers it would first have to be gathered from the bytes just written.
    std::size_t count = 0;

    void add(Piece piece, Square from, Square to) {
        RATA_ASSERT(count < changes.size());
        changes[count++] = Change{piece, from, to};
    }
    [[nodiscard]] const Change* begin() const { return changes.data(); }
    [[nodiscard]] const Change* end() const { return changes.data() + count; }
};

} // namespace rata
