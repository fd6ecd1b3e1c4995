#include "engine/notation/coordinate.hpp"

#include "engine/notation/fen.hpp"
#include "tests/rules/support/random_position.hpp"

#include <catch2/catch.hpp>

using namespace rata;

namespace {

Position position_from(const char* fen, Chess960 chess960 = Chess960::Auto) {
    auto position = parse_fen(fen, FenOptions{chess960});
    REQUIRE(position.ok());
    return *std::move(position);
}

constexpr const char* kCastling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

struct GoodMove {
    const char* fen;
    Chess960 chess960;
    const char* text;
    Move move;
    const char* written;
};

const GoodMove kGoodMoves[] = {
    {"4k3/8/8/8/8/8/4P3/4K3 w - -", Chess960::Auto, "e2e4", Move::normal(Square::E2, Square::E4),
     "e2e4"},
    {"4k3/P7/8/8/8/8/8/4K3 w - -", Chess960::Auto, "a7a8n",
     Move::promotion(Square::A7, Square::A8, PieceType::Knight), "a7a8n"},
    {"4k3/P7/8/8/8/8/8/4K3 w - -", Chess960::Auto, "a7a8Q",
     Move::promotion(Square::A7, Square::A8, PieceType::Queen), "a7a8q"},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6", Chess960::Auto, "e5d6",
     Move::en_passant(Square::E5, Square::D6), "e5d6"},
    // Castling: both forms in usual chess, one in Chess960.
    {kCastling, Chess960::Auto, "e1g1", Move::castling(Square::E1, Square::H1), "e1g1"},
    {kCastling, Chess960::Auto, "e1c1", Move::castling(Square::E1, Square::A1), "e1c1"},
    {kCastling, Chess960::Auto, "e1h1", Move::castling(Square::E1, Square::H1), "e1g1"},
    {kCastling, Chess960::Auto, "e1a1", Move::castling(Square::E1, Square::A1), "e1c1"},
    {kCastling, Chess960::On, "e1h1", Move::castling(Square::E1, Square::H1), "e1h1"},
    {kCastling, Chess960::On, "e1a1", Move::castling(Square::E1, Square::A1), "e1a1"},
    {"4k3/8/8/8/8/8/8/5KR1 w G -", Chess960::Auto, "f1g1", Move::castling(Square::F1, Square::G1),
     "f1g1"},
    // The king beside its castled place: an ordinary move.
    {"4k3/8/8/8/8/8/8/1R1K4 w B -", Chess960::Auto, "d1c1", Move::normal(Square::D1, Square::C1),
     "d1c1"},
    {"4k3/8/8/8/8/8/8/1R1K4 w B -", Chess960::Auto, "d1b1", Move::castling(Square::D1, Square::B1),
     "d1b1"},
};

struct BadMove {
    const char* fen;
    const char* text;
    ErrorCode code;
    std::size_t column;
    const char* message;
};

