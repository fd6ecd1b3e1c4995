// Integers as bytes of a file, the lowest first, whatever the machine.
#pragma once

#include "engine/base/assert.hpp"

#include <concepts>
#include <string>
#include <string_view>

namespace rata {

template <std::unsigned_integral T>
void append_little_endian(std::string& bytes, T number) {
    for (std::size_t i = 0; i < sizeof(T); ++i)
        bytes += static_cast<char>(static_cast<unsigned char>(number >> (8 * i)));
}

/// The bytes must be there.
template <std::unsigned_integral T>
[[nodiscard]] T little_endian_at(std::string_view bytes, std::size_t offset) {
    RATA_ASSERT(offset + sizeof(T) <= bytes.size());
    T number = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i)
        number = static_cast<T>(
            number | static_cast<T>(static_cast<unsigned char>(bytes[offset + i])) << (8 * i));
    return number;
}

} // namespace rata
