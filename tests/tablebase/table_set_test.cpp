#include "tablebase/table_set.hpp"

#include "engine/notation/fen.hpp"
#include "tablebase/own/table_folder.hpp"
#include "tablebase/syzygy/fathom.hpp"
#include "tablebase/table_comparison.hpp"
#include "tests/support/temporary_folder.hpp"

#include <catch2/catch.hpp>

using namespace rata;

TEST_CASE("what facts are worth depends on the fifty-move counter", "[tablebase]") {
    using enum TableVerdict;
    struct Case {
        const char* what;
        TableFacts facts;
        int clock;
        std::optional<TableFacts> expected;
    };
    const TableFacts mate{.verdict = Win, .plies_to_mate = 31, .plies_to_zeroing = 11};
    const TableFacts mated{.verdict = Loss, .plies_to_mate = 30, .plies_to_zeroing = 10};
    for (const Case& each : {
             Case{"a mate", mate, 0, TableFacts{.verdict = Win, .plies_to_mate = 31}},
             Case{"a mate on the last move", mate, 69,
                  TableFacts{.verdict = Win, .plies_to_mate = 31}},
             Case{"a mate too late, but a capture in time", mate, 70, TableFacts{.verdict = Win}},
             Case{"a capture that may be rounded", mate, 89, std::nullopt},
             Case{"being mated", mated, 70, TableFacts{.verdict = Loss, .plies_to_mate = 30}},
             Case{"being mated too late", mated, 95, std::nullopt},
             Case{"a win that is counted already", {.verdict = Win}, 0, TableFacts{.verdict = Win}},
             Case{"a win of unknown length", {.verdict = Win}, 1, std::nullopt},
             Case{"a draw", {}, 99, TableFacts{}},
             Case{"a cursed win", {.verdict = CursedWin, .plies_to_mate = 120}, 3, TableFacts{}},
             Case{"a blessed loss", {.verdict = BlessedLoss}, 0, TableFacts{}},
         }) {
        INFO(each.what);
        CHECK(on_clock(each.facts, each.clock, FiftyMoveRule::Counts) == each.expected);
    }
    const TableFacts cursed{.verdict = CursedWin, .plies_to_mate = 121, .plies_to_zeroing = 101};
    CHECK(on_clock(cursed, 90, FiftyMoveRule::Ignored) ==
          TableFacts{.verdict = Win, .plies_to_mate = 121});
    CHECK(on_clock({.verdict = BlessedLoss}, 90, FiftyMoveRule::Ignored)->is_lost());
}

TEST_CASE("a set of tables says what it found", "[tablebase]") {
    const test::TemporaryFolder folder;
    const std::string path = folder.path().string();
    const auto queen = *parse_fen("8/8/8/8/8/3k4/8/K1Q5 w - -");
    TableSet tables;
    CHECK(tables.most_men() == 0);
    CHECK_FALSE(tables.probe(queen, TableQuestion::Everything));
    tables.prepare_three_men();
    CHECK(tables.most_men() == 3);
    CHECK(tables.probe(queen, TableQuestion::QuickVerdict)->plies_to_mate == 11);

    auto remarks = tables.use({.own = path});
    REQUIRE(remarks.size() == 1);
    CHECK(remarks.front() == "no endgame tables in '" + path + "'");
    CHECK(tables.most_men() == 0);
    CHECK(tables.use({.own = path}).empty()); // said once
    CHECK_FALSE(TableSet::of_any_kind(path));

    SmallTables small;
    const auto ending = *EndingClass::parse("KQK");
    REQUIRE(TableFile::write(folder.path() / "KQK.rtb", **small.table_of(ending), {}));
    CHECK(tables.use({}).empty());
    remarks = tables.use({.own = path});
    REQUIRE(remarks.size() == 1);
    CHECK(remarks.front() == "1 endgame tables of up to 3 men");
    CHECK(tables.probe(queen, TableQuestion::Verdict)->plies_to_mate == 11);
    CHECK(TableSet::of_any_kind("/no/such/folder:" + path));

    remarks = tables.use({.own = path, .syzygy = "/no/such/folder"});
    REQUIRE(remarks.size() == 1);
    const char* told = fathom::is_linked() ? "/no/such/folder" : "without libfathom";
    CHECK(remarks.front().find(told) != std::string::npos);
    CHECK(tables.probe(queen, TableQuestion::Verdict));
}

namespace {

/// Knows nothing but draws.
class Peacemaker final : public EndgameTables {
public:
    [[nodiscard]] std::optional<TableFacts> probe(const Position&, TableQuestion) const override {
        return TableFacts{.plies_to_zeroing = 0};
    }
    [[nodiscard]] int most_men() const override { return 3; }
};

/// Knows nothing but positions in which a pawn may be captured en passant.
class Passerby final : public EndgameTables {
public:
    [[nodiscard]] std::optional<TableFacts> probe(const Position& position,
                                                  TableQuestion) const override {
        if (position.en_passant() == Square::None) return std::nullopt;
        return TableFacts{.verdict = TableVerdict::Win, .plies_to_zeroing = 1};
    }
    [[nodiscard]] int most_men() const override { return 4; }
};

} // namespace

TEST_CASE("tables are held against others where en passant may be captured", "[tablebase]") {
    int looks = 0;
    const auto found = compare_tables(*EndingClass::parse("KPKP"), Passerby(), Passerby(), 1000,
                                      [&looks] { return ++looks > 150; });
    CHECK(found.agrees());
    CHECK(found.positions > 100);
    CHECK(found.unknown > found.positions);
    CHECK(found.zeroings == found.positions);
}

TEST_CASE("tables are held against others", "[tablebase]") {
    OwnTables own(std::nullopt);
    own.prepare_three_men();
    const auto never = [] { return false; };
    const auto same = compare_tables(*EndingClass::parse("KRK"), own, own, 10, never);
    CHECK(same.agrees());
    CHECK(same.positions > 40'000);
    CHECK(same.unknown == 0);
    CHECK(same.zeroings > same.positions / 12);
    const auto bishop = compare_tables(*EndingClass::parse("KBK"), own, Peacemaker(), 10, never);
    CHECK(bishop.agrees());
    const auto rook = compare_tables(*EndingClass::parse("KRK"), own, Peacemaker(), 10, never);
    CHECK(rook.other_verdicts > 40'000);
    REQUIRE(rook.example);
    CHECK(rook.example->material().count(Piece::WhiteRook) == 1);
    CHECK(compare_tables(*EndingClass::parse("KRK"), own, own, 10, [] { return true; }).positions ==
          0);
}
