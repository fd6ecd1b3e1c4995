#include "engine/session/bench_positions.hpp"

#include "engine/notation/fen.hpp"
#include "engine/rules/movegen.hpp"

#include <catch2/catch.hpp>

#include <set>

using namespace rata;

TEST_CASE("the positions of the bench can be searched", "[session][bench]") {
    std::set<Key> seen;
    EnumArray<Color, int> to_move;
    for (const std::string_view fen : kBenchFens) {
        INFO(fen);
        const Result<Position> position = parse_fen(fen, {.chess960 = Chess960::Off});
        REQUIRE(position.ok());
        CHECK(to_fen(*position) == fen);
        CHECK(has_legal_move(*position));
        CHECK(!position->has_insufficient_material());
        CHECK(seen.insert(position->key()).second);
        ++to_move[position->side_to_move()];
    }
    CHECK(seen.size() >= 40);
    CHECK(to_move[Color::White] > 10);
    CHECK(to_move[Color::Black] > 10);
}
