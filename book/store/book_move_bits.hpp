// A move in 16 bits as books keep it, ours and Polyglot's alike: without the position it does not
// say what kind of move it is, and nobody needs the position to copy it from book to book.
#pragma once

#include "engine/rules/position.hpp"

#include <cstdint>

namespace rata {

/// Three bits each: file and rank of the target, then of the origin; above them 1 to 4 for a
/// promotion to knight, bishop, rook or queen. Castling is king takes own rook.
[[nodiscard]] constexpr std::uint16_t book_move_bits(Move move) {
    const unsigned promotion =
        move.is_promotion() ? static_cast<unsigned>(move.promotion_type()) : 0U;
    return static_cast<std::uint16_t>(index(move.to()) | index(move.from()) << 6U |
                                      promotion << 12U);
}

/// The legal move that the bits mean here, or none(): two positions may share a key, and a file may
/// hold anything.
[[nodiscard]] Move move_from_book_bits(std::uint16_t bits, const Position& position);

} // namespace rata
