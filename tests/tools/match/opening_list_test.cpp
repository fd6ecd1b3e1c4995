#include "engine/base/file.hpp"
#include "engine/notation/fen.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test_data.hpp"
#include "tools/match/play/opening_list.hpp"

#include <catch2/catch.hpp>

#include <set>

using namespace rata;

namespace {

constexpr std::string_view kOpeningGames =
    "[Event \"a\"]\n\n1. e4 e5 2. Nf3 (2. f4 exf4) 2... Nc6 *\n\n"
    "[Event \"b\"]\n[SetUp \"1\"]\n"
    "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *\n\n";

} // namespace

TEST_CASE("without a file every game begins at the usual start", "[match][play]") {
    const auto list = OpeningList::load({});
    REQUIRE(list);
    CHECK(list->size() == 1);
    CHECK(to_fen(list->at(7).start) == kStartFen);
}

TEST_CASE("openings of games", "[match][play]") {
    const rata::test::TemporaryFolder folder;
    const std::string file = folder / "book.pgn";
    REQUIRE(write_file(file, kOpeningGames));
    OpeningPlan plan{.file = file, .format = OpeningFormat::Pgn, .order = OpeningOrder::Sequential};
    const auto list = OpeningList::load(plan);
    REQUIRE(list);
    REQUIRE(list->size() == 2);
    CHECK(list->at(0).moves.size() == 4);
    CHECK(list->at(1).moves.size() == 1);
    CHECK(list->at(2).moves.size() == 4);
    CHECK(list->place_in_file(3) == 2);
    plan.plies = 3;
    plan.start = 1;
    const auto shorter = OpeningList::load(plan);
    REQUIRE(shorter);
    CHECK(shorter->at(0).moves.size() == 1);
    CHECK(shorter->at(1).moves.size() == 3);
}

TEST_CASE("openings that cannot be read are refused, with the place", "[match][play]") {
    const rata::test::TemporaryFolder folder;
    const std::string file = folder / "book";
    CHECK(!OpeningList::load({.file = file}));
    REQUIRE(write_file(file, ""));
    CHECK(OpeningList::load({.file = file}).error().code == ErrorCode::NotFound);
    REQUIRE(write_file(file, "4k3/8/8/8/8/8/8/4K2R w K - \nrubbish\n"));
    CHECK(OpeningList::load({.file = file}).error().where.line == 2);
    REQUIRE(write_file(file, "[Event \"a\"]\n\n1. e4 Ke4 *\n"));
    CHECK(!OpeningList::load({.file = file, .format = OpeningFormat::Pgn}));
}

TEST_CASE("random order is the same for the same seed, and leaves nothing out",
          "[match][play][data]") {
    const auto file = rata::test::data_path("openings/noob_3moves.epd");
    if (!file) return rata::test::skip_case("no openings/noob_3moves.epd");
    const OpeningPlan plan{.file = *file, .seed = 5};
    const auto list = OpeningList::load(plan);
    const auto same = OpeningList::load(plan);
    REQUIRE(list);
    std::set<std::size_t> places;
    for (std::size_t i = 0; i < list->size(); ++i) {
        places.insert(list->place_in_file(i));
        CHECK(list->place_in_file(i) == same->place_in_file(i));
    }
    CHECK(places.size() == list->size());
    CHECK(list->place_in_file(0) != 1);
}

TEST_CASE("Chess960 openings stay Chess960", "[match][play][data]") {
    const auto file = rata::test::data_path("openings/FRC_openings.epd");
    if (!file) return rata::test::skip_case("no openings/FRC_openings.epd");
    const auto list = OpeningList::load({.file = *file, .order = OpeningOrder::Sequential});
    REQUIRE(list);
    CHECK(list->at(1).start.is_chess960());
}
