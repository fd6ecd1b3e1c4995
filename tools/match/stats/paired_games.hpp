// The exact distribution of paired games between equals, after T.-s. Hsu's lecture on testing game
// programs. Two copies of a program play pairs of games, each moving first in one of them; the one
// who moves first wins with probability p, draws with q. What the sum of n pairs may be by chance
// is found by convolution, so that a real result can be held against it.
//
// Scores are +1 for a game won, 0 for a draw, -1 for a loss, as one of the two sees it.
#pragma once

#include "engine/base/result.hpp"
#include "tools/match/stats/score_histogram.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace rata {

/// What happens to the one who moves first in a game.
class FirstMover {
public:
    /// The three probabilities are scaled to the sum 1, since they are often given rounded; without
    /// the third it is what is left. An error if they are no probabilities or sum to 1 by no means.
    [[nodiscard]] static Result<FirstMover> from(double win, double draw,
                                                 std::optional<double> loss);

    [[nodiscard]] double win() const { return win_; }
    [[nodiscard]] double draw() const { return draw_; }
    [[nodiscard]] double loss() const { return loss_; }

private:
    FirstMover(double win, double draw, double loss) : win_(win), draw_(draw), loss_(loss) {}

    double win_;
    double draw_;
    double loss_;
};

/// Probabilities of the sums -reach() to +reach().
class SumDistribution {
public:
    /// Of the sum of `terms` independent terms. `term` has an odd size; its middle is the sum 0.
    SumDistribution(const std::vector<double>& term, std::size_t terms);

    [[nodiscard]] std::int64_t reach() const;
    [[nodiscard]] double probability(std::int64_t sum) const;
    /// That the sum is no farther from 0 than this.
    [[nodiscard]] double probability_within(std::int64_t distance) const;
    [[nodiscard]] double deviation() const;

private:
    std::vector<double> shares_{1.0};
};

/// Of one pair: the sums -2 to 2.
[[nodiscard]] std::vector<double> pair_distribution(const FirstMover& mover);

/// The standard deviation of the sum of n pairs: sqrt(n) * sqrt(2pq + (2q + 8p)(1 - p - q)).
[[nodiscard]] double pair_sum_deviation(const FirstMover& mover, std::size_t pairs);

/// How likely a margin as large as that of the histogram, in either direction, would be between
/// equals. The distribution of a single sample is taken from the histogram itself and made
/// symmetric. Exact up to kExactSamples samples, by the normal law beyond.
[[nodiscard]] double chance_of_margin(const ScoreHistogram& histogram);

inline constexpr std::size_t kExactSamples = 2000;

} // namespace rata
