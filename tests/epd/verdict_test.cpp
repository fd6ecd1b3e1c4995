#include "engine/notation/san.hpp"
#include "epd/verdict.hpp"

#include <catch2/catch.hpp>

using namespace rata;

namespace {

/// A search of the start position, told as "move@milliseconds/depth" words.
struct TalkingSearch {
    TestPosition test = parse_test_position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - "
                                            "bm e4 d4;")
                            .value();
    Analysis analysis{};

    [[nodiscard]] Sighting sighting(const char* move, int time, Depth depth) const {
        return {.move = parse_san(move, test.position).value(),
                .cost = {milliseconds(time), depth, static_cast<std::uint64_t>(time) * 10},
                .score = Cp{depth}};
    }
    void see(const char* move, int time, Depth depth) {
        analysis.sightings.push_back(sighting(move, time, depth));
    }
    [[nodiscard]] Verdict end(const char* move, int time) {
        analysis.move = parse_san(move, test.position).value();
        analysis.cost = {milliseconds(time), 9, 999};
        return judge(test, analysis);
    }
};

} // namespace

TEST_CASE("the time to the solution is the last change to it", "[epd][verdict]") {
    struct Case {
        const char* name;
        std::vector<std::pair<const char*, int>> seen;
        const char* played;
        std::optional<int> solution; ///< milliseconds of 100
    };
    const std::vector<Case> cases{
        {"from the beginning", {{"e4", 1}, {"e4", 20}}, "e4", 1},
        {"found", {{"a3", 1}, {"e4", 20}, {"e4", 30}}, "e4", 20},
        {"found, lost, found again", {{"e4", 1}, {"a3", 20}, {"e4", 30}, {"e4", 40}}, "e4", 30},
        {"from one solution to the other", {{"a3", 1}, {"d4", 20}, {"e4", 30}}, "e4", 20},
        {"lost", {{"e4", 1}, {"a3", 20}}, "a3", std::nullopt},
        {"never", {{"a3", 1}}, "a3", std::nullopt},
        {"played, but not seen", {{"e4", 1}, {"a3", 20}}, "e4", 100},
        {"seen, but not played", {{"e4", 1}, {"e4", 20}}, "a3", std::nullopt},
        {"without a word", {}, "d4", 100},
    };
    for (const Case& each : cases) {
        INFO(each.name);
        TalkingSearch search;
        for (const auto& [move, time] : each.seen) search.see(move, time, time);
        const Verdict verdict = search.end(each.played, 100);
        CHECK(verdict.solved == each.solution.has_value());
        CHECK(verdict.solution.has_value() == each.solution.has_value());
        CHECK(verdict.cost.elapsed == milliseconds(100));
        if (!each.solution) continue;
        CHECK(verdict.solution->elapsed == milliseconds(*each.solution));
        CHECK(verdict.solution->nodes ==
              (*each.solution == 100 ? 999U : static_cast<std::uint64_t>(*each.solution) * 10));
    }
}

TEST_CASE("a search is stable when iterations agree on a solution", "[epd][verdict]") {
    const TalkingSearch search;
    StabilityWatch watch(search.test, 3);
    CHECK_FALSE(watch.add(search.sighting("e4", 1, 1)));
    CHECK_FALSE(watch.add(search.sighting("e4", 2, 2)));
    CHECK_FALSE(watch.add(search.sighting("a3", 3, 3))); // they begin anew
    CHECK_FALSE(watch.add(search.sighting("e4", 4, 3)));
    CHECK_FALSE(watch.add(search.sighting("e4", 5, 3))); // the same iteration
    CHECK_FALSE(watch.add(search.sighting("d4", 6, 4))); // another solution
    CHECK(watch.add(search.sighting("d4", 7, 5)));

    StabilityWatch wrong(search.test, 1);
    for (Depth depth = 1; depth < 20; ++depth)
        CHECK_FALSE(wrong.add(search.sighting("a3", depth, depth)));
    CHECK(wrong.add(search.sighting("e4", 20, 20)));
}

TEST_CASE("scores as text", "[epd][verdict]") {
    CHECK(score_text(Cp{35}) == "+0.35");
    CHECK(score_text(Cp{-1205}) == "-12.05");
    CHECK(score_text(Mate{3}) == "#3");
    CHECK(score_text(Mate{-2}) == "-#2");
    CHECK(score_text(Mate{0}) == "-#0");
    CHECK(score_text(TableWin{5}) == "+won");
    CHECK(score_text(TableWin{-5}) == "-won");
}
