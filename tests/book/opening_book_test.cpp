#include "book/stats/opening_book.hpp"
#include "book/stats/polyglot_exchange.hpp"
#include "book/store/book_writer.hpp"
#include "engine/notation/coordinate.hpp"
#include "engine/notation/fen.hpp"
#include "tests/book/support/book_making.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test_data.hpp"

#include <catch2/catch.hpp>

#include <map>

using namespace rata;
using rata::test::TemporaryFolder;

namespace {

/// So many games with this beginning.
std::string repeated(const std::string& moves, const std::string& result, int count) {
    static int number = 0;
    std::string text;
    for (int i = 0; i < count; ++i)
        text += "[White \"" + std::to_string(++number) + "\"]\n[Result \"" + result + "\"]\n\n" +
                moves + ' ' + result + "\n\n";
    return text;
}

OpeningBook open_made(const std::filesystem::path& path, const std::string& games) {
    return OpeningBook::open(test::write_book(path, test::make_book(games))).value();
}

std::map<std::string, int> drawn(const OpeningBook& book, const BookPlayPlan& plan) {
    Rng luck(1);
    std::map<std::string, int> counts;
    const Position start = Position::start();
    for (int i = 0; i < 2000; ++i)
        ++counts[to_coordinate(book.choose(start, plan, luck)->move.move, start)];
    return counts;
}

Result<std::string> exported_bytes(const BookView& book, PolyglotWeight weight) {
    std::string bytes;
    const auto add = [&bytes](std::span<const PolyglotEntry> entries) -> Result<void> {
        bytes += polyglot_bytes(entries);
        return {};
    };
    if (auto done = export_entries(book, weight, add); !done) return done.error();
    return bytes;
}

std::filesystem::path import_to(const std::filesystem::path& path, std::string_view bytes) {
    const auto polyglot = PolyglotBook::parse(bytes);
    REQUIRE(polyglot);
    const auto entries = imported_entries(*polyglot);
    REQUIRE(entries);
    return test::write_book(path, {.entries = *entries});
}

} // namespace

TEST_CASE("the best, the usual, or any good move is chosen", "[book]") {
    const TemporaryFolder folder;
    const std::string games = repeated("1. e4 e5 2. Nf3", "1-0", 60) +
                              repeated("1. e4", "0-1", 40) + repeated("1. d4", "1-0", 180) +
                              repeated("1. d4", "0-1", 140) + repeated("1. a4", "0-1", 100) +
                              repeated("1. g4", "1-0", 1);
    const OpeningBook book = open_made(folder / "a.rbook", games);
    const auto best = drawn(book, {.selection = BookSelection::Best});
    CHECK(best == std::map<std::string, int>{{"d2d4", 2000}});
    const auto weighted = drawn(book, {.selection = BookSelection::Weighted});
    CHECK(weighted.size() == 2); // not the bad one, and not the one of which little is known
    CHECK(weighted.at("d2d4") > 2 * weighted.at("e2e4"));
    const auto uniform = drawn(book, {.selection = BookSelection::Uniform});
    CHECK(uniform.size() == 2);
    CHECK(uniform.at("e2e4") > 800);
    CHECK(drawn(book, {.selection = BookSelection::Uniform, .variety = 1}).size() == 4);
    CHECK(drawn(book, {.selection = BookSelection::Uniform, .variety = 1, .min_games = 2}).size() ==
          3);
    Rng luck(1);
    Position position = Position::start();
    position.make(parse_coordinate("e2e4", position).value());
    const auto choice = book.choose(position, {}, luck);
    REQUIRE(choice);
    CHECK(choice->line.size() == 2);
    CHECK_FALSE(book.choose(parse_fen("8/8/8/8/8/5k2/8/5K1R w - - 0 1").value(), {}, luck));
}

TEST_CASE("a position is not repeated while we are not worse", "[book]") {
    const TemporaryFolder folder;
    const std::string back_and_forth = "1. Nf3 Nf6 2. Ng1 Ng8";
    Position position = Position::start();
    for (const char* move : {"g1f3", "g8f6", "f3g1"})
        position.make(parse_coordinate(move, position).value());
    Rng luck(1);
    const OpeningBook good = open_made(folder / "a.rbook", repeated(back_and_forth, "0-1", 20));
    CHECK_FALSE(good.choose(position, {}, luck));
    const OpeningBook bad = open_made(folder / "b.rbook", repeated(back_and_forth, "1-0", 20));
    CHECK(bad.choose(position, {}, luck));
}

