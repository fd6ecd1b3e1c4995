#include "tools/match/play/schedule.hpp"

#include <catch2/catch.hpp>

#include <map>
#include <set>

using namespace rata;

TEST_CASE("two engines play pairs with colours reversed", "[match][play]") {
    const Schedule schedule({.engines = 2, .rounds = 3, .games = 2});
    REQUIRE(schedule.size() == 6);
    for (std::size_t i = 0; i < schedule.size(); ++i) {
        const ScheduledGame game = schedule.game(i);
        CHECK(game.number == i);
        CHECK(game.round == i / 2);
        CHECK(game.opening == i / 2);
        CHECK(game.white() == i % 2);
        CHECK(game.black() == 1 - i % 2);
        REQUIRE(game.has_twin);
        CHECK(game.twin == (i ^ 1U));
    }
}

TEST_CASE("in a round-robin all meet all, equally often with each colour", "[match][play]") {
    const Schedule schedule({.engines = 5, .rounds = 2, .games = 2});
    REQUIRE(schedule.pairings() == 10);
    std::map<std::pair<std::size_t, std::size_t>, int> met;
    for (std::size_t i = 0; i < schedule.size(); ++i) {
        const ScheduledGame game = schedule.game(i);
        ++met[{game.white(), game.black()}];
        const ScheduledGame twin = schedule.game(game.twin);
        CHECK(twin.white() == game.black());
        CHECK(twin.opening == game.opening);
        CHECK(twin.twin == i);
    }
    CHECK(met.size() == 20);
    for (const auto& [pairing, games] : met) CHECK(games == 2);
}

TEST_CASE("in a gauntlet the first meets all others", "[match][play]") {
    const Schedule schedule(
        {.tournament = Tournament::Gauntlet, .engines = 4, .rounds = 1, .games = 2});
    CHECK(schedule.size() == 6);
    std::set<std::size_t> others;
    for (std::size_t i = 0; i < schedule.size(); ++i) {
        CHECK(schedule.game(i).pairing.first == 0);
        others.insert(schedule.game(i).pairing.second);
    }
    CHECK(others == std::set<std::size_t>{1, 2, 3});
}

TEST_CASE("single games change colours from round to round and have no twin", "[match][play]") {
    const Schedule schedule({.engines = 2, .rounds = 4, .games = 1});
    for (std::size_t i = 0; i < schedule.size(); ++i) {
        CHECK(schedule.game(i).first_is_white == (i % 2 == 0));
        CHECK(!schedule.game(i).has_twin);
    }
}

TEST_CASE("without repetition every game has its own opening", "[match][play]") {
    const Schedule schedule({.engines = 2, .rounds = 3, .games = 2, .repeat = false});
    std::set<std::size_t> openings;
    for (std::size_t i = 0; i < schedule.size(); ++i) {
        openings.insert(schedule.game(i).opening);
        CHECK(!schedule.game(i).has_twin);
    }
    CHECK(openings.size() == 6);
    const Schedule odd({.engines = 2, .rounds = 1, .games = 3});
    CHECK(odd.game(1).has_twin);
    CHECK(!odd.game(2).has_twin);
}

TEST_CASE("colours need not alternate", "[match][play]") {
    struct Case {
        Colours colours{};
        bool first_white = false;  ///< in the first game of a pair
        bool second_white = false; ///< in the second
    };
    for (const Case& each :
         {Case{Colours::Alternate, true, false}, Case{Colours::Reversed, false, true},
          Case{Colours::FirstWhite, true, true}, Case{Colours::FirstBlack, false, false}}) {
        const Schedule schedule({.rounds = 2, .colours = each.colours});
        for (std::size_t i = 0; i < schedule.size(); ++i) {
            const ScheduledGame game = schedule.game(i);
            CHECK(game.first_is_white == (i % 2 == 0 ? each.first_white : each.second_white));
            // Games with the same colours are no pair.
            CHECK(game.has_twin == (each.first_white != each.second_white));
        }
    }
}

TEST_CASE("the seeds of a gauntlet play all others", "[match][play]") {
    const Schedule schedule({.tournament = Tournament::Gauntlet, .engines = 5, .seeds = 2});
    REQUIRE(schedule.pairings() == 6);
    std::set<std::pair<std::size_t, std::size_t>> met;
    for (std::size_t i = 0; i < schedule.pairings(); ++i) {
        const Pairing pairing = schedule.pairing(i);
        CHECK(pairing.first < 2);
        CHECK(pairing.second >= 2);
        met.emplace(pairing.first, pairing.second);
    }
    CHECK(met.size() == 6);
}
