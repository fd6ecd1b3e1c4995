#include "logging/treelog/byte_mending.hpp"

#include "logging/treelog/checksum.hpp"

#include <array>

namespace treelog {

namespace {

/// What the difference of a last byte does to a checksum, and back. A byte that follows takes the
/// difference d to change[d & 255] ^ d >> 8, so that the high byte of what comes out names the low
/// byte that went in.
struct ByteChanges {
    std::array<std::uint32_t, 256> change{};
    std::array<std::uint8_t, 256> by_high_byte{};
};

ByteChanges make_changes() {
    ByteChanges changes;
    const std::byte zero{};
    const std::uint32_t unchanged = checksum({&zero, 1});
    for (unsigned bits = 0; bits < 256; ++bits) {
        const auto byte = static_cast<std::byte>(bits);
        changes.change[bits] = checksum({&byte, 1}) ^ unchanged;
        changes.by_high_byte[changes.change[bits] >> 24] = static_cast<std::uint8_t>(bits);
    }
    return changes;
}

} // namespace

std::vector<FlippedByte> flipped_bytes(std::size_t size, std::uint32_t found,
                                       std::uint32_t expected) {
    std::vector<FlippedByte> candidates;
    const ByteChanges changes = make_changes();
    std::uint32_t difference = found ^ expected;
    if (difference == 0) return candidates;
    for (std::size_t place = size; place-- > 0;) {
        const std::uint8_t bits = changes.by_high_byte[difference >> 24];
        const std::uint32_t rest = difference ^ changes.change[bits];
        if (rest == 0) candidates.push_back({place, static_cast<std::byte>(bits)});
        difference = rest << 8 | bits; // as it was before this byte, if this is not the one
    }
    return candidates;
}

bool differ_in_one_byte(std::uint32_t found, std::uint32_t expected) {
    const std::uint32_t difference = found ^ expected;
    int bytes = 0;
    for (int shift = 0; shift < 32; shift += 8) bytes += (difference >> shift & 255U) != 0 ? 1 : 0;
    return bytes == 1;
}

} // namespace treelog
