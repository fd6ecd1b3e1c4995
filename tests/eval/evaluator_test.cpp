#include "eval/evaluator.hpp"

#include "engine/rules/movegen.hpp"
#include "eval/hce/counter_fade.hpp"
#include "eval/hce/weight_values.hpp"
#include "tests/rules/support/position_text.hpp"
#include "tests/rules/support/random_position.hpp"

#include <catch2/catch.hpp>

using namespace rata;
using namespace rata::test;

namespace {

int from_scratch(const Position& position) {
    Evaluator evaluator;
    evaluator.reset(position);
    return (evaluator.evaluate(position) - Score::draw()).cp();
}
int from_scratch(std::string_view fen) { return from_scratch(position_of(fen)); }

Square flipped(Square square) { return square == Square::None ? Square::None : flip_ranks(square); }

/// The board turned over and the colours exchanged.
Position flip_colors(const Position& position) {
    const Setup setup = position.setup();
    Setup other = setup;
    other.side_to_move = ~setup.side_to_move;
    other.en_passant = flipped(setup.en_passant);
    for (unsigned i = 0; i < 64; ++i) {
        const Piece piece = setup.board[square_at(i)];
        other.board[flip_ranks(square_at(i))] =
            piece == Piece::None ? piece : make_piece(~color_of(piece), type_of(piece));
    }
    for (const Color color : kColors)
        for (const Wing wing : kWings)
            other.castling_rook[~color][wing] = flipped(setup.castling_rook[color][wing]);
    return std::move(Position::from_setup(other)).value();
}

/// Walks up and down the tree at random, null moves included, and compares with an evaluation from
/// scratch at every step.
void random_walk(Position position, int steps, Rng& rng) {
    Evaluator evaluator;
    evaluator.reset(position);
    std::vector<Move> line;
    for (int step = 0; step < steps; ++step) {
        const MoveList moves = legal_moves(position);
        if (!line.empty() && (moves.empty() || rng.below(4) == 0)) {
            line.back() == Move::null() ? position.unmake_null() : position.unmake();
            evaluator.pop();
            line.pop_back();
        } else if (!position.in_check() && rng.below(8) == 0) {
            position.make_null();
            evaluator.push(BoardDelta{});
            line.push_back(Move::null());
        } else if (!moves.empty()) {
            line.push_back(random_move(moves, rng));
            evaluator.push(position.make(line.back()));
        }
        REQUIRE((evaluator.evaluate(position) - Score::draw()).cp() == from_scratch(position));
    }
}

} // namespace

TEST_CASE("running sums equal sums from scratch on any walk", "[eval]") {
    Rng rng(7);
    random_walk(Position::start(), 3000, rng);
    random_walk(position_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
                3000, rng);
    random_walk(position_of("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"), 2000, rng);
    random_walk(position_of("8/2p1p1p1/8/KP1P1P1r/R1p1p1pk/8/1P1P1P2/8 w - - 0 1"), 2000, rng);
    for (int i = 0; i < 20; ++i) random_walk(random_chess960_start(rng), 300, rng);
    for (int i = 0; i < 200; ++i) random_walk(random_position(rng), 20, rng);
}

TEST_CASE("every kind of move is kept up with", "[eval]") {
    struct Case {
        std::string_view fen;
        std::string_view move;
    };
    const Case cases[] = {
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1a1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8a8"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"},
        {"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3"},
        {"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q"},
        {"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n"},
        {"4k3/8/8/8/8/8/p7/1R2K3 b - - 0 1", "a2b1r"},
    };
    for (const Case& c : cases) {
        INFO(c.fen << ' ' << c.move);
        Position position = position_of(c.fen);
        Evaluator evaluator;
        evaluator.reset(position);
        const Score before = evaluator.evaluate(position);
        evaluator.push(position.make(move_of(position, c.move)));
        CHECK((evaluator.evaluate(position) - Score::draw()).cp() == from_scratch(position));
        position.unmake();
        evaluator.pop();
        CHECK(evaluator.evaluate(position) == before);
    }
}

TEST_CASE("the stack of sums has no end", "[eval]") {
    Position position = Position::start();
    Evaluator evaluator;
    evaluator.reset(position);
    for (int i = 0; i < 500; ++i)
        for (const char* move : {"g1f3", "g8f6", "f3g1", "f6g8"})
            evaluator.push(position.make(move_of(position, move)));
    for (int i = 0; i < 2000; ++i) {
        position.unmake();
        evaluator.pop();
    }
    CHECK((evaluator.evaluate(position) - Score::draw()).cp() == kWeights.tempo.mg);
}

