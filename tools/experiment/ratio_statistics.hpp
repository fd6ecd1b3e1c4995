// What paired measurements say: how many times more or less, and how sure that is.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace rata {

[[nodiscard]] double mean_of(std::span<const double> values);
[[nodiscard]] double median_of(std::vector<double> values);

/// The geometric mean of ratios, and the interval that holds it with 95 % (bootstrap).
struct RatioEstimate {
    double mean = 1;
    double low = 1;
    double high = 1;
};
/// `part[i]` and `whole[i]` belong together and are positive. Equal seeds give equal intervals.
[[nodiscard]] RatioEstimate estimate_ratio(std::span<const double> part,
                                           std::span<const double> whole, std::uint64_t seed);

} // namespace rata
