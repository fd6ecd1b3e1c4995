// What an XBoard engine says, read: features it declares, lines of thought, moves. Engines are not
// ours, so that everything unexpected is passed over rather than refused. Lines in, values out.
#pragma once

#include "epd/verdict.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rata {

/// Names and values of a line that begins with "feature"; empty if it is none. Quotation marks are
/// taken off.
[[nodiscard]] std::vector<std::pair<std::string, std::string>>
xboard_features(std::string_view line);

/// What "9 35 120 45678 e2e4 ..." shows: depth, centipawns, hundredths of a second, nodes, and the
/// line of thought, which may have move numbers. Nothing if it is another line. The time is not
/// taken from it.
[[nodiscard]] std::optional<Sighting> read_xboard_sighting(std::string_view line,
                                                           const Position& position);

/// The text of the move in "move e2e4", "My move is: e2e4" or "1. ... e2e4", as engines of
/// different ages say it; empty if it is no such line.
[[nodiscard]] std::string_view announced_move(std::string_view line);

} // namespace rata