TEST_CASE("a move that a search has barred is not played", "[book]") {
    const TemporaryFolder folder;
    auto made = test::make_book(repeated("1. e4", "1-0", 9));
    made.facts.vet_nodes = 1;
    made.facts.vet_bound = -50;
    Rng luck(1);
    for (const int verdict : {-51, -50}) {
        made.entries.front().verdict = static_cast<std::int16_t>(verdict);
        const auto book = OpeningBook::open(test::write_book(folder / "a.rbook", made));
        REQUIRE(book);
        CHECK(book->choose(Position::start(), {}, luck).has_value() == (verdict == -50));
    }
}

TEST_CASE("a file that is neither kind of book is an error", "[book]") {
    const TemporaryFolder folder;
    REQUIRE(write_file(folder / "a.bin", "no book"));
    CHECK_FALSE(OpeningBook::open(folder / "a.bin"));
    CHECK_FALSE(OpeningBook::open(folder / "none"));
    REQUIRE(write_file(folder / "b.rbook", "RATABOOK and no more of it"));
    CHECK_FALSE(OpeningBook::open(folder / "b.rbook"));
}

TEST_CASE("Polyglot books go in and out unchanged", "[book][data]") {
    const TemporaryFolder folder;
    for (const char* name : {"book_small", "lasker-trap", "performance"}) {
        const auto path = test::data_path("polyglot/" + std::string(name) + ".bin");
        if (!path) return test::skip_case("no polyglot books");
        INFO(name);
        const std::string original = read_file(*path).value();
        const auto book = BookFile::open(import_to(folder / "a.rbook", original));
        REQUIRE(book);
        const auto polyglot = PolyglotBook::parse(original).value();
        CHECK((*book)->size() == polyglot.entries().size());
        bool all_right = true;
        for (const PolyglotEntry& entry : polyglot.entries()) {
            const auto found = (*book)->find(entry.key);
            all_right = all_right && std::any_of(found.begin(), found.end(), [&](const auto& each) {
                            return each.move == entry.move &&
                                   each.polyglot_weight == entry.weight &&
                                   each.polyglot_learn == entry.learn;
                        });
        }
        CHECK(all_right);
        const auto first = exported_bytes(**book, PolyglotWeight::Wins2Draws);
        REQUIRE(first);
        CHECK(first->size() == original.size());
        const auto again = BookFile::open(import_to(folder / "b.rbook", *first));
        REQUIRE(again);
        CHECK(*exported_bytes(**again, PolyglotWeight::Games) == *first);
    }
}

TEST_CASE("counts become Polyglot weights as asked", "[book]") {
    const TemporaryFolder folder;
    const auto made =
        test::make_book(repeated("1. e4", "1-0", 3) + repeated("1. e4", "1/2-1/2", 2) +
                        repeated("1. e4", "0-1", 5));
    const auto book = BookFile::open(test::write_book(folder / "a.rbook", made));
    REQUIRE(book);
    const auto weight = [&](PolyglotWeight by) {
        const auto polyglot = PolyglotBook::parse(*exported_bytes(**book, by)).value();
        return polyglot.entries().front().weight;
    };
    CHECK(weight(PolyglotWeight::Wins2Draws) == 8);
    CHECK(weight(PolyglotWeight::Games) == 10);
    CHECK(weight(PolyglotWeight::Score) == 4000);
    CHECK(weight(PolyglotWeight::Goodness) == std::lround(10'000 * goodness_of(3, 2, 5).low));
    auto large = made;
    large.entries.front().results = {200'000, 0, 0};
    const auto huge = BookFile::open(test::write_book(folder / "b.rbook", large));
    REQUIRE(huge);
    CHECK(PolyglotBook::parse(*exported_bytes(**huge, PolyglotWeight::Games))
              ->entries()
              .front()
              .weight == 65535);
}
