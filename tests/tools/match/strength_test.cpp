#include "tools/match/stats/strength.hpp"

#include <catch2/catch.hpp>

#include <cmath>

using namespace rata;

TEST_CASE("Elo and score are two scales of one thing", "[match][stats]") {
    CHECK(score_from_elo(0) == 0.5);
    CHECK(!std::signbit(elo_from_score(0.5)));
    CHECK(score_from_elo(400) == Approx(10.0 / 11));
    CHECK(elo_from_score(0.75) == Approx(190.848502));
    for (const double elo : {-700.0, -3.5, 0.0, 1.0, 250.0})
        CHECK(elo_from_score(score_from_elo(elo)) == Approx(elo).margin(1e-9));
    CHECK(std::isinf(elo_from_score(1)));
    CHECK(elo_from_score(0) < 0);
    CHECK(deviations_from_normalized_elo(normalized_elo(0.3)) == Approx(0.3));
}

TEST_CASE("strength of pairs and of games", "[match][stats]") {
    // Computed by an independent program from the definitions.
    const auto pairs = strength_of(ScoreHistogram::of_pairs({10, 120, 250, 140, 15}));
    REQUIRE(pairs);
    CHECK(pairs->elo.value == Approx(9.7437).margin(1e-4));
    CHECK(pairs->elo.low == Approx(-2.3057).margin(1e-4));
    CHECK(pairs->elo.high == Approx(21.8166).margin(1e-4));
    CHECK(pairs->normalized.value == Approx(16.8333).margin(1e-4));
    CHECK(pairs->superiority == Approx(0.943499).margin(1e-6));

    const auto games =
        strength_of(ScoreHistogram::of_games({.wins = 350, .draws = 500, .losses = 300}));
    REQUIRE(games);
    CHECK(games->elo.value == Approx(15.1154).margin(1e-4));
    CHECK(games->elo.low == Approx(0.0345).margin(1e-4));
    CHECK(games->normalized.value == Approx(20.1264).margin(1e-4));
    CHECK(games->superiority == Approx(0.975261).margin(1e-6));
}

TEST_CASE("a few games of one kind tell nothing of the error", "[match][stats]") {
    CHECK(!strength_of(ScoreHistogram::of_games({})));
    const auto wins = strength_of(ScoreHistogram::of_games({.wins = 3, .draws = 0, .losses = 0}));
    REQUIRE(wins);
    CHECK(!wins->elo.is_known());
    CHECK(wins->superiority == Approx(0.958368).margin(1e-6));
    const auto losses = strength_of(ScoreHistogram::of_pairs({10, 0, 0, 0, 0}));
    REQUIRE(losses);
    CHECK(losses->superiority == Approx(0.000783).margin(1e-6));
    const auto draws = strength_of(ScoreHistogram::of_pairs({0, 0, 4, 0, 0}));
    REQUIRE(draws);
    CHECK(draws->elo.value == Approx(0).margin(1e-9));
    CHECK(!draws->elo.is_known());
    CHECK(draws->superiority == 0.5);
}

TEST_CASE("normalised Elo of decisive games is Elo near zero", "[match][stats]") {
    const auto games =
        strength_of(ScoreHistogram::of_games({.wins = 505, .draws = 0, .losses = 495}));
    REQUIRE(games);
    CHECK(games->normalized.value == Approx(games->elo.value).epsilon(0.01));
}

TEST_CASE("pairs won for each pair lost", "[match][stats]") {
    CHECK(pair_ratio({2, 3, 9, 7, 3}) == 2.0);
    CHECK(!pair_ratio({0, 0, 9, 7, 3}));
    CHECK(pairs_of({2, 3, 9, 7, 3}) == 24);
}
