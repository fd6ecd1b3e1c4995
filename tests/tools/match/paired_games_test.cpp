#include "tools/match/stats/paired_games.hpp"

#include <catch2/catch.hpp>

#include <cmath>

using namespace rata;

namespace {

/// Pr(|X[n]| <= s) for s = 0 ... 20, as Hsu prints it.
struct HsuRow {
    std::size_t pairs = 0;
    double deviation = 0;
    std::array<double, 21> within{};
};

constexpr std::array<HsuRow, 5> kHsuRows{{
    {10, 3.67, {.108, .315, .502, .658, .779, .866, .924, .960, .981, .991, .997,
                .999, 1,    1,    1,    1,    1,    1,    1,    1,    1}},
    {20, 5.19, {.076, .227, .369, .499, .613, .710, .789, .851, .899, .933, .958,
                .974, .985, .991, .995, .997, .999, .999, 1,    1,    1}},
    {30, 6.36, {.063, .186, .305, .417, .520, .612, .693, .761, .819, .865, .902,
                .930, .951, .967, .978, .986, .991, .994, .997, .998, .999}},
    {40, 7.34, {.054, .162, .266, .366, .460, .546, .624, .693, .753, .804, .847,
                .883, .912, .934, .952, .966, .976, .983, .989, .992, .995}},
    {50, 8.21, {.049, .145, .239, .330, .416, .497, .571, .639, .699, .753, .799,
                .839, .872, .900, .923, .941, .956, .967, .976, .983, .988}},
}};

/// Chinese chess among masters. The three sum to .9999, so they are scaled.
FirstMover hsu_mover() { return FirstMover::from(0.3918, 0.3161, 0.2920).value(); }

double to_three_digits(double number) { return std::round(number * 1000) / 1000; }

} // namespace

TEST_CASE("Hsu's tables come out to the last digit", "[match][stats]") {
    const FirstMover mover = hsu_mover();
    for (const HsuRow& row : kHsuRows) {
        const SumDistribution sums(pair_distribution(mover), row.pairs);
        CHECK(pair_sum_deviation(mover, row.pairs) == Approx(row.deviation).margin(0.005));
        for (std::size_t s = 0; s < row.within.size(); ++s) {
            INFO("n = " << row.pairs << ", s = " << s);
            CHECK(to_three_digits(sums.probability_within(static_cast<std::int64_t>(s))) ==
                  Approx(row.within[s]).margin(1e-9));
        }
    }
}

TEST_CASE("the deviation of paired games is 1.161 by the root of the pairs", "[match][stats]") {
    // The lecture prints sqrt(1.16 n) beside tables that were made with 1.161 sqrt(n).
    CHECK(pair_sum_deviation(hsu_mover(), 1) == Approx(1.161).margin(0.0005));
    CHECK(2 * pair_sum_deviation(hsu_mover(), 1) == Approx(2.32).margin(0.005));
    for (const std::size_t pairs : {std::size_t{1}, std::size_t{7}, std::size_t{40}}) {
        const SumDistribution sums(pair_distribution(hsu_mover()), pairs);
        CHECK(sums.deviation() == Approx(pair_sum_deviation(hsu_mover(), pairs)));
        CHECK(sums.probability_within(sums.reach()) == Approx(1));
        CHECK(sums.probability(3) == Approx(sums.probability(-3)));
    }
}

TEST_CASE("the first mover's probabilities are checked", "[match][stats]") {
    CHECK(FirstMover::from(0.4, 0.3, std::nullopt)->loss() == Approx(0.3));
    CHECK(!FirstMover::from(0.7, 0.4, std::nullopt).ok());
    CHECK(!FirstMover::from(0.4, 0.3, 0.2).ok());
    CHECK(!FirstMover::from(-0.1, 0.5, 0.6).ok());
    CHECK(!FirstMover::from(std::nan(""), 0.5, 0.5).ok());
}

TEST_CASE("the chance of a margin between equals", "[match][stats]") {
    // Ten pairs, all won 2-0: the symmetric law has 1/2 at either end.
    CHECK(chance_of_margin(ScoreHistogram::of_pairs({0, 0, 0, 0, 10})) ==
          Approx(2 * std::pow(0.5, 10)));
    CHECK(chance_of_margin(ScoreHistogram::of_pairs({1, 2, 3, 2, 1})) == 1);
    CHECK(chance_of_margin(ScoreHistogram::of_pairs({})) == 1);
    CHECK(chance_of_margin(ScoreHistogram::of_pairs({0, 0, 12, 0, 0})) == 1);
    // A single game of a coin: three of four, in either direction.
    CHECK(chance_of_margin(ScoreHistogram::of_games({.wins = 3, .draws = 0, .losses = 1})) ==
          Approx(10.0 / 16));
}

TEST_CASE("the exact chance and the normal law meet where one follows the other",
          "[match][stats]") {
    const double exact = chance_of_margin(ScoreHistogram::of_pairs({90, 380, 1030, 420, 80}));
    const double normal = chance_of_margin(ScoreHistogram::of_pairs({90, 380, 1031, 420, 80}));
    CHECK(exact == Approx(normal).epsilon(0.002));
}
