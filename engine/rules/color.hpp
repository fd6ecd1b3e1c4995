// The two sides.
#pragma once

#include "engine/base/enum_array.hpp"

#include <cstddef>
#include <cstdint>

namespace rata {

enum class Color : std::uint8_t { White, Black };

[[nodiscard]] constexpr std::size_t enum_size(Color) { return 2; }

[[nodiscard]] constexpr Color operator~(Color color) {
    return static_cast<Color>(static_cast<std::uint8_t>(color) ^ 1U);
}

inline constexpr std::array kColors{Color::White, Color::Black};

} // namespace rata
