// A FEN that was given without quotation marks comes as four or six arguments. They are put
// together again before anything else looks at the command line.
#pragma once

#include <string>
#include <vector>

namespace rata {

/// After "--fen" (or in "--fen=...") the words that belong to one FEN become one argument: those
/// of side, castling and en passant, and the two clocks if both are there. A number that stands
/// alone is left to be another argument. Nothing is checked here.
[[nodiscard]] std::vector<std::string> join_fen_words(const std::vector<std::string>& arguments);

/// All words with one blank between them.
[[nodiscard]] std::string join_words(const std::vector<std::string>& words);

} // namespace rata
