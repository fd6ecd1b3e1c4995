#include "tools/match/stats/sprt.hpp"

#include "tools/match/stats/strength.hpp"

#include <algorithm>
#include <cmath>

namespace rata {

namespace {

/// Stands for a count of zero: no outcome is taken for impossible because it has not been seen.
constexpr double kUnseen = 1e-3;
constexpr int kMaxNewtonSteps = 60;
constexpr int kMaxTValueSteps = 30;
constexpr double kPrecision = 1e-9;

/// Shares of the outcomes, and what each is worth in the constraint "the mean worth is zero".
using Shares = std::vector<double>;
using Worths = std::vector<double>;

/// The root of sum(share * worth / (1 + x * worth)), which falls as x grows between the two poles.
/// Newton's steps where they stay inside the bracket, halving where not.
double multiplier_for_zero_mean(const Shares& shares, const Worths& worths) {
    const auto [least, greatest] = std::minmax_element(worths.begin(), worths.end());
    if (*least >= 0 || *greatest <= 0) return 0; // no distribution can obey; keep what was seen
    double low = -1 / *greatest;
    double high = -1 / *least;
    double x = 0;
    for (int step = 0; step < kMaxNewtonSteps; ++step) {
        double value = 0;
        double slope = 0;
        for (std::size_t i = 0; i < shares.size(); ++i) {
            const double scaled = worths[i] / (1 + x * worths[i]);
            value += shares[i] * scaled;
            slope -= shares[i] * scaled * scaled;
        }
        (value > 0 ? low : high) = x;
        const double newton = x - value / slope;
        const double next = newton > low && newton < high ? newton : (low + high) / 2;
        if (std::abs(next - x) < kPrecision) return next;
        x = next;
    }
    return x;
}

/// The likeliest distribution, given what was seen, among those whose mean worth is zero.
Shares likeliest_with_zero_mean(const Shares& seen, const Worths& worths) {
    const double x = multiplier_for_zero_mean(seen, worths);
    Shares shares(seen.size());
    for (std::size_t i = 0; i < seen.size(); ++i) shares[i] = seen[i] / (1 + x * worths[i]);
    return shares;
}

Shares likeliest_with_mean(const Shares& seen, const ScoreHistogram& histogram, double mean) {
    Worths worths(seen.size());
    for (std::size_t i = 0; i < seen.size(); ++i) worths[i] = histogram.score_at(i) - mean;
    return likeliest_with_zero_mean(seen, worths);
}

/// The likeliest distribution whose mean lies `deviations` of its own standard deviations above one
/// half. That constraint is not linear; it is replaced again and again by its tangent at the
/// distribution found last.
Shares likeliest_with_deviations(const Shares& seen, const ScoreHistogram& histogram,
                                 double deviations) {
    Shares shares = seen;
    Worths worths(seen.size());
    for (int step = 0; step < kMaxTValueSteps; ++step) {
        double mean = 0;
        double variance = 0;
        for (std::size_t i = 0; i < shares.size(); ++i) mean += shares[i] * histogram.score_at(i);
        for (std::size_t i = 0; i < shares.size(); ++i)
            variance += shares[i] * std::pow(histogram.score_at(i) - mean, 2);
        const double sigma = std::sqrt(variance);
        for (std::size_t i = 0; i < shares.size(); ++i) {
            const double z = (histogram.score_at(i) - mean) / sigma;
            worths[i] = histogram.score_at(i) - 0.5 - deviations * sigma * (1 + z * z) / 2;
        }
        Shares next = likeliest_with_zero_mean(seen, worths);
        double change = 0;
        for (std::size_t i = 0; i < shares.size(); ++i)
            change = std::max(change, std::abs(next[i] - shares[i]));
        shares = std::move(next);
        if (change < kPrecision) break;
    }
    return shares;
}

Shares likeliest_under(const SprtPlan& plan, double elo, const Shares& seen,
                       const ScoreHistogram& histogram) {
    if (plan.model == SprtModel::Logistic)
        return likeliest_with_mean(seen, histogram, score_from_elo(elo));
    // The mean of several games deviates less than one game does.
    const double games = histogram.games_per_sample;
    return likeliest_with_deviations(seen, histogram,
                                     deviations_from_normalized_elo(elo) * std::sqrt(games));
}

} // namespace

std::string_view to_string(SprtModel model) {
    return model == SprtModel::Normalized ? "normalized" : "logistic";
}

double SprtPlan::lower_bound() const { return std::log(beta / (1 - alpha)); }
double SprtPlan::upper_bound() const { return std::log((1 - beta) / alpha); }

double log_likelihood_ratio(const SprtPlan& plan, const ScoreHistogram& histogram) {
    if (histogram.samples() <= 0) return 0;
    Shares seen = histogram.counts;
    double total = 0;
    for (double& count : seen) {
        count = std::max(count, kUnseen);
        total += count;
    }
    for (double& share : seen) share /= total;
    const Shares under_h0 = likeliest_under(plan, plan.elo0, seen, histogram);
    const Shares under_h1 = likeliest_under(plan, plan.elo1, seen, histogram);
    double ratio = 0;
    for (std::size_t i = 0; i < seen.size(); ++i)
        ratio += seen[i] * std::log(under_h1[i] / under_h0[i]);
    return total * ratio;
}

SprtState sprt_state(const SprtPlan& plan, double log_likelihood_ratio) {
    if (log_likelihood_ratio >= plan.upper_bound()) return SprtState::AcceptedH1;
    if (log_likelihood_ratio <= plan.lower_bound()) return SprtState::AcceptedH0;
    return SprtState::Undecided;
}

} // namespace rata
