// What came out of a number of games, as statistics want it: how often each possible score was
// reached, either by single games (0, 1/2, 1) or by pairs of games with colours reversed (0, 1/4,
// ..., 1). Pairs are the better sample: the advantage of the opening cancels inside each.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace rata {

/// As the first of two players sees it.
struct GameCounts {
    std::uint64_t wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t losses = 0;

    [[nodiscard]] std::uint64_t games() const { return wins + draws + losses; }
    /// Points per game; nothing was played: one half.
    [[nodiscard]] double score() const;

    GameCounts& operator+=(const GameCounts& other);
    bool operator==(const GameCounts&) const = default;
};

/// By points of the first player in a pair: 0, 1/2, 1, 3/2, 2.
using PairCounts = std::array<std::uint64_t, 5>;

[[nodiscard]] std::uint64_t pairs_of(const PairCounts& counts);

struct ScoreHistogram {
    std::vector<double> counts{}; ///< of equally spaced scores from 0 to 1
    int games_per_sample = 1;

    [[nodiscard]] static ScoreHistogram of_games(const GameCounts& counts);
    [[nodiscard]] static ScoreHistogram of_pairs(const PairCounts& counts);

    [[nodiscard]] double samples() const;
    /// The score that stands at this place of `counts`.
    [[nodiscard]] double score_at(std::size_t i) const {
        return static_cast<double>(i) / static_cast<double>(counts.size() - 1);
    }
};

/// Moments of the scores of a histogram that is not empty.
struct ScoreMoments {
    double mean = 0;
    double variance = 0;
    double skewness = 0; ///< 0 if there is no variance
    double kurtosis = 0; ///< 3 for the normal law
};

[[nodiscard]] ScoreMoments moments_of(const ScoreHistogram& histogram);

} // namespace rata
