#include "engine/rules/setup.hpp"

#include "tests/rules/support/position_text.hpp"
#include "tests/rules/support/random_position.hpp"

#include <catch2/catch.hpp>

using namespace rata;
using namespace rata::test;

TEST_CASE("what breaks a rule is refused with its reason", "[rules][setup]") {
    struct Case {
        const char* fen;
        const char* reason;
    };
    const Case cases[] = {
        // Kings.
        {"4k3/8/8/8/8/8/8/8 w - - 0 1", "White has 0 kings, expected 1"},
        {"8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 0 kings, expected 1"},
        {"8/8/8/8/8/8/8/8 w - - 0 1", "White has 0 kings, expected 1"},
        {"4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "White has 2 kings, expected 1"},
        {"3kkk2/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 3 kings, expected 1"},
        {"8/8/8/3k4/4K3/8/8/8 w - - 0 1", "the kings stand on neighbouring squares"},
        {"8/8/8/4k3/4K3/8/8/8 b - - 0 1", "the kings stand on neighbouring squares"},
        // Counts.
        {"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "White has 9 pawns, expected at most 8"},
        {"4k3/pppppppp/pppppppp/8/8/8/8/4K3 w - - 0 1", "Black has 16 pawns, expected at most 8"},
        {"4k3/8/8/8/8/PPPPPPPP/QRRBBNNR/QQQQKQQQ w - - 0 1",
         "White has 24 pieces, expected at most 16"},
        {"4k3/8/8/8/8/8/PPPPPPPP/1Q1QK3 w - - 0 1",
         "White has 1 promoted pieces but only 0 pawns are missing"},
        {"nnnnk3/pppppppp/8/8/8/8/8/4K3 w - - 0 1",
         "Black has 2 promoted pieces but only 0 pawns are missing"},
        {"4k3/8/8/8/8/8/PPPPPPP1/RRRBBBK1 w - - 0 1",
         "White has 2 promoted pieces but only 1 pawns are missing"},
        // Pawns.
        {"4k2P/8/8/8/8/8/8/4K3 w - - 0 1",
         "a pawn stands on h8, expected none on the first and last rank"},
        {"4k3/8/8/8/8/8/8/p3K3 w - - 0 1",
         "a pawn stands on a1, expected none on the first and last rank"},
        {"4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
         "a pawn stands on a1, expected none on the first and last rank"},
        // Checks.
        {"4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "Black is in check, but it is White's turn"},
        {"4k3/8/8/8/8/8/3p4/4K3 b - - 0 1", "White is in check, but it is Black's turn"},
        {"4k3/8/3N1N2/8/8/8/4R3/4K3 b - - 0 1",
         "Black is in check from 3 pieces, expected at most 2"},
        // Castling.
        {"4k3/8/8/8/8/8/8/4K3 w A - 0 1",
         "White may castle with the rook on a1, but no such rook stands there"},
        {"4k3/8/8/8/8/8/8/4K2r w H - 0 1",
         "White may castle with the rook on h1, but no such rook stands there"},
        {"4k2N/8/8/8/8/8/8/4K3 b h - 0 1",
         "Black may castle with the rook on h8, but no such rook stands there"},
        {"4k3/8/8/8/8/8/4K3/R7 w A - 0 1",
         "White may castle with the rook on a1, but king and rook are not both on the first rank"},
        {"r7/4k3/8/8/8/8/8/4K3 w a - 0 1",
         "Black may castle with the rook on a8, but king and rook are not both on the first rank"},
        // En passant.
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d5 0 1",
         "en-passant square d5 is on the wrong rank for the side to move"},
        {"4k3/8/8/3pP3/8/8/8/4K3 b - d6 0 1",
         "en-passant square d6 is on the wrong rank for the side to move"},
        {"4k3/8/8/8/3Pp3/8/8/4K3 w - d3 0 1",
         "en-passant square d3 is on the wrong rank for the side to move"},
        {"4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", "en-passant square d6, but no pawn stands on d5"},
        {"4k3/8/8/3PP3/8/8/8/4K3 w - d6 0 1", "en-passant square d6, but no pawn stands on d5"},
        {"4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1",
         "en-passant square d6, but a pawn cannot have come from d7"},
        {"4k3/3p4/8/3pP3/8/8/8/4K3 w - d6 0 1",
         "en-passant square d6, but a pawn cannot have come from d7"},
        {"4k3/8/8/8/3Pp3/8/3Q4/4K3 b - d3 0 1",
         "en-passant square d3, but a pawn cannot have come from d2"},
    };
    for (const Case& c : cases) {
        INFO(c.fen);
        const Result<Position> position = Position::from_setup(setup_of(c.fen));
        REQUIRE_FALSE(position);
        CHECK(position.error().message == c.reason);
        CHECK(position.error().code == ErrorCode::Illegal);
    }
}

TEST_CASE("a right names a rook on its own wing of the king", "[rules][setup]") {
    Setup setup = setup_of("4k3/8/8/8/8/8/8/R3K2R w - - 0 1");
    setup.castling_rook[Color::White][Wing::King] = Square::A1;
    const Result<Position> position = Position::from_setup(setup);
    REQUIRE_FALSE(position);
    CHECK(position.error().message ==
          "White may castle with the rook on a1, but the rook is on the other side of the king");
}

TEST_CASE("odd but legal setups are accepted", "[rules][setup]") {
    struct Case {
        const char* name;
        const char* fen;
    };
    const Case cases[] = {
        {"nine queens", "QQQQQQQQ/Q7/8/8/8/8/k7/7K b - - 0 1"},
        {"ten rooks", "3k4/8/8/8/8/RRRRRRRR/RR6/K7 b - - 0 1"},
        {"two bishops of one colour", "4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1"},
        {"a long clock", "4k3/8/8/8/8/8/8/4K2R w K - 101 60"},
        {"a clock beyond the number of moves", "4k3/8/8/8/8/8/8/4K2R w K - 5000 1"},
        {"a large move number", "4k3/8/8/8/8/8/8/4K2R w K - 0 65535"},
        {"check from two sides", "4k3/8/3N4/8/8/8/4R3/4K3 b - - 0 1"},
        {"mate", "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1"},
        {"stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"},
        {"castling on unusual squares", "1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1"},
        {"the inner of two rooks", "3k4/8/8/8/8/8/8/1K2R2R w E - 0 1"},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        const Setup setup = setup_of(c.fen);
        const Result<Position> position = Position::from_setup(setup);
        REQUIRE(position);
        CHECK(position->is_consistent());
        CHECK(position->setup() == setup);
    }
}

TEST_CASE("what can be searched is accepted, though no game has it", "[rules][setup]") {
    struct Case {
        const char* name;
        const char* fen;
    };
    const Case cases[] = {
        {"nine pawns", "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1"},
        {"fifteen pawns", "4k3/ppppppp1/pppppppp/8/8/8/8/4K3 w - - 0 1"},
        {"two queens too many", "4k3/8/8/8/8/8/PPPPPPPP/1Q1QK3 w - - 0 1"},
        {"twenty against ten", "rn1qk1nr/pppp4/8/8/8/P1P1P1P1/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
        {"check by three", "4k3/8/3N1N2/8/8/8/4R3/4K3 b - - 0 1"},
        {"check by four", "4R3/1N1N1N2/2R1k1R1/1N3N2/4R3/8/8/K7 b - - 0 1"},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        CHECK_FALSE(Position::from_setup(setup_of(c.fen)));
        auto position = Position::from_setup(setup_of(c.fen), SetupRule::Searchable);
        REQUIRE(position);
        CHECK(position->is_consistent());
        CHECK(position->setup() == setup_of(c.fen));
        CHECK(position->without_history().key() == position->key());
    }
}

TEST_CASE("what cannot be searched is refused with its reason", "[rules][setup]") {
    struct Case {
        const char* fen;
        const char* reason;
    };
    const Case cases[] = {
        {"4k3/8/8/8/8/8/8/8 w - - 0 1", "White has 0 kings, expected 1"},
        {"4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
         "a pawn stands on a1, expected none on the first and last rank"},
        {"4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "Black is in check, but it is White's turn"},
        {"7k/8/8/8/8/PPPPPPPP/PPPPPPPP/K7 w - - 0 1", "White has 16 pawns, expected at most 15"},
        {"7k/6pp/8/8/8/8/QQQQQQQQ/QQQQQQQK b - - 0 1", "accepted"},
        {"7k/6pp/8/8/8/Q7/QQQQQQQQ/QQQQQQQK b - - 0 1", "White has 16 queens, expected at most 15"},
        {"4k3/nnnnnnnn/pppppppp/8/8/8/8/4K3 w - - 0 1",
         "Black has 16 pawns and knights, expected at most 15"},
        {"rrrrbbbk/nnnnbbbb/8/8/8/NNNNRRRR/BBBBBBBB/RRRRNNNK w - - 0 1",
         "there are 40 men on the board, expected at most 32"},
    };
    for (const Case& c : cases) {
        INFO(c.fen);
        const auto position = Position::from_setup(setup_of(c.fen), SetupRule::Searchable);
        CHECK((position ? std::string("accepted") : position.error().message) == c.reason);
    }
}

TEST_CASE("crowds of pieces have no more moves than there is room for", "[rules][setup]") {
    Rng rng(31);
    std::size_t most = 0;
    for (int i = 0; i < 400; ++i) {
        random_game(random_crowd(rng), 40, rng, [&most](const Position& position) {
            CHECK(position.is_consistent());
            const MoveList moves = legal_moves(position); // asserts its capacity
            most = std::max(most, moves.size());
            MoveList noisy;
            generate<MoveSet::Noisy>(position, noisy);
            CHECK(noisy.size() <= MoveList::kMostNoisy);
        });
    }
    CHECK(most > 120);
}

TEST_CASE("an en-passant square without a capturer is dropped", "[rules][setup]") {
    struct Case {
        const char* fen;
        Square kept;
    };
    const Case cases[] = {
        {"4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", Square::None},
        {"4k3/8/8/3p2P1/8/8/8/4K3 w - d6 0 1", Square::None},
        {"4k3/8/8/7p/P7/8/8/4K3 w - h6 0 1", Square::None},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", Square::D6},
        {"4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", Square::D3},
        {"8/8/8/K1Pp3r/8/8/6k1/8 w - d6 0 1", Square::D6}, // ready, if not legal
    };
    for (const Case& c : cases) {
        INFO(c.fen);
        CHECK(position_of(c.fen).setup().en_passant == c.kept);
    }
}

TEST_CASE("move number 0 counts as 1", "[rules][setup]") {
    const Position position = position_of("4k3/8/8/8/8/8/8/4K3 w - - 0 0");
    CHECK(position.fullmove_number() == 1);
}

TEST_CASE("clocks at their limit", "[rules][setup]") {
    Position position = position_of("4k3/8/8/8/8/8/8/4K2R w K - 65535 65535");
    CHECK(position.halfmove_clock() == 65535);
    play(position, "h1h2 e8e7 h2h1");
    CHECK(position.is_fifty_move_draw());
    CHECK(position.setup().fullmove_number == 65535);
    CHECK(position.is_consistent());
}

TEST_CASE("the start position", "[rules][setup]") {
    const Position position = Position::start();
    CHECK(position.setup() == setup_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
    CHECK_FALSE(position.is_chess960());
    CHECK(position.castling() == CastlingRights::all());
    CHECK(position.is_consistent());
    CHECK(position.last_move() == Move::none());
}
