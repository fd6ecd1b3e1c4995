#include "tools/experiment/ratio_statistics.hpp"

#include "engine/base/assert.hpp"
#include "engine/base/rng.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rata {

double mean_of(std::span<const double> values) {
    RATA_ASSERT(!values.empty());
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double median_of(std::vector<double> values) {
    RATA_ASSERT(!values.empty());
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 != 0 ? values[half] : (values[half - 1] + values[half]) / 2;
}

RatioEstimate estimate_ratio(std::span<const double> part, std::span<const double> whole,
                             std::uint64_t seed) {
    RATA_ASSERT(part.size() == whole.size() && !part.empty());
    std::vector<double> logs;
    for (std::size_t i = 0; i < part.size(); ++i) logs.push_back(std::log(part[i] / whole[i]));
    constexpr std::size_t kSamples = 10'000;
    Rng rng(seed);
    std::vector<double> means;
    for (std::size_t sample = 0; sample < kSamples; ++sample) {
        double sum = 0;
        for (std::size_t i = 0; i < logs.size(); ++i)
            sum += logs[static_cast<std::size_t>(rng.below(logs.size()))];
        means.push_back(sum / static_cast<double>(logs.size()));
    }
    std::sort(means.begin(), means.end());
    return {std::exp(mean_of(logs)), std::exp(means[kSamples / 40]),
            std::exp(means[kSamples - 1 - kSamples / 40])};
}

} // namespace rata
