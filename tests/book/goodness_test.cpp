#include "book/stats/goodness.hpp"
#include "book/stats/opening_names.hpp"
#include "engine/base/parse.hpp"
#include "engine/notation/san.hpp"

#include <catch2/catch.hpp>

#include <set>

using namespace rata;

TEST_CASE("few games prove little", "[book]") {
    const Goodness two_wins = goodness_of(2, 0, 0);
    const Goodness many = goodness_of(2250, 1000, 1750); // 5,000 games at 55 %
    CHECK(two_wins.mean > many.mean);
    CHECK(two_wins.low < many.low);
    CHECK(two_wins.low == Approx(0.38).margin(0.005));
    CHECK(many.low == Approx(0.54).margin(0.005));
    CHECK(goodness_of(1, 0, 0).low < goodness_of(10, 0, 0).low);
}

TEST_CASE("goodness is the same from the other side", "[book]") {
    for (const double wins : {0.0, 3.0, 500.0})
        for (const double draws : {0.0, 7.0})
            for (const double losses : {0.0, 1.0, 90.0}) {
                const Goodness ours = goodness_of(wins, draws, losses);
                const Goodness theirs = goodness_of(losses, draws, wins);
                CHECK(ours.mean == Approx(1 - theirs.mean));
                CHECK(ours.low == Approx(1 - theirs.high));
                CHECK(ours.low >= 0);
                CHECK(ours.low <= ours.mean);
            }
}

TEST_CASE("own games count as much as they are told to", "[book]") {
    BookEntry entry;
    entry.results = {10, 10, 10};
    entry.own = {0, 0, 4};
    CHECK(goodness_of(entry, {0}).mean == Approx(0.5));
    CHECK(goodness_of(entry, {1}).mean == Approx(goodness_of(10, 10, 14).mean));
    CHECK(goodness_of(entry, {2.5}).mean == Approx(goodness_of(10, 10, 20).mean));
}

TEST_CASE("performance is the opponents' rating and what the score adds", "[book]") {
    BookEntry entry;
    CHECK_FALSE(performance_of(entry));
    entry.results = {1, 2, 1};
    entry.rated = 2;
    entry.opponent_sum = 5000;
    CHECK(*performance_of(entry) == Approx(2500));
    entry.results = {3, 0, 1};
    CHECK(*performance_of(entry) == Approx(2500 + 190.85).margin(0.01));
    entry.results = {4, 0, 0};
    CHECK(*performance_of(entry) == Approx(2500 + 798.25).margin(0.01));
}

TEST_CASE("the names of openings belong to moves that can be played", "[book]") {
    std::set<Key> keys;
    for (const OpeningName& opening : opening_names()) {
        INFO(opening.eco << ' ' << opening.moves);
        Position position = Position::start();
        WordReader words(opening.moves);
        while (const auto word = words.next()) {
            const auto move = parse_san(*word, position);
            REQUIRE(move);
            CHECK(to_san(*move, position) == *word);
            position.make(*move);
        }
        CHECK(keys.insert(position.key()).second);
        CHECK(find_opening_name(position.key()) == &opening);
        CHECK(opening.eco.size() == 3);
    }
    CHECK(find_opening_name(Position::start().key()) == nullptr);
}
