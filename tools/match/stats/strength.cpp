#include "tools/match/stats/strength.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace rata {

namespace {

constexpr double kInfiniteElo = std::numeric_limits<double>::infinity();
constexpr double kNormalizedEloScale = 800 / std::numbers::ln10;

Estimate elo_estimate(const ScoreMoments& moments, double error) {
    const double reach = kConfidence95 * error;
    return {.value = elo_from_score(moments.mean),
            .low = elo_from_score(std::max(moments.mean - reach, 0.0)),
            .high = elo_from_score(std::min(moments.mean + reach, 1.0))};
}

/// The error is that of a ratio of mean and standard deviation, both estimated (delta method).
Estimate normalized_estimate(const ScoreMoments& moments, double samples, int games_per_sample) {
    const double t = (moments.mean - 0.5) / std::sqrt(moments.variance);
    const double spread = 1 - t * moments.skewness + t * t * (moments.kurtosis - 1) / 4;
    const double reach = kConfidence95 * std::sqrt(std::max(spread, 0.0) / samples);
    const double per_game = 1 / std::sqrt(static_cast<double>(games_per_sample));
    return {.value = normalized_elo(t * per_game),
            .low = normalized_elo((t - reach) * per_game),
            .high = normalized_elo((t + reach) * per_game)};
}

/// Where all samples are the same, as wide as they would spread around one half if the players were
/// equals: ten pairs won and none lost do tell something.
double superiority_of_equal_samples(double mean, double samples) {
    const double margin = mean - 0.5;
    if (std::abs(margin) < 1e-12) return 0.5;
    return normal_share_below(std::copysign(std::sqrt(samples), margin));
}

} // namespace

double normal_share_below(double z) { return std::erfc(-z / std::numbers::sqrt2) / 2; }

double score_from_elo(double elo) { return 1 / (1 + std::pow(10.0, -elo / 400)); }

double elo_from_score(double score) {
    if (score <= 0) return -kInfiniteElo;
    if (score >= 1) return kInfiniteElo;
    return 400 * std::log10(score / (1 - score));
}

double normalized_elo(double deviations) { return deviations * kNormalizedEloScale; }
double deviations_from_normalized_elo(double elo) { return elo / kNormalizedEloScale; }

bool Estimate::is_known() const {
    return std::isfinite(value) && std::isfinite(low) && std::isfinite(high);
}

std::optional<Strength> strength_of(const ScoreHistogram& histogram) {
    const double samples = histogram.samples();
    if (samples <= 0) return std::nullopt;
    const ScoreMoments moments = moments_of(histogram);
    if (moments.variance <= 0) { // the same thing every time: its error cannot be told
        const Estimate unknown{
            .value = elo_from_score(moments.mean), .low = -kInfiniteElo, .high = kInfiniteElo};
        return Strength{.elo = unknown,
                        .normalized = unknown,
                        .superiority = superiority_of_equal_samples(moments.mean, samples)};
    }
    const double error = std::sqrt(moments.variance / samples);
    return Strength{.elo = elo_estimate(moments, error),
                    .normalized = normalized_estimate(moments, samples, histogram.games_per_sample),
                    .superiority = normal_share_below((moments.mean - 0.5) / error)};
}

std::optional<double> pair_ratio(const PairCounts& counts) {
    const std::uint64_t lost = counts[0] + counts[1];
    if (lost == 0) return std::nullopt;
    return static_cast<double>(counts[3] + counts[4]) / static_cast<double>(lost);
}

} // namespace rata
