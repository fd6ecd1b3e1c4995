// The board as a picture of plain characters, for a terminal.
#pragma once

#include "engine/rules/position.hpp"

#include <string>

namespace rata {

/// Eight ranks from White's side with file and rank names; every line ends with a newline.
[[nodiscard]] std::string draw_board(const Setup& setup);
[[nodiscard]] std::string draw_board(const Position& position);

} // namespace rata
