#include "tools/match/stats/verdict.hpp"

#include <catch2/catch.hpp>

using namespace rata;

TEST_CASE("a verdict is a plain sentence", "[match][stats]") {
    struct Case {
        PairCounts counts{};
        std::string expected{};
    };
    const Case cases[] = {
        {{0, 0, 0, 0, 10},
         "A is better: a margin this large happens by chance once in 510 matches."},
        {{10, 0, 0, 0, 0},
         "B is better: a margin this large happens by chance once in 510 matches."},
        {{0, 0, 10, 0, 300},
         "A is better: a margin this large happens by chance less than once in a million matches."},
        {{10, 120, 250, 130, 15},
         "This says nothing yet: equals come apart so far in 30 of 100 matches; about 1200 more "
         "pairs would tell, if it goes on like this."},
        {{1, 2, 3, 2, 1}, "This says nothing yet: the score is even."},
        {{0, 0, 0, 0, 1},
         "This says nothing yet: equals come apart so far in 100 of 100 matches; "
         "about 3 more pairs would tell, if it goes on like this."},
        {{0, 0, 0, 0, 4},
         "This says nothing yet: equals come apart so far in 13 of 100 matches; a few more pairs "
         "would tell."},
        {{}, "This says nothing: there are no results."},
    };
    for (const Case& each : cases)
        CHECK(verdict_on(ScoreHistogram::of_pairs(each.counts), "A", "B") == each.expected);
}

TEST_CASE("single games are called games", "[match][stats]") {
    const std::string text =
        verdict_on(ScoreHistogram::of_games({.wins = 12, .draws = 20, .losses = 10}), "A", "B");
    CHECK(text.find("more games would tell") != std::string::npos);
}

TEST_CASE("the verdict of a sequential test warns of its own stopping", "[match][stats]") {
    const SprtPlan plan{.elo0 = 0, .elo1 = 5};
    CHECK(sprt_verdict(plan, SprtState::Undecided).empty());
    CHECK(sprt_verdict(plan, SprtState::AcceptedH1).find("H1 is accepted (normalized Elo of 5") !=
          std::string::npos);
    CHECK(sprt_verdict(plan, SprtState::AcceptedH0).find("more extreme than it is") !=
          std::string::npos);
}

TEST_CASE("round numbers keep two digits", "[match][stats]") {
    CHECK(round_number(7.4) == "7");
    CHECK(round_number(123) == "120");
    CHECK(round_number(98'765) == "99000");
}
