#include "tools/match/stats/paired_games.hpp"

#include "engine/base/assert.hpp"
#include "tools/match/stats/strength.hpp"

#include <cmath>
#include <string>

namespace rata {

namespace {

/// How far rounded probabilities may miss the sum 1.
constexpr double kSumTolerance = 0.01;

std::vector<double> convolution(const std::vector<double>& a, const std::vector<double>& b) {
    std::vector<double> sums(a.size() + b.size() - 1, 0.0);
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t k = 0; k < b.size(); ++k) sums[i + k] += a[i] * b[k];
    return sums;
}

} // namespace

Result<FirstMover> FirstMover::from(double win, double draw, std::optional<double> loss) {
    const double last = loss.value_or(1 - win - draw);
    const double sum = win + draw + last;
    const bool are_probabilities = win >= 0 && draw >= 0 && last >= 0;
    if (!are_probabilities || std::abs(sum - 1) > kSumTolerance) {
        return Error{.code = ErrorCode::Range,
                     .message = "expected probabilities of win, draw and loss with the sum 1, "
                                "found the sum " +
                                std::to_string(sum),
                     .where = {}};
    }
    return FirstMover(win / sum, draw / sum, last / sum);
}

SumDistribution::SumDistribution(const std::vector<double>& term, std::size_t terms) {
    RATA_ASSERT(term.size() % 2 == 1);
    for (std::size_t i = 0; i < terms; ++i) shares_ = convolution(shares_, term);
}

std::int64_t SumDistribution::reach() const {
    return static_cast<std::int64_t>(shares_.size() / 2);
}

double SumDistribution::probability(std::int64_t sum) const {
    if (std::abs(sum) > reach()) return 0;
    return shares_[static_cast<std::size_t>(sum + reach())];
}

double SumDistribution::probability_within(std::int64_t distance) const {
    double total = 0;
    for (std::int64_t sum = -distance; sum <= distance; ++sum) total += probability(sum);
    return total;
}

double SumDistribution::deviation() const {
    double variance = 0;
    for (std::int64_t sum = -reach(); sum <= reach(); ++sum) {
        const auto distance = static_cast<double>(sum);
        variance += probability(sum) * distance * distance;
    }
    return std::sqrt(variance);
}

std::vector<double> pair_distribution(const FirstMover& mover) {
    // One game moving first, one moving second, in which the other's luck is ours turned round.
    return convolution({mover.loss(), mover.draw(), mover.win()},
                       {mover.win(), mover.draw(), mover.loss()});
}

double pair_sum_deviation(const FirstMover& mover, std::size_t pairs) {
    const double p = mover.win();
    const double q = mover.draw();
    return std::sqrt(static_cast<double>(pairs)) *
           std::sqrt(2 * p * q + (2 * q + 8 * p) * (1 - p - q));
}

double chance_of_margin(const ScoreHistogram& histogram) {
    const std::size_t size = histogram.counts.size();
    const double samples = histogram.samples();
    if (samples <= 0) return 1;
    std::vector<double> term(size);
    double margin = 0;
    double variance = 0;
    for (std::size_t i = 0; i < size; ++i) {
        const double place = static_cast<double>(i) - static_cast<double>(size - 1) / 2;
        term[i] = (histogram.counts[i] + histogram.counts[size - 1 - i]) / (2 * samples);
        margin += place * histogram.counts[i];
        variance += place * place * term[i];
    }
    const std::int64_t distance = std::llround(std::abs(margin)); // it is a whole number
    if (distance == 0) return 1;
    if (samples > static_cast<double>(kExactSamples)) {
        const double z = (static_cast<double>(distance) - 0.5) / std::sqrt(variance * samples);
        return 2 * normal_share_below(-z);
    }
    const SumDistribution sums(term, static_cast<std::size_t>(samples));
    const double within = sums.probability_within(distance - 1);
    double beyond = 0; // summed by itself: 1 - within would lose all digits of a small chance
    for (std::int64_t sum = distance; sum <= sums.reach(); ++sum)
        beyond += 2 * sums.probability(sum);
    return within < 0.5 ? 1 - within : beyond;
}

} // namespace rata
