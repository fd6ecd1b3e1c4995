#include "engine/rules/movegen.hpp"
#include "tablebase/own/table_board.hpp"
#include "tests/tablebase/support/random_table_position.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace rata;

namespace {

Move move_of(const TableBoard& board, const TableMove& move) {
    const Square from = board.squares()[move.man];
    return move.promotion == PieceType::Pawn ? Move::normal(from, move.to)
                                             : Move::promotion(from, move.to, move.promotion);
}

} // namespace

TEST_CASE("table boards move as the rules do", "[tablebase][own]") {
    Rng rng(3);
    for (const char* name : {"KQKR", "KBNK", "KPKP", "KPPK", "KRKP", "KQPKB"}) {
        const EndingClass ending = *EndingClass::parse(name);
        for (int i = 0; i < 300; ++i) {
            const auto random = test::random_table_position(ending, rng);
            const TableBoard board(ending, random.squares, random.turn);
            INFO(name << ' ' << i);
            REQUIRE(board.is_possible());
            CHECK(board.in_check() == random.position.in_check());
            const MoveList legal = legal_moves(random.position);
            std::size_t count = 0;
            board.for_each_move([&](const TableMove& move) {
                CHECK(legal.contains(move_of(board, move)));
                const bool takes = random.position.is_capture(move_of(board, move));
                CHECK((move.captured != kNoMan) == takes);
                ++count;
            });
            CHECK(count == legal.size());
        }
    }
}

TEST_CASE("every quiet move can be taken back, and nothing else", "[tablebase][own]") {
    Rng rng(4);
    for (const char* name : {"KQKR", "KBNK", "KPKP", "KPPK"}) {
        const EndingClass ending = *EndingClass::parse(name);
        for (int i = 0; i < 100; ++i) {
            const auto random = test::random_table_position(ending, rng);
            const TableBoard board(ending, random.squares, random.turn);
            board.for_each_move([&](const TableMove& move) {
                if (move.changes_class()) return;
                const TableBoard after(ending, board.after(move.man, move.to), ~random.turn);
                int found = 0;
                after.for_each_unmove([&](std::size_t man, Square from, bool is_double_step) {
                    if (man != move.man || from != random.squares[man]) return;
                    CHECK(is_double_step == move.is_double_step);
                    ++found;
                });
                CHECK(found == 1);
            });
            board.for_each_unmove([&](std::size_t man, Square from, bool) {
                const TableBoard before(ending, board.after(man, from), ~random.turn);
                if (!before.is_possible()) return;
                int found = 0;
                before.for_each_move([&](const TableMove& move) {
                    found += move.man == man && move.to == random.squares[man] ? 1 : 0;
                });
                CHECK(found == 1);
            });
        }
    }
}
