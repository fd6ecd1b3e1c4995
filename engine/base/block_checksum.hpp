// The checksum of our files of games and nets: CRC-32C (Castagnoli), as storage systems use it. The
// tree log has the same, by the instruction for it where there is one.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace rata {

namespace detail {
constexpr std::array<std::uint32_t, 256> make_crc_table() {
    constexpr std::uint32_t kReversedPolynomial = 0x82F63B78U;
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
        std::uint32_t rest = byte;
        for (int bit = 0; bit < 8; ++bit)
            rest = rest >> 1U ^ ((rest & 1U) != 0 ? kReversedPolynomial : 0);
        table[byte] = rest;
    }
    return table;
}
inline constexpr std::array<std::uint32_t, 256> kCrcTable = make_crc_table();
} // namespace detail

/// Of `bytes` behind others whose checksum is `before`.
[[nodiscard]] constexpr std::uint32_t block_checksum(std::string_view bytes,
                                                     std::uint32_t before = 0) {
    std::uint32_t rest = ~before;
    for (const char c : bytes)
        rest = detail::kCrcTable[(rest ^ static_cast<unsigned char>(c)) & 255U] ^ rest >> 8U;
    return ~rest;
}

static_assert(block_checksum("123456789") == 0xE3069283U, "the published check value");
static_assert(block_checksum("6789", block_checksum("12345")) == 0xE3069283U);

} // namespace rata
