// A position that was given without quotation marks comes as several arguments. They are put
// together again before anything else looks at the command line.
#pragma once

#include <string>
#include <vector>

namespace rata {

/// After "--fen" (or in "--fen=...") the words that belong to one FEN become one argument: those
/// of side, castling and en passant, and the two clocks if both are there. A number that stands
/// alone is left to be another argument. "moves" and the moves behind it belong to a FEN or to
/// "startpos", "game N" and "ply P" to a file of games. Nothing is checked here.
[[nodiscard]] std::vector<std::string> join_fen_words(const std::vector<std::string>& arguments);

/// All words with one blank between them.
[[nodiscard]] std::string join_words(const std::vector<std::string>& words);

} // namespace rata
