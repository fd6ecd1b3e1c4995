// How the numbers of a column become bytes before any compressor sees them: without those that say
// nothing (all equal, high bits all zero, few exceptions, few different ones). Reversible for any
// input; made to be undone fast, in loops without branches. FORMAT.md describes the bytes.
#pragma once

#include "logging/treelog/byte_codec.hpp"
#include "logging/treelog/column.hpp"

#include <optional>

namespace treelog {

enum class Packing : std::uint8_t {
    Constant,   ///< all are `base`
    Raw,        ///< as they are in memory
    Bits,       ///< what they exceed `base` by, in `bits` bits each
    Dictionary, ///< places in a list of the values, in `bits` bits each
    Patched,    ///< as Bits, but for exceptions, which follow with their positions
    Planes,     ///< all lowest bytes, then all second ones, ...: for the compressor
    Ranked,     ///< places in a list of the values by frequency, low bytes first, then high ones
    Modelled,   ///< by the model whose number is `base`; symbols have `bits` bits. Not done here
};
inline constexpr unsigned kPackings = 8;

struct PackingHead {
    Packing packing = Packing::Raw;
    std::uint8_t bits = 0;
    std::uint64_t base = 0;

    bool operator==(const PackingHead&) const = default;
};

enum class PackingGoal : std::uint8_t {
    Size,     ///< small, and quick to undo
    Compress, ///< whole bytes that resemble each other, for a compressor behind it
    Rank,     ///< the same; Ranked if there are not too many different numbers
};

/// Appends the packed numbers. T is an unsigned type; at most kChunkNodes numbers, at least one.
template <typename T>
PackingHead pack(std::span<const T> numbers, PackingGoal goal, Bytes& target);

/// Fills `numbers`. False if the bytes are not what `pack` could have made of that many.
template <typename T>
[[nodiscard]] bool unpack(const PackingHead& head, std::span<const std::byte> bytes,
                          std::span<T> numbers);

/// The same for sizes, in two parts: those above 255 become 255 in `cut_off`, and are told in
/// `large`. False also where that is not cheaper than to unpack them whole.
[[nodiscard]] bool unpack_cut_off(const PackingHead& head, std::span<const std::byte> bytes,
                                  std::span<std::uint8_t> cut_off, std::vector<LargeSize>& large);

} // namespace treelog
