#include "tablebase/own/position_index.hpp"
#include "tests/tablebase/support/random_table_position.hpp"

#include <catch2/catch.hpp>

using namespace rata;

namespace {

constexpr const char* kClasses[] = {"KQK", "KPK", "KBNK", "KBBK", "KPPK", "KQKP", "KPKP", "KQKQ"};

MenSquares turned(MenSquares squares, std::size_t men, bool files, bool ranks, bool diagonal) {
    for (std::size_t i = 0; i < men; ++i) {
        if (files) squares[i] = flip_files(squares[i]);
        if (ranks) squares[i] = flip_ranks(squares[i]);
        if (diagonal)
            squares[i] = square_at((index(squares[i]) & 7U) * 8 + (index(squares[i]) >> 3U));
    }
    return squares;
}

} // namespace

TEST_CASE("numbers of positions are mirrored and turned away", "[tablebase][own]") {
    Rng rng(1);
    for (const char* name : kClasses) {
        const EndingClass ending = *EndingClass::parse(name);
        const PositionIndex positions(ending);
        for (int i = 0; i < 300; ++i) {
            const MenSquares squares = test::random_squares(ending, rng);
            const std::size_t number = positions.index_of(squares);
            REQUIRE(number < positions.size());
            CHECK(positions.index_of(positions.men_at(number)) == number);
            CHECK(positions.index_of(turned(squares, ending.size(), true, false, false)) == number);
            if (ending.has_pawns()) continue;
            CHECK(positions.index_of(turned(squares, ending.size(), true, true, false)) == number);
            CHECK(positions.index_of(turned(squares, ending.size(), false, true, true)) == number);
        }
    }
}

TEST_CASE("like men may be exchanged, and like sides", "[tablebase][own]") {
    Rng rng(2);
    const EndingClass bishops = *EndingClass::parse("KBBK");
    const PositionIndex pairs(bishops);
    const EndingClass queens = *EndingClass::parse("KQKQ");
    const PositionIndex sides(queens);
    CHECK(sides.turns().size() == 1);
    for (int i = 0; i < 300; ++i) {
        MenSquares squares = test::random_squares(bishops, rng);
        const std::size_t number = pairs.index_of(squares);
        std::swap(squares[2], squares[3]);
        CHECK(pairs.index_of(squares) == number);

        MenSquares equal = test::random_squares(queens, rng);
        const TablePlace white = sides.place_of(equal, Color::White);
        equal = turned({equal[1], equal[0], equal[3], equal[2]}, 4, false, true, false);
        const TablePlace black = sides.place_of(equal, Color::Black);
        CHECK(black.turn == Color::White);
        CHECK(black.index == white.index);
    }
}
