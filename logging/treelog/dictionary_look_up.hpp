// The codes of a dictionary become its values: the loop that most of a cold query for flags is
// spent in. The compiler would make a load of each value, one after the other; where the processor
// looks up bytes in registers, those are used.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#ifdef __AVX512VBMI__
#include <immintrin.h>
#endif

namespace treelog {

inline constexpr std::size_t kMaxDictionary = 256;

#ifdef __AVX512VBMI__
/// One of the two bytes of each value in a dictionary, in four registers.
class ByteTable {
public:
    ByteTable(const std::array<std::uint16_t, kMaxDictionary>& values, unsigned shift) {
        std::array<std::uint8_t, kMaxDictionary> bytes{};
        std::transform(values.begin(), values.end(), bytes.begin(), [shift](std::uint16_t value) {
            return static_cast<std::uint8_t>(value >> shift);
        });
        for (std::size_t i = 0; i < 4; ++i) quarters_[i] = _mm512_loadu_si512(&bytes[64 * i]);
    }
    [[nodiscard]] __m512i operator[](__m512i codes) const {
        const __m512i low = _mm512_permutex2var_epi8(quarters_[0], codes, quarters_[1]);
        const __m512i high = _mm512_permutex2var_epi8(quarters_[2], codes, quarters_[3]);
        return _mm512_mask_blend_epi8(_mm512_movepi8_mask(codes), low, high);
    }

private:
    __m512i quarters_[4];
};

/// Looks up 64 at a time, as many as there are. How many those were.
inline std::size_t look_up_vectors(std::span<const std::byte> codes,
                                   const std::array<std::uint16_t, kMaxDictionary>& values,
                                   std::span<std::uint16_t> numbers) {
    const ByteTable low(values, 0);
    const ByteTable high(values, 8);
    constexpr __mmask8 kAll = 0xFF; // without a mask g++ 12 warns of its own header
    // To put low and high bytes side by side takes from each sixteen of them half.
    const __m512i order = _mm512_setr_epi64(0, 4, 1, 5, 2, 6, 3, 7);
    std::size_t i = 0;
    for (; i + 64 <= codes.size(); i += 64) {
        const __m512i some =
            _mm512_maskz_permutexvar_epi64(kAll, order, _mm512_loadu_si512(codes.data() + i));
        const __m512i lows = low[some];
        const __m512i highs = high[some];
        _mm512_storeu_si512(&numbers[i], _mm512_unpacklo_epi8(lows, highs));
        _mm512_storeu_si512(&numbers[i + 32], _mm512_unpackhi_epi8(lows, highs));
    }
    return i;
}
#endif

/// Codes of whole bytes, many at a time.
template <typename T>
void look_up(std::span<const std::byte> codes, const std::array<T, kMaxDictionary>& values,
             std::span<T> numbers) {
    std::size_t i = 0;
#ifdef __AVX512VBMI__
    if constexpr (sizeof(T) == 2) i = look_up_vectors(codes, values, numbers);
#endif
    for (; i + 8 <= codes.size(); i += 8) {
        std::uint64_t eight = 0;
        std::memcpy(&eight, codes.data() + i, sizeof eight);
        for (std::size_t each = 0; each < 8; ++each)
            numbers[i + each] = values[eight >> (8 * each) & 0xFF];
    }
    for (; i < codes.size(); ++i) numbers[i] = values[static_cast<std::uint8_t>(codes[i])];
}

} // namespace treelog
