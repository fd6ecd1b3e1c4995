// Reads a whole source of PGN, game by game, on the calling thread. Memory does not grow with the
// size of the file or of a game.
#pragma once

#include "engine/base/byte_source.hpp"
#include "engine/notation/pgn.hpp"

namespace rata {

/// Fails only if the source does; what is wrong with the games goes to visitor.problem().
[[nodiscard]] Result<void> read_pgn(ByteSource& source, PgnVisitor& visitor);

} // namespace rata
