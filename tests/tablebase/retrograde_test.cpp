#include "engine/notation/fen.hpp"
#include "engine/rules/movegen.hpp"
#include "tablebase/best_move.hpp"
#include "tablebase/own/own_tables.hpp"
#include "tablebase/own/retrograde.hpp"
#include "tablebase/own/table_folder.hpp"
#include "tests/tablebase/support/random_table_position.hpp"

#include <catch2/catch.hpp>

#include <optional>

using namespace rata;

namespace {

struct Longest {
    const char* material;
    int white; ///< moves in which White mates at most when it is to move; 0: never
    std::optional<int> black;
};

/// Solved once for all tests.
const OwnTables& three_men() {
    static const std::unique_ptr<const OwnTables> tables = [] {
        auto made = std::make_unique<OwnTables>(std::nullopt);
        made->prepare_three_men();
        return made;
    }();
    return *tables;
}

void check_longest(SolvedTables& tables, const Longest& expected) {
    INFO(expected.material);
    const auto table = tables.table_of(*EndingClass::parse(expected.material));
    REQUIRE(table);
    EnumArray<Color, int> moves{};
    for (const LongestMate& mate : longest_mates(**table)) {
        moves[mate.winner] = (mate.plies + 1) / 2;
        CHECK(!mate.examples.empty());
    }
    CHECK(moves[Color::White] == expected.white);
    if (expected.black) CHECK(moves[Color::Black] == *expected.black);
}

} // namespace

TEST_CASE("longest mates of three men are those that everybody knows", "[tablebase][own]") {
    SmallTables tables;
    for (const Longest& each : {Longest{"KQK", 10, 0}, Longest{"KRK", 16, 0}, Longest{"KPK", 28, 0},
                                Longest{"KBK", 0, 0}, Longest{"KNK", 0, 0}})
        check_longest(tables, each);
}

TEST_CASE("longest mates of four men are those that were published", "[tablebase][own][slow]") {
    SmallTables tables;
    for (const Longest& each :
         {Longest{"KBBK", 19, 0}, Longest{"KBNK", 33, 0}, Longest{"KQKR", 35, {}},
          Longest{"KRKN", 40, {}}, Longest{"KRKB", 29, {}}, Longest{"KRKP", 26, 43},
          Longest{"KQKP", 28, 29}})
        check_longest(tables, each);
}

TEST_CASE("what a table says follows from what it says after each move", "[tablebase][own]") {
    const OwnTables& tables = three_men();
    CHECK(tables.most_men() == 3);
    Rng rng(5);
    for (const char* name : {"KQK", "KRK", "KPK", "KNK"}) {
        const EndingClass ending = *EndingClass::parse(name);
        for (int i = 0; i < 200; ++i) {
            const auto random = test::random_table_position(ending, rng);
            INFO(to_fen(random.position));
            const auto facts = tables.probe(random.position, TableQuestion::Everything);
            REQUIRE(facts);
            CHECK(facts == facts_from_moves(random.position, tables));
        }
    }
}

TEST_CASE("a line of the tables ends in mate at the promised ply", "[tablebase][own]") {
    const OwnTables& tables = three_men();
    Rng rng(6);
    for (const char* name : {"KQK", "KRK", "KPK"})
        for (int i = 0; i < 20; ++i) {
            const auto random = test::random_table_position(*EndingClass::parse(name), rng);
            const auto facts = tables.probe(random.position, TableQuestion::Everything);
            REQUIRE(facts);
            if (facts->verdict == TableVerdict::Draw) continue;
            Position position = random.position;
            const auto line = table_line(position, tables, 200);
            REQUIRE(facts->plies_to_mate);
            CHECK(line.size() == static_cast<std::size_t>(*facts->plies_to_mate));
            for (const Move move : line) position.make(move);
            CHECK(position.in_check());
            CHECK(!has_legal_move(position));
        }
}

TEST_CASE("tables are not asked about castling, nor beyond their men", "[tablebase][own]") {
    const OwnTables none(std::nullopt);
    CHECK(none.most_men() == 0);
    CHECK_FALSE(none.probe(*parse_fen("8/8/8/8/8/3k4/8/K1Q5 w - -"), TableQuestion::Verdict));
    const OwnTables& tables = three_men();
    CHECK(tables.probe(*parse_fen("8/8/8/8/8/3k4/8/K1Q5 w - -"), TableQuestion::Verdict)->is_won());
    CHECK(tables.probe(*parse_fen("8/8/8/8/8/3K4/8/k1q5 b - -"), TableQuestion::Verdict)->is_won());
    CHECK_FALSE(tables.probe(*parse_fen("4k3/8/8/8/8/8/8/4K2R w K -"), TableQuestion::Verdict));
    CHECK(tables.probe(*parse_fen("4k3/8/8/8/8/8/8/4K2R w - -"), TableQuestion::Verdict));
    CHECK_FALSE(tables.probe(*parse_fen("4k3/8/8/8/8/8/8/4KR1R w - -"), TableQuestion::Verdict));
    CHECK(tables.probe(*parse_fen("4k3/8/8/8/8/8/8/4K3 w - -"), TableQuestion::Verdict)->verdict ==
          TableVerdict::Draw);
}
