#include "logging/treelog/large_sizes.hpp"

#include "logging/treelog/byte_codec.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace treelog {

// In blocks, whose places are checked before any is used. One size in eighteen or so is large:
// nobody could foretell a branch on that, so there is none.
bool put_large_sizes(std::span<const std::byte> packed, std::span<std::uint8_t> cut_off,
                     std::vector<LargeSize>& large) {
    ByteReader reader(packed);
    constexpr std::size_t kBlock = 512;
    large.clear();
    const std::size_t count = reader.fixed<std::uint32_t>();
    if (count > cut_off.size()) return false;
    const auto all_places = reader.take(count * sizeof(std::uint16_t));
    const auto all_sizes = reader.take(count * sizeof(std::uint32_t));
    if (!reader.is_at_end()) return false;
    std::array<std::uint16_t, kBlock> places;
    std::array<std::uint32_t, kBlock> sizes;
    std::array<LargeSize, kBlock> found;
    std::size_t next = 0; // no place is below
    for (std::size_t first = 0; first < count; first += kBlock) {
        const std::size_t length = std::min(kBlock, count - first);
        std::memcpy(places.data(), &all_places[2 * first], 2 * length);
        std::memcpy(sizes.data(), &all_sizes[4 * first], 4 * length);
        unsigned falls = places[0] < next || places[length - 1] >= cut_off.size() ? 1 : 0;
        for (std::size_t i = 1; i < length; ++i) falls |= places[i - 1] >= places[i] ? 1U : 0U;
        if (falls != 0) return false;
        next = std::size_t{places[length - 1]} + 1;
        std::size_t kept = 0;
        for (std::size_t i = 0; i < length; ++i) {
            cut_off[places[i]] = static_cast<std::uint8_t>(std::min(sizes[i], kCutOffSize));
            found[kept] = {places[i], sizes[i]};
            kept += sizes[i] > kCutOffSize ? 1 : 0;
        }
        large.insert(large.end(), found.begin(), found.begin() + static_cast<std::ptrdiff_t>(kept));
    }
    return true;
}

} // namespace treelog
