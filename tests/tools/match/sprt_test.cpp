#include "engine/base/rng.hpp"
#include "tools/match/stats/sprt.hpp"
#include "tools/match/stats/strength.hpp"

#include <catch2/catch.hpp>

#include <cmath>

using namespace rata;

namespace {

struct SprtCase {
    ScoreHistogram histogram{};
    double logistic = 0;   ///< for 0 against 5
    double normalized = 0; ///< for 0 against 5
    double lower = 0;      ///< normalised, for -3 against 1
};

/// A pair whose games are drawn with one of the shares, and else won or lost by chance alone, apart
/// from the advantage of the one who is stronger.
struct Match {
    double draw = 0.5;
    double bias = 0; ///< of a decided game

    [[nodiscard]] std::size_t game(Rng& luck) const {
        if (luck.fraction() < draw) return 1;
        return luck.fraction() < 0.5 + bias ? 2 : 0;
    }
    [[nodiscard]] std::size_t pair(Rng& luck) const { return game(luck) + game(luck); }
    /// The bias at which the expected score is that of the Elo.
    static Match of_elo(double draw, double elo) {
        return {.draw = draw, .bias = (score_from_elo(elo) - 0.5) / (1 - draw)};
    }
};

SprtState play_test(const SprtPlan& plan, const Match& match, Rng& luck) {
    PairCounts counts{};
    for (;;) {
        ++counts[match.pair(luck)];
        const double ratio = log_likelihood_ratio(plan, ScoreHistogram::of_pairs(counts));
        const SprtState state = sprt_state(plan, ratio);
        if (state != SprtState::Undecided) return state;
    }
}

/// How many of the tests accept H1.
int accepted_h1(const SprtPlan& plan, double elo, int tests, std::uint64_t seed) {
    constexpr double kDraws = 0.4;
    Rng luck(seed);
    int accepted = 0;
    for (int i = 0; i < tests; ++i)
        accepted += play_test(plan, Match::of_elo(kDraws, elo), luck) == SprtState::AcceptedH1;
    return accepted;
}

/// How far a count may miss its expectation: about three standard deviations.
double sampling_error(double probability, int tests) {
    return 3 * std::sqrt(probability * (1 - probability) * tests);
}

} // namespace

TEST_CASE("log-likelihood ratios", "[match][stats]") {
    // Computed by an independent program, which maximises the likelihood under each hypothesis by
    // bisection.
    const SprtCase cases[] = {
        {ScoreHistogram::of_pairs({10, 120, 250, 140, 15}), 0.95624, 0.63416, 0.63119},
        {ScoreHistogram::of_pairs({0, 3, 10, 9, 1}), 0.32763, 0.19122, 0.15722},
        {ScoreHistogram::of_pairs({1200, 5300, 8100, 5600, 1300}), 5.64400, 5.86881, 9.68090},
        {ScoreHistogram::of_games({.wins = 350, .draws = 500, .losses = 300}), 1.06277, 0.83808,
         0.80376},
    };
    const SprtPlan logistic{.elo0 = 0, .elo1 = 5, .model = SprtModel::Logistic};
    const SprtPlan normalized{.elo0 = 0, .elo1 = 5};
    const SprtPlan lower{.elo0 = -3, .elo1 = 1};
    for (const SprtCase& each : cases) {
        CHECK(log_likelihood_ratio(logistic, each.histogram) == Approx(each.logistic).margin(2e-5));
        CHECK(log_likelihood_ratio(normalized, each.histogram) ==
              Approx(each.normalized).margin(2e-5));
        CHECK(log_likelihood_ratio(lower, each.histogram) == Approx(each.lower).margin(2e-5));
    }
    CHECK(log_likelihood_ratio(normalized, ScoreHistogram::of_pairs({})) == 0);
}

TEST_CASE("the ratio is finite whatever has been seen", "[match][stats]") {
    for (const SprtModel model : {SprtModel::Normalized, SprtModel::Logistic}) {
        const SprtPlan plan{.elo0 = -10, .elo1 = 300, .model = model};
        for (std::size_t only = 0; only < 5; ++only) {
            PairCounts counts{};
            counts[only] = 40;
            CHECK(std::isfinite(log_likelihood_ratio(plan, ScoreHistogram::of_pairs(counts))));
        }
    }
}

TEST_CASE("bounds of the test", "[match][stats]") {
    const SprtPlan plan{.alpha = 0.05, .beta = 0.1};
    CHECK(plan.upper_bound() == Approx(std::log(18)));
    CHECK(plan.lower_bound() == Approx(std::log(0.1 / 0.95)));
    CHECK(sprt_state(plan, 3) == SprtState::AcceptedH1);
    CHECK(sprt_state(plan, -2.5) == SprtState::AcceptedH0);
    CHECK(sprt_state(plan, 2) == SprtState::Undecided);
}

TEST_CASE("two thousand simulated tests err as rarely as promised", "[match][stats][slow]") {
    constexpr int kTests = 2000;
    for (const SprtModel model : {SprtModel::Normalized, SprtModel::Logistic}) {
        const SprtPlan plan{.elo0 = 0, .elo1 = 10, .model = model};
        // A normalised Elo is a greater step than an Elo when games are drawn.
        const double scale = model == SprtModel::Normalized ? std::sqrt(1 - 0.4) : 1;
        const int false_h1 = accepted_h1(plan, 0, kTests, 1);
        const int false_h0 = kTests - accepted_h1(plan, 10 * scale, kTests, 2);
        // Half way between the hypotheses either is as likely.
        const int middle = accepted_h1(plan, 5 * scale, kTests, 3);
        INFO(to_string(model) << ": " << false_h1 << ", " << false_h0 << ", " << middle);
        CHECK(false_h1 <= plan.alpha * kTests + sampling_error(plan.alpha, kTests));
        CHECK(false_h0 <= plan.beta * kTests + sampling_error(plan.beta, kTests));
        CHECK(std::abs(middle - kTests / 2) <= sampling_error(0.5, kTests));
    }
}

TEST_CASE("intervals of matches of fixed length cover the truth", "[match][stats][slow]") {
    constexpr int kMatches = 4000;
    constexpr int kPairs = 400;
    Rng luck(7);
    for (const double elo : {0.0, 5.0, 60.0}) {
        const Match match = Match::of_elo(0.4, elo);
        int covered = 0;
        for (int i = 0; i < kMatches; ++i) {
            PairCounts counts{};
            for (int pair = 0; pair < kPairs; ++pair) ++counts[match.pair(luck)];
            const auto strength = strength_of(ScoreHistogram::of_pairs(counts));
            covered += strength->elo.low <= elo && elo <= strength->elo.high;
        }
        INFO(elo << " Elo: covered in " << covered << " of " << kMatches);
        CHECK(covered >= 0.93 * kMatches);
        CHECK(covered <= 0.97 * kMatches);
    }
}
