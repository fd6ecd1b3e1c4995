// Sixteen numbers that are computed with at once: one register of AVX-512, two of AVX2, four of
// SSE. The compiler makes of it what the build is for; results are the same but for fused
// multiply-adds.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace rata {

inline constexpr std::size_t kFloats = 16;

struct alignas(64) FloatLine {
    using Vector = float __attribute__((vector_size(kFloats * sizeof(float))));

    Vector vector{};

    void fill(float value) {
        for (std::size_t i = 0; i < kFloats; ++i) vector[i] = value;
    }
    [[nodiscard]] float sum() const {
        float total = 0;
        for (std::size_t i = 0; i < kFloats; ++i) total += vector[i];
        return total;
    }
    /// Every number brought into [low, high].
    void clamp(const FloatLine& low, const FloatLine& high) {
        vector = vector < low.vector ? low.vector : vector;
        vector = vector > high.vector ? high.vector : vector;
    }
};

using FloatLines = std::vector<FloatLine>;

} // namespace rata
