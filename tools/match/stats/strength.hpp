// Strength from results: Elo, normalised Elo and the likelihood of superiority, each with what is
// known of its error. Pure functions.
//
// Elo is the scale of the score: it shrinks when more games are drawn. Normalised Elo is the mean
// score above one half in standard deviations of a game, so that it tells how many games are needed
// to see the difference, whatever the openings and the time control.
#pragma once

#include "tools/match/stats/score_histogram.hpp"

#include <optional>

namespace rata {

/// Two-sided 95 % of the normal law, in standard deviations.
inline constexpr double kConfidence95 = 1.959963984540054;

/// The share of the normal law below z.
[[nodiscard]] double normal_share_below(double z);

/// Points per game that a player so much stronger is expected to make.
[[nodiscard]] double score_from_elo(double elo);
/// The inverse; infinite for the scores 0 and 1.
[[nodiscard]] double elo_from_score(double score);

/// Normalised Elo of a score that lies `deviations` standard deviations of a single game above 1/2,
/// on the usual scale, which agrees with Elo when every game is won or lost.
[[nodiscard]] double normalized_elo(double deviations);
/// The inverse.
[[nodiscard]] double deviations_from_normalized_elo(double elo);

/// An estimate and its 95 % interval. The ends are infinite where nothing is known.
struct Estimate {
    double value = 0;
    double low = 0;
    double high = 0;

    /// Half the width of the interval.
    [[nodiscard]] double error() const { return (high - low) / 2; }
    [[nodiscard]] bool is_known() const;
};

struct Strength {
    Estimate elo{};
    Estimate normalized{};
    /// How likely it is that the first player is the better one.
    double superiority = 0.5;
};

/// Nothing for an empty histogram.
[[nodiscard]] std::optional<Strength> strength_of(const ScoreHistogram& histogram);

/// Pairs won (by 3/2 or 2 points) for each pair lost; nothing if none was lost.
[[nodiscard]] std::optional<double> pair_ratio(const PairCounts& counts);

} // namespace rata
