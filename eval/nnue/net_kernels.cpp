#include "eval/nnue/net_kernels.hpp"

#include "engine/base/cpu.hpp"

#include <algorithm>
#include <vector>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace rata {

namespace {

// --- no registers but those that every processor has ---------------------------------------------

void update_scalar(NumberLine* to, const NumberLine* from, const RowChanges& changes,
                   std::size_t lines) {
    const auto sum = [](int a, int b) { return static_cast<std::int16_t>(a + b); };
    for (std::size_t line = 0; line < lines; ++line) {
        auto numbers = from[line].numbers;
        for (std::size_t i = 0; i < kLineNumbers; ++i) {
            for (const NumberLine* row : changes.come)
                numbers[i] = sum(numbers[i], row[line].numbers[i]);
            for (const NumberLine* row : changes.leave)
                numbers[i] = sum(numbers[i], -row[line].numbers[i]);
        }
        to[line].numbers = numbers;
    }
}

std::int64_t output_scalar(const NumberLine* own, const NumberLine* other,
                           const NumberLine* weights, std::size_t lines) {
    std::int64_t sum = 0;
    for (const NumberLine* hidden : {own, other}) {
        for (std::size_t line = 0; line < lines; ++line) {
            for (std::size_t i = 0; i < kLineNumbers; ++i) {
                const int value = std::clamp<int>(hidden[line].numbers[i], 0, kHiddenUnit);
                sum += value * value * weights[line].numbers[i];
            }
        }
        weights += lines;
    }
    return sum;
}

#if defined(__x86_64__)

// The output in all of them: the clamped number times its weight fits 16 bits (255 * 127), and the
// multiply-add takes it times the clamped number again and adds neighbours in 32 bits. A lane takes
// up at most 256 products of 255 * 255 * 127, which is less than 2^31 (see kMostHidden).
//
// They are written out three times because a template would have to be inlined under the target of
// each caller, which compilers refuse.

// --- SSE2: every x86-64 --------------------------------------------------------------------------

constexpr std::size_t kSseParts = sizeof(NumberLine) / sizeof(__m128i);

const __m128i* sse_parts(const NumberLine* line) { return reinterpret_cast<const __m128i*>(line); }

void update_sse2(NumberLine* to, const NumberLine* from, const RowChanges& changes,
                 std::size_t lines) {
    for (std::size_t i = 0; i < lines * kSseParts; ++i) {
        __m128i sum = _mm_load_si128(sse_parts(from) + i);
        for (const NumberLine* row : changes.come)
            sum = _mm_add_epi16(sum, _mm_load_si128(sse_parts(row) + i));
        for (const NumberLine* row : changes.leave)
            sum = _mm_sub_epi16(sum, _mm_load_si128(sse_parts(row) + i));
        _mm_store_si128(reinterpret_cast<__m128i*>(to) + i, sum);
    }
}

std::int64_t output_sse2(const NumberLine* own, const NumberLine* other, const NumberLine* weights,
                         std::size_t lines) {
    const __m128i most = _mm_set1_epi16(kHiddenUnit);
    __m128i sums = _mm_setzero_si128();
    const __m128i* weight = sse_parts(weights);
    for (const NumberLine* hidden : {own, other}) {
        for (std::size_t i = 0; i < lines * kSseParts; ++i) {
            const __m128i raw = _mm_load_si128(sse_parts(hidden) + i);
            const __m128i value = _mm_min_epi16(_mm_max_epi16(raw, _mm_setzero_si128()), most);
            const __m128i product = _mm_mullo_epi16(value, _mm_load_si128(weight++));
            sums = _mm_add_epi32(sums, _mm_madd_epi16(product, value));
        }
    }
    alignas(16) std::array<std::int32_t, 4> lanes;
    _mm_store_si128(reinterpret_cast<__m128i*>(lanes.data()), sums);
    std::int64_t sum = 0;
    for (const std::int32_t lane : lanes) sum += lane;
    return sum;
}

// --- AVX2 ----------------------------------------------------------------------------------------

constexpr std::size_t kAvxParts = sizeof(NumberLine) / sizeof(__m256i);

const __m256i* avx_parts(const NumberLine* line) { return reinterpret_cast<const __m256i*>(line); }

__attribute__((target("avx2"))) void update_avx2(NumberLine* to, const NumberLine* from,
                                                 const RowChanges& changes, std::size_t lines) {
    for (std::size_t i = 0; i < lines * kAvxParts; ++i) {
        __m256i sum = _mm256_load_si256(avx_parts(from) + i);
        for (const NumberLine* row : changes.come)
            sum = _mm256_add_epi16(sum, _mm256_load_si256(avx_parts(row) + i));
        for (const NumberLine* row : changes.leave)
            sum = _mm256_sub_epi16(sum, _mm256_load_si256(avx_parts(row) + i));
        _mm256_store_si256(reinterpret_cast<__m256i*>(to) + i, sum);
    }
}

__attribute__((target("avx2"))) std::int64_t output_avx2(const NumberLine* own,
                                                         const NumberLine* other,
                                                         const NumberLine* weights,
                                                         std::size_t lines) {
    const __m256i most = _mm256_set1_epi16(kHiddenUnit);
    __m256i sums = _mm256_setzero_si256();
    const __m256i* weight = avx_parts(weights);
    for (const NumberLine* hidden : {own, other}) {
        for (std::size_t i = 0; i < lines * kAvxParts; ++i) {
            const __m256i raw = _mm256_load_si256(avx_parts(hidden) + i);
            const __m256i value =
                _mm256_min_epi16(_mm256_max_epi16(raw, _mm256_setzero_si256()), most);
            const __m256i product = _mm256_mullo_epi16(value, _mm256_load_si256(weight++));
            sums = _mm256_add_epi32(sums, _mm256_madd_epi16(product, value));
        }
    }
    alignas(32) std::array<std::int32_t, 8> lanes;
    _mm256_store_si256(reinterpret_cast<__m256i*>(lanes.data()), sums);
    std::int64_t sum = 0;
    for (const std::int32_t lane : lanes) sum += lane;
    return sum;
}

// --- AVX-512 -------------------------------------------------------------------------------------

__attribute__((target("avx512f,avx512bw"))) void update_avx512(NumberLine* to,
                                                               const NumberLine* from,
                                                               const RowChanges& changes,
                                                               std::size_t lines) {
    for (std::size_t i = 0; i < lines; ++i) {
        __m512i sum = _mm512_load_si512(from + i);
        for (const NumberLine* row : changes.come)
            sum = _mm512_add_epi16(sum, _mm512_load_si512(row + i));
        for (const NumberLine* row : changes.leave)
            sum = _mm512_sub_epi16(sum, _mm512_load_si512(row + i));
        _mm512_store_si512(to + i, sum);
    }
}

__attribute__((target("avx512f,avx512bw"))) std::int64_t output_avx512(const NumberLine* own,
                                                                       const NumberLine* other,
                                                                       const NumberLine* weights,
                                                                       std::size_t lines) {
    const __m512i most = _mm512_set1_epi16(kHiddenUnit);
    __m512i sums = _mm512_setzero_si512();
    for (const NumberLine* hidden : {own, other}) {
        for (std::size_t i = 0; i < lines; ++i) {
            const __m512i raw = _mm512_load_si512(hidden + i);
            const __m512i value =
                _mm512_min_epi16(_mm512_max_epi16(raw, _mm512_setzero_si512()), most);
            const __m512i product = _mm512_mullo_epi16(value, _mm512_load_si512(weights++));
            sums = _mm512_add_epi32(sums, _mm512_madd_epi16(product, value));
        }
    }
    alignas(64) std::array<std::int32_t, 16> lanes;
    _mm512_store_si512(lanes.data(), sums);
    std::int64_t sum = 0;
    for (const std::int32_t lane : lanes) sum += lane;
    return sum;
}

#endif

std::vector<NetKernels> usable_kernels() {
    std::vector<NetKernels> usable;
#if defined(__x86_64__)
    const CpuFeatures features = cpu_features();
    if (features.avx512) usable.push_back({"avx512", update_avx512, output_avx512});
    if (features.avx2) usable.push_back({"avx2", update_avx2, output_avx2});
    usable.push_back({"sse2", update_sse2, output_sse2});
#endif
    usable.push_back({"scalar", update_scalar, output_scalar});
    return usable;
}

} // namespace

std::span<const NetKernels> net_kernels() {
    static const std::vector<NetKernels> usable = usable_kernels();
    return usable;
}

} // namespace rata
