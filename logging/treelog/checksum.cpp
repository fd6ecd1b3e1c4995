#include "logging/treelog/checksum.hpp"

#ifdef __SSE4_2__
#include <array>
#include <cstring>
#include <nmmintrin.h>
#else
#include "engine/base/block_checksum.hpp"
#endif

namespace treelog {

#ifdef __SSE4_2__

namespace {

constexpr std::uint32_t kPolynomial = 0x82F63B78; // reflected

/// The instruction takes three cycles, and each has to wait for the one before it. Three lanes at
/// once keep the processor busy; so long are they.
constexpr unsigned kLaneBitsLog = 13;
constexpr std::size_t kLane = (std::size_t{1} << kLaneBitsLog) / 8;

/// What a state becomes by zeroes, as a linear map: the images of its bits.
using ZeroMap = std::array<std::uint32_t, 32>;

constexpr std::uint32_t mapped(const ZeroMap& map, std::uint32_t state) {
    std::uint32_t image = 0;
    for (std::size_t bit = 0; bit < map.size(); ++bit)
        if ((state >> bit & 1) != 0) image ^= map[bit];
    return image;
}

/// By as many zeroes as a lane has bits: one, doubled so many times.
constexpr ZeroMap lane_of_zeroes() {
    ZeroMap map{};
    map[0] = kPolynomial;
    for (std::size_t bit = 1; bit < map.size(); ++bit) map[bit] = std::uint32_t{1} << (bit - 1);
    for (unsigned doubled = 0; doubled < kLaneBitsLog; ++doubled) {
        ZeroMap twice{};
        for (std::size_t bit = 0; bit < map.size(); ++bit) twice[bit] = mapped(map, map[bit]);
        map = twice;
    }
    return map;
}

constexpr std::array<std::array<std::uint32_t, 256>, 4> kPastLane = [] {
    std::array<std::array<std::uint32_t, 256>, 4> tables{};
    const ZeroMap map = lane_of_zeroes();
    for (std::size_t byte = 0; byte < tables.size(); ++byte)
        for (std::uint32_t value = 0; value < 256; ++value)
            tables[byte][value] = mapped(map, value << (8 * byte));
    return tables;
}();

std::uint32_t past_lane(std::uint64_t crc) {
    return kPastLane[0][crc & 0xFF] ^ kPastLane[1][crc >> 8 & 0xFF] ^
           kPastLane[2][crc >> 16 & 0xFF] ^ kPastLane[3][crc >> 24 & 0xFF];
}

std::uint64_t word_at(const std::byte* bytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    return word;
}

std::uint32_t crc_step(std::uint32_t crc, std::span<const std::byte> bytes) {
    std::uint64_t wide = crc;
    const std::byte* at = bytes.data();
    std::size_t left = bytes.size();
    for (; left >= 3 * kLane; at += 3 * kLane, left -= 3 * kLane) {
        std::uint64_t second = 0;
        std::uint64_t third = 0;
        for (std::size_t i = 0; i < kLane; i += 8) {
            wide = _mm_crc32_u64(wide, word_at(at + i));
            second = _mm_crc32_u64(second, word_at(at + kLane + i));
            third = _mm_crc32_u64(third, word_at(at + 2 * kLane + i));
        }
        wide = past_lane(past_lane(wide) ^ second) ^ third;
    }
    for (; left >= 8; at += 8, left -= 8) wide = _mm_crc32_u64(wide, word_at(at));
    crc = static_cast<std::uint32_t>(wide);
    for (; left != 0; ++at, --left) crc = _mm_crc32_u8(crc, static_cast<unsigned char>(*at));
    return crc;
}

} // namespace

std::uint32_t checksum(std::span<const std::byte> bytes, std::uint32_t before) {
    return ~crc_step(~before, bytes);
}

#else

std::uint32_t checksum(std::span<const std::byte> bytes, std::uint32_t before) {
    return rata::block_checksum({reinterpret_cast<const char*>(bytes.data()), bytes.size()},
                                before);
}

#endif

} // namespace treelog
