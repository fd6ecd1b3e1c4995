#include "engine/base/file.hpp"
#include "engine/base/rng.hpp"
#include "epd/scoring.hpp"
#include "tests/support/test_data.hpp"

#include <catch2/catch.hpp>

#include <map>

using namespace rata;
using namespace rata::test;

namespace {

Verdict solved_after(Clock::duration time, const TestPosition& test) {
    const Move move = test.best.empty() ? Move::none() : test.best.front();
    return {.solved = true,
            .solution = SearchCost{time, 1, 1},
            .move = move,
            .score = {},
            .cost = {milliseconds(600'000), 20, 1000},
            .stopped_early = false};
}

Verdict missed() { return {.cost = {milliseconds(600'000), 20, 1000}}; }

TestSuite read_data(const std::string& name) {
    const auto file = data_path("epd/" + name);
    if (!file) return {};
    return parse_test_suite(read_file(*file).value(), name);
}

} // namespace

TEST_CASE("the bands of LCT II", "[epd][scoring]") {
    struct Case {
        int milliseconds;
        double scale;
        int points;
    };
    const std::vector<Case> cases{
        {0, 1, 30},      {9'999, 1, 30},  {10'000, 1, 25},  {29'999, 1, 25},   {30'000, 1, 20},
        {89'999, 1, 20}, {90'000, 1, 15}, {179'999, 1, 15}, {180'000, 1, 10},  {389'999, 1, 10},
        {390'000, 1, 5}, {600'999, 1, 5}, {601'000, 1, 0},  {1'000'000, 1, 0}, {166, 60, 30},
        {167, 60, 25},   {1'499, 60, 20}, {1'500, 60, 15},  {6'499, 60, 10},   {6'500, 60, 5},
        {10'016, 60, 5}, {10'017, 60, 0},
    };
    for (const Case& each : cases) {
        INFO(each.milliseconds << " ms at " << each.scale);
        CHECK(lct2_points(std::chrono::milliseconds(each.milliseconds), each.scale) == each.points);
    }
}

namespace {

/// The rules once more, in the words of the instructions rather than by a table.
int recounted_points(std::int64_t second) {
    if (second < 10) return 30;
    if (second < 30) return 25;
    if (second < 90) return 20;
    if (second < 180) return 15;
    if (second < 390) return 10;
    return second <= 600 ? 5 : 0;
}

} // namespace

TEST_CASE("the sum of LCT II, recounted", "[epd][scoring][data]") {
    const TestSuite suite = read_data("lct2.epd");
    if (suite.positions.empty()) return skip_case("no epd/lct2.epd");
    CHECK(suite.broken.empty());
    CHECK(natural_scoring(suite) == Scoring::Lct2);
    Rng random(6);
    for (int round = 0; round < 100; ++round) {
        SuiteScorer scorer({Scoring::Lct2, 1});
        std::map<std::string, int> sums;
        std::size_t failures = 0;
        for (const TestPosition& test : suite.positions) {
            const auto time = static_cast<std::int64_t>(random.below(700'000));
            const auto chance = random.below(6);
            const bool solves = chance > 1;
            const Verdict verdict = solves ? solved_after(milliseconds(time), test) : missed();
            scorer.add(test, chance == 0 ? nullptr : &verdict);
            failures += chance == 0 ? 1 : 0;
            sums[test.id.substr(6, 3)] += solves ? recounted_points(time / 1000) : 0;
        }
        const SuiteScore score = scorer.score();
        CHECK(score.positions == 35);
        CHECK(score.failed == failures);
        REQUIRE(score.themes.size() == 3);
        for (const ThemeScore& theme : score.themes) {
            INFO(theme.name);
            CHECK(theme.points.reached == sums.at(theme.name));
            CHECK(theme.points.most == 30 * static_cast<int>(theme.positions));
        }
        CHECK(score.themes[0].positions == 14);
        CHECK(score.themes[1].positions == 12);
        CHECK(score.themes[2].positions == 9);
        CHECK(score.points.reached == sums["POS"] + sums["CMB"] + sums["FIN"]);
        CHECK(score.points.most == 1050);
        CHECK(score.elo == 1900 + sums["POS"] + sums["CMB"] + sums["FIN"]);
    }
}

TEST_CASE("a part of LCT II has no Elo", "[epd][scoring][data]") {
    const TestSuite suite = read_data("lct2.epd");
    if (suite.positions.empty()) return skip_case("no epd/lct2.epd");
    SuiteScorer scorer({Scoring::Lct2, 1});
    for (std::size_t i = 0; i + 1 < suite.positions.size(); ++i)
        scorer.add(suite.positions[i], nullptr);
    CHECK(scorer.score().elo == std::nullopt);
    scorer.add(suite.positions.back(), nullptr);
    CHECK(scorer.score().elo == 1900);
}

TEST_CASE("all suites are read, and scored in their own way", "[epd][scoring][data]") {
    struct Case {
        const char* name;
        std::size_t positions;
        Scoring scoring;
    };
    const std::vector<Case> cases{
        {"bratko-kopec.epd", 24, Scoring::Solved}, {"ecm.epd", 879, Scoring::Solved},
        {"ecmgcp.epd", 183, Scoring::Solved},      {"kaufman.epd", 25, Scoring::Solved},
        {"lct2.epd", 35, Scoring::Lct2},           {"nolot.epd", 11, Scoring::Solved},
        {"sts.epd", 1500, Scoring::Sts},           {"wac.epd", 200, Scoring::Solved},
    };
    for (const Case& each : cases) {
        INFO(each.name);
        const TestSuite suite = read_data(each.name);
        if (suite.positions.empty()) return skip_case(std::string("no epd/") + each.name);
        CHECK(suite.positions.size() == each.positions);
        CHECK(suite.broken.empty());
        CHECK(natural_scoring(suite) == each.scoring);
    }
}

TEST_CASE("STS has points for more than the best move", "[epd][scoring][data]") {
    const TestSuite suite = read_data("sts.epd");
    if (suite.positions.empty()) return skip_case("no epd/sts.epd");
    SuiteScorer best({Scoring::Sts, 1});
    SuiteScorer second({Scoring::Sts, 1});
    int expected = 0;
    for (const TestPosition& test : suite.positions) {
        Verdict verdict = solved_after(milliseconds(10), test);
        CHECK(test.credit_of(test.best.front()) == 10);
        best.add(test, &verdict);
        verdict.move = test.credits.back().move;
        verdict.solved = test.is_solved_by(verdict.move);
        second.add(test, &verdict);
        int most = 0; // the same move may be listed twice
        for (const MoveCredit& credit : test.credits)
            if (credit.move == verdict.move) most = std::max(most, credit.points);
        expected += most;
    }
    CHECK(best.score().points.reached == 15'000);
    CHECK(best.score().points.most == 15'000);
    CHECK(second.score().points.reached == expected);
    CHECK(second.score().points.most == 15'000);
    REQUIRE(best.score().themes.size() == 15);
    for (const ThemeScore& theme : best.score().themes) {
        INFO(theme.name);
        CHECK(theme.positions == 100);
        CHECK(theme.points.reached == 1000);
        CHECK(!theme.name.empty());
    }
}
