// Finding the one byte that a checksum misses: CRC-32C tells which change of a single byte explains
// a difference, if one does. It proves nothing: among some ten thousand bytes that were damaged in
// another way there may be one that explains it too, so the caller checks what the mended bytes
// mean.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace treelog {

/// A byte, and the bits of it that have to be flipped.
struct FlippedByte {
    std::size_t place = 0;
    std::byte bits{};

    bool operator==(const FlippedByte&) const = default;
};

/// Every single byte of so many that may have been changed, if they have the one checksum and
/// should have the other; from the last to the first. None if the checksums are equal.
[[nodiscard]] std::vector<FlippedByte> flipped_bytes(std::size_t size, std::uint32_t found,
                                                     std::uint32_t expected);

/// The same change once more undoes it.
inline void flip(std::span<std::byte> bytes, const FlippedByte& flipped) {
    bytes[flipped.place] ^= flipped.bits;
}

/// Whether a checksum is what it should be but for a single byte of its own.
[[nodiscard]] bool differ_in_one_byte(std::uint32_t found, std::uint32_t expected);

} // namespace treelog
