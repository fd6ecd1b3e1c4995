// The classes into which the Chessmaps heuristic sorts moves; see chessmaps_order.hpp.
#pragma once

#include <cstdint>

namespace rata {

/// In the order in which they are searched.
enum class MoveClass : std::uint8_t {
    Unknown,
    SafeCapture, ///< and promotion
    SafeForced,
    SafeForcing,
    SafeOther,
    UnsafeCapture,
    UnsafeForced,
    UnsafeForcing,
    UnsafeOther,
};

} // namespace rata
