// The sequential probability ratio test: games are played until one of two hypotheses about the
// difference in strength has become so much likelier than the other that the wrong one is accepted
// with no more than the probability asked for. Pure functions.
//
// It is the generalised test: of all distributions of the score that agree with a hypothesis, the
// one is taken that explains the results best.
#pragma once

#include "tools/match/stats/score_histogram.hpp"

#include <cstdint>
#include <string_view>

namespace rata {

/// On which scale the hypotheses are given: see strength.hpp.
enum class SprtModel : std::uint8_t { Normalized, Logistic };

[[nodiscard]] std::string_view to_string(SprtModel model);

struct SprtPlan {
    double elo0 = 0;     ///< H0: the difference is this
    double elo1 = 5;     ///< H1
    double alpha = 0.05; ///< probability to accept H1 although H0 is true
    double beta = 0.05;  ///< the other way round
    SprtModel model = SprtModel::Normalized;

    /// Log-likelihood ratios at which H0 and H1 are accepted.
    [[nodiscard]] double lower_bound() const;
    [[nodiscard]] double upper_bound() const;

    bool operator==(const SprtPlan&) const = default;
};

enum class SprtState : std::uint8_t { Undecided, AcceptedH0, AcceptedH1 };

/// Log of how much likelier H1 makes the results than H0; 0 for an empty histogram.
[[nodiscard]] double log_likelihood_ratio(const SprtPlan& plan, const ScoreHistogram& histogram);

[[nodiscard]] SprtState sprt_state(const SprtPlan& plan, double log_likelihood_ratio);

} // namespace rata