const BadMove kBadMoves[] = {
    {kCastling, "", ErrorCode::Syntax, 1, "expected a file"},
    {kCastling, "e", ErrorCode::Syntax, 2, "expected a rank"},
    {kCastling, "e9e4", ErrorCode::Syntax, 2, "expected a rank"},
    {kCastling, "E2E4", ErrorCode::Syntax, 1, "expected a file"},
    {kCastling, "e2i4", ErrorCode::Syntax, 3, "expected a file"},
    {kCastling, "e2e4k", ErrorCode::Syntax, 5, "expected n, b, r or q"},
    {kCastling, "e7e8qq", ErrorCode::Syntax, 6, "expected the end"},
    {kCastling, "e2e4 ", ErrorCode::Syntax, 5, "expected n, b, r or q"},
    {kCastling, "0000", ErrorCode::Syntax, 1, "expected a file"},
    {kCastling, "b2b3", ErrorCode::Illegal, 1, "no piece stands on b2"},
    {kCastling, "e8e7", ErrorCode::Illegal, 1, "belongs to Black, and it is White's turn"},
    {kCastling, "a1a1", ErrorCode::Illegal, 1, "must move to another square"},
    {kCastling, "a1b2", ErrorCode::Illegal, 1, "the rook on a1 cannot move to b2"},
    {kCastling, "a1a8q", ErrorCode::Illegal, 1, "only a pawn on its last rank promotes"},
    {kCastling, "e1e3", ErrorCode::Illegal, 1, "the king on e1 cannot move to e3"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w Qkq -", "e1g1", ErrorCode::Illegal, 1,
     "White has no right to castle on the king side"},
    {"4k3/8/8/8/8/8/8/RN2K2R w KQ -", "e1c1", ErrorCode::Illegal, 1, "blocked by the piece on b1"},
    {"4k3/8/8/8/8/8/8/RN2K2R w KQ -", "e1a1", ErrorCode::Illegal, 1, "blocked by the piece on b1"},
    {"4kr2/8/8/8/8/8/8/R3K2R w KQ -", "e1g1", ErrorCode::Illegal, 1, "over f1, which is attacked"},
    {"4k1r1/8/8/8/8/8/8/R3K2R w KQ -", "e1g1", ErrorCode::Illegal, 1, "over g1, which is attacked"},
    {"1k2r3/8/8/8/8/8/8/R3K2R w KQ -", "e1g1", ErrorCode::Illegal, 1, "out of check"},
    {"4k3/8/8/8/8/8/4P3/4K3 w - -", "e1e2", ErrorCode::Illegal, 1, "White's own pawn stands on e2"},
    {"4k3/8/8/8/8/8/4P3/4K3 w - -", "e2d3", ErrorCode::Illegal, 1, "cannot move to d3"},
    {"4k3/8/8/8/8/8/4P3/4K3 w - -", "e2e5", ErrorCode::Illegal, 1, "cannot move to e5"},
    {"4k3/8/8/8/4p3/8/4P3/4K3 w - -", "e2e4", ErrorCode::Illegal, 1, "cannot move to e4"},
    {"4k3/P7/8/8/8/8/8/4K3 w - -", "a7a8", ErrorCode::Illegal, 1, "expected the promotion piece"},
    {"4k3/8/8/8/8/8/P7/4K3 w - -", "a2a3q", ErrorCode::Illegal, 1,
     "only a pawn on its last rank promotes"},
    {"k3r3/8/8/8/8/8/4N3/4K3 w - -", "e2c3", ErrorCode::Illegal, 1,
     "it would leave the king in check"},
    {"k3r3/8/8/8/8/8/3N4/4K3 w - -", "d2f3", ErrorCode::Illegal, 1,
     "the king would still be in check"},
    {"k2r4/8/8/8/8/8/8/4K3 w - -", "e1d1", ErrorCode::Illegal, 1,
     "the king would be in check on d1"},
};

} // namespace

TEST_CASE("Coordinates: what is right is read and written", "[notation]") {
    for (const GoodMove& good : kGoodMoves) {
        CAPTURE(good.fen, good.text);
        const Position position = position_from(good.fen, good.chess960);
        const auto move = parse_coordinate(good.text, position);
        REQUIRE(move.ok());
        CHECK(*move == good.move);
        CHECK(to_coordinate(*move, position) == good.written);
    }
}

TEST_CASE("Coordinates: what is wrong is refused with its reason", "[notation]") {
    for (const BadMove& bad : kBadMoves) {
        CAPTURE(bad.fen, bad.text);
        const auto move = parse_coordinate(bad.text, position_from(bad.fen));
        REQUIRE_FALSE(move.ok());
        CHECK_THAT(move.error().message, Catch::Contains(bad.message));
        CHECK(move.error().code == bad.code);
        CHECK(move.error().where.column == bad.column);
    }
}

TEST_CASE("Coordinates: Chess960 does not read the king's castled place", "[notation]") {
    const Position position = position_from(kCastling, Chess960::On);
    CHECK_FALSE(parse_coordinate("e1g1", position).ok());
    CHECK_FALSE(parse_coordinate("e1c1", position).ok());
}

TEST_CASE("Coordinates: no move and the passed turn are 0000", "[notation]") {
    CHECK(to_coordinate(Move::none(), CastlingText::KingMove) == "0000");
    CHECK(to_coordinate(Move::null(), CastlingText::KingTakesRook) == "0000");
}

TEST_CASE("Coordinates: every legal move is read as it is written", "[notation]") {
    test::for_random_positions(5000, 2, [](const Position& position) {
        for (const Move move : legal_moves(position)) {
            const std::string text = to_coordinate(move, position);
            CAPTURE(to_fen(position), text);
            const auto again = parse_coordinate(text, position);
            REQUIRE(again.ok());
            REQUIRE(*again == move);
        }
    });
}

TEST_CASE("Coordinates: of all pairs of squares only legal moves are read", "[notation]") {
    int visited = 0;
    test::for_random_positions(60, 3, [&visited](const Position& position) {
        if (visited++ % 10 != 0) return; // 20480 texts take their time
        const MoveList moves = legal_moves(position);
        std::size_t accepted = 0;
        for (unsigned from = 0; from < 64; ++from) {
            for (unsigned to = 0; to < 64; ++to) {
                for (const char* promotion : {"", "n", "b", "r", "q"}) {
                    const auto move = parse_coordinate(to_string(square_at(from)) +
                                                           to_string(square_at(to)) + promotion,
                                                       position);
                    if (!move) continue;
                    REQUIRE(moves.contains(*move));
                    // Usual castling is found twice.
                    accepted += !move->is_castling() || square_at(to) == move->to();
                }
            }
        }
        CHECK(accepted == moves.size());
    });
}
