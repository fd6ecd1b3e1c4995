// EnumArray<E, T>: a std::array indexed by an enum, so that tables need no casts. The enum offers
// its number of values by `enum_size(E)`, found by argument-dependent look-up.
#pragma once

#include "engine/base/assert.hpp"

#include <array>
#include <concepts>
#include <cstddef>

namespace rata {

template <typename E, typename T>
struct EnumArray {
    static constexpr std::size_t kSize = enum_size(E{});

    std::array<T, kSize> values{};

    [[nodiscard]] constexpr T& operator[](E index) {
        RATA_ASSERT(static_cast<std::size_t>(index) < kSize);
        return values[static_cast<std::size_t>(index)];
    }
    [[nodiscard]] constexpr const T& operator[](E index) const {
        RATA_ASSERT(static_cast<std::size_t>(index) < kSize);
        return values[static_cast<std::size_t>(index)];
    }

    [[nodiscard]] constexpr auto begin() { return values.begin(); }
    [[nodiscard]] constexpr auto end() { return values.end(); }
    [[nodiscard]] constexpr auto begin() const { return values.begin(); }
    [[nodiscard]] constexpr auto end() const { return values.end(); }

    // Written out: g++ 12 instantiates a defaulted one even where T has no ==.
    [[nodiscard]] constexpr bool
    operator==(const EnumArray& other) const requires std::equality_comparable<T> {
        return values == other.values;
    }
};

} // namespace rata
