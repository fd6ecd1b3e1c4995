// What an XBoard engine says while it analyses, read: lines of thought, and its move. Engines are
// not ours, so that everything unexpected is passed over rather than refused. Lines in, values out.
#pragma once

#include "epd/verdict.hpp"

#include <string_view>

namespace rata {

/// What "9 35 120 45678 e2e4 ..." shows, if it is a line of thought that begins with a legal move.
/// The time is not taken from it.
[[nodiscard]] std::optional<Sighting> read_xboard_sighting(std::string_view line,
                                                           const Position& position);

/// The text of the move in "move e2e4", "My move is: e2e4" or "1. ... e2e4", as engines of
/// different ages say it; empty if it is no such line.
[[nodiscard]] std::string_view announced_move(std::string_view line);

} // namespace rata
