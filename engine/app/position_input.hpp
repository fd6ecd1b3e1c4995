// A position that was given on the command line.
#pragma once

#include "engine/app/console.hpp"
#include "engine/notation/fen.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rata {

/// What --chess960 means: without it the position itself tells.
[[nodiscard]] FenOptions fen_options(bool chess960);

/// The position, or nothing after a complaint about what is wrong with it.
[[nodiscard]] std::optional<Position> read_position(Console& console, std::string_view fen,
                                                    const FenOptions& options);

/// The same for a FEN in one or more words, or "startpos".
[[nodiscard]] std::optional<Position>
read_position_words(Console& console, const std::vector<std::string>& words, bool chess960);

} // namespace rata
