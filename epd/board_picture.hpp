// A board as a picture in SVG, to be put into a page: pieces as characters of Unicode, moves as
// arrows. It needs nothing from outside.
#pragma once

#include "engine/rules/position.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace rata {

struct Arrow {
    Move move = Move::none();
    std::string_view color{}; ///< as CSS has it
};

/// From the side of the one to move.
[[nodiscard]] std::string board_picture(const Position& position, const std::vector<Arrow>& arrows);

} // namespace rata