TEST_CASE("exchanging the colours changes nothing for the side to move", "[eval][slow]") {
    for_random_positions(100'000, 11, [](const Position& position) {
        const int here = from_scratch(position);
        const int there = from_scratch(flip_colors(position));
        if (here != there) FAIL(text_of(position.setup()) << ": " << here << ", not " << there);
    });
    SUCCEED();
}

TEST_CASE("the start position is worth the right to move", "[eval]") {
    CHECK(from_scratch(Position::start()) == kWeights.tempo.mg);
}

TEST_CASE("the evaluation says who is ahead", "[eval]") {
    struct Case {
        std::string_view fen;
        int least;
        int most;
    };
    const Case cases[] = {
        // A queen, a rook, a minor piece, a pawn away.
        {"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 900, 1200},
        {"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", -1200, -850},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 0 1", -550, -350},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1", -350, -220},
        {"rnbqkbnr/ppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 40, 140},
        // Development, castling, a pawn about to queen.
        {"rnbqkbnr/pppppppp/8/8/4P3/5N2/PPPPBPPP/RNBQ1RK1 w kq - 0 1", 80, 280},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0, 0},
        {"8/P6k/8/8/8/8/7K/8 w - - 0 1", 600, 1300},
    };
    for (const Case& c : cases) {
        const int worth = from_scratch(c.fen);
        INFO(c.fen << ": " << worth);
        CHECK(worth >= c.least);
        CHECK(worth <= c.most);
    }
}

TEST_CASE("no legal board leaves the range of evaluations", "[eval]") {
    CHECK(from_scratch("QQQQQ2k/QQQQ4/8/8/8/8/8/RNBK1BNR b - - 0 1") < -9000);
    CHECK(from_scratch("qqqqq2K/qqqq4/8/8/8/8/8/rnbk1bnr w - - 0 1") < -9000);
}

TEST_CASE("an advantage fades as the fifty-move counter rises", "[eval]") {
    CHECK(faded(300, 0) == 300);
    CHECK(faded(300, kFreePlies) == 300);
    int last = 300;
    for (int clock = kFreePlies + 1; clock <= 100; ++clock) {
        CHECK(faded(300, clock) < last);
        CHECK(faded(-300, clock) == -faded(300, clock));
        last = faded(300, clock);
    }
    CHECK(last > 100);
    CHECK(faded(300, 1000) == last);
    CHECK(from_scratch("4k3/pppp4/8/8/8/8/PPPP4/3QK3 w - - 90 100") <
          from_scratch("4k3/pppp4/8/8/8/8/PPPP4/3QK3 w - - 0 100"));
}

TEST_CASE("squares are judged with plain sense", "[eval]") {
    const auto mg = [](PieceType type, Square square) { return kWeights.squares[type][square].mg; };
    const auto eg = [](PieceType type, Square square) { return kWeights.squares[type][square].eg; };
    using enum Square;
    CHECK(mg(PieceType::Knight, E5) > mg(PieceType::Knight, F3));
    CHECK(mg(PieceType::Knight, F3) > mg(PieceType::Knight, H3));
    CHECK(mg(PieceType::Knight, H3) > mg(PieceType::Knight, G1));
    CHECK(mg(PieceType::Bishop, G2) > mg(PieceType::Bishop, F1));
    CHECK(mg(PieceType::Rook, D7) > mg(PieceType::Rook, D1));
    CHECK(mg(PieceType::Rook, D1) > mg(PieceType::Rook, A1));
    CHECK(mg(PieceType::King, G1) > mg(PieceType::King, E1));
    CHECK(mg(PieceType::King, E1) > mg(PieceType::King, E4));
    CHECK(eg(PieceType::King, E4) > eg(PieceType::King, E1));
    CHECK(mg(PieceType::Pawn, E4) > mg(PieceType::Pawn, E2));
    CHECK(kWeights.passed[Rank::Seven].eg > kWeights.passed[Rank::Five].eg);
    CHECK(kWeights.passed[Rank::Five].eg > kWeights.passed[Rank::Three].eg);
}
