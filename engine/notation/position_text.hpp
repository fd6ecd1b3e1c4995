// A position as people give it in one line, on every command line of ours: a FEN or "startpos",
// either with "moves e2e4 ..." behind it; moves alone, from the usual start; or a game of a PGN
// file with the ply, "games.pgn game 3 ply 20". NOTATION.md has the whole of it.
#pragma once

#include "engine/notation/fen.hpp"

#include <string_view>

namespace rata {

/// The moves are its history. `where` of an error names the column of the text, or the file. Reads
/// the file of a game.
[[nodiscard]] Result<Position> parse_position(std::string_view text,
                                              const FenOptions& options = {});

} // namespace rata
