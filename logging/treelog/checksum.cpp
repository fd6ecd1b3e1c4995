#include "logging/treelog/checksum.hpp"

#include <array>
#include <cstring>

#ifdef __SSE4_2__
#include <nmmintrin.h>
#endif

namespace treelog {

namespace {

#ifdef __SSE4_2__

std::uint32_t crc_step(std::uint32_t crc, std::span<const std::byte> bytes) {
    std::uint64_t wide = crc;
    const std::byte* at = bytes.data();
    std::size_t left = bytes.size();
    for (; left >= 8; at += 8, left -= 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, at, sizeof word);
        wide = _mm_crc32_u64(wide, word);
    }
    crc = static_cast<std::uint32_t>(wide);
    for (; left != 0; ++at, --left) crc = _mm_crc32_u8(crc, static_cast<unsigned char>(*at));
    return crc;
}

#else

constexpr std::uint32_t kPolynomial = 0x82F63B78; // reflected

constexpr std::array<std::uint32_t, 256> kCrcTable = [] {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < table.size(); ++i) {
        std::uint32_t crc = i;
        for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? kPolynomial : 0);
        table[i] = crc;
    }
    return table;
}();

std::uint32_t crc_step(std::uint32_t crc, std::span<const std::byte> bytes) {
    for (const std::byte byte : bytes)
        crc = (crc >> 8) ^ kCrcTable[(crc ^ static_cast<std::uint32_t>(byte)) & 0xFF];
    return crc;
}

#endif

} // namespace

std::uint32_t checksum(std::span<const std::byte> bytes, std::uint32_t before) {
    return ~crc_step(~before, bytes);
}

} // namespace treelog
