// What decides among the quiet moves of one class when Chessmaps orders.
#pragma once

#include <cstdint>

namespace rata {

enum class ChessmapsChoice : std::uint8_t {
    Net,     ///< the squares that the move would attack
    History, ///< what cut off elsewhere; for comparison
    Lot,     ///< chance, the same every time: so the net can learn what cuts off
};

} // namespace rata
