#include "tools/match/stats/score_histogram.hpp"

#include "engine/base/assert.hpp"

#include <cmath>
#include <numeric>

namespace rata {

double GameCounts::score() const {
    if (games() == 0) return 0.5;
    return (static_cast<double>(wins) + static_cast<double>(draws) / 2) /
           static_cast<double>(games());
}

GameCounts& GameCounts::operator+=(const GameCounts& other) {
    wins += other.wins;
    draws += other.draws;
    losses += other.losses;
    return *this;
}

std::uint64_t pairs_of(const PairCounts& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

ScoreHistogram ScoreHistogram::of_games(const GameCounts& counts) {
    return {.counts = {static_cast<double>(counts.losses), static_cast<double>(counts.draws),
                       static_cast<double>(counts.wins)},
            .games_per_sample = 1};
}

ScoreHistogram ScoreHistogram::of_pairs(const PairCounts& counts) {
    return {.counts = {counts.begin(), counts.end()}, .games_per_sample = 2};
}

double ScoreHistogram::samples() const {
    return std::accumulate(counts.begin(), counts.end(), 0.0);
}

ScoreMoments moments_of(const ScoreHistogram& histogram) {
    const double samples = histogram.samples();
    RATA_ASSERT(samples > 0);
    const auto central = [&](double mean, int power) {
        double sum = 0;
        for (std::size_t i = 0; i < histogram.counts.size(); ++i)
            sum += histogram.counts[i] * std::pow(histogram.score_at(i) - mean, power);
        return sum / samples;
    };
    ScoreMoments moments;
    moments.mean = central(0, 1);
    moments.variance = central(moments.mean, 2);
    if (moments.variance <= 0) return moments;
    moments.skewness = central(moments.mean, 3) / std::pow(moments.variance, 1.5);
    moments.kurtosis = central(moments.mean, 4) / (moments.variance * moments.variance);
    return moments;
}

} // namespace rata
