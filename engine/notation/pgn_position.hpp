// A position of a game in a PGN file, found by the number of the game and of the half-moves before
// it. Reading ends where it is found.
#pragma once

#include "engine/base/byte_source.hpp"
#include "engine/rules/position.hpp"

#include <optional>

namespace rata {

struct PgnPlace {
    std::uint64_t game = 1;   ///< counts from 1
    std::optional<int> ply{}; ///< half-moves that have been played; none: all of them
};

/// With the history of the game. An Error if there is no such game or ply, or if the game cannot be
/// read as far as that.
[[nodiscard]] Result<Position> read_pgn_position(ByteSource& source, const PgnPlace& place);

} // namespace rata
