// Hash keys of positions. The numbers are the ones Polyglot publishes for opening books, so that
// one key serves search, books and outside tools.
#pragma once

#include "engine/rules/castling.hpp"
#include "engine/rules/piece.hpp"

#include <cstdint>

namespace rata {

using Key = std::uint64_t;

namespace zobrist {

/// Defined in key.cpp from the published list.
struct Numbers {
    EnumArray<Piece, EnumArray<Square, Key>> piece{};
    std::array<Key, 16> castling{}; ///< by CastlingRights::bits()
    EnumArray<File, Key> en_passant{};
    Key white_to_move = 0;
};
extern const Numbers kNumbers;

} // namespace zobrist

} // namespace rata
