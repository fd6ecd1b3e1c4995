// Moves as people write them: "Nf3", "exd6", "O-O", "e8=Q+". Writing is exact (shortest form, only
// legal moves count for ambiguity); reading forgives the variants listed in NOTATION.md. The fast
// path underneath, which reading PGN uses, is in san_token.hpp.
#pragma once

#include "engine/rules/position.hpp"

#include <string>
#include <string_view>

namespace rata {

/// The move must be legal, or null() which is "--".
[[nodiscard]] std::string to_san(Move move, const Position& position);

/// A move at the front of a text, and how many bytes belong to it.
struct SanPrefix {
    Move move;
    std::size_t length = 0;
};

/// Reads the move at the front; what follows it is not looked at. The text may end anywhere.
[[nodiscard]] Result<SanPrefix> parse_san_prefix(std::string_view text, const Position& position);

/// The legal move that the whole text spells. Null moves are not moves here.
[[nodiscard]] Result<Move> parse_san(std::string_view text, const Position& position);

} // namespace rata
