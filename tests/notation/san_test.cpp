#include "engine/notation/san.hpp"

#include "engine/notation/coordinate.hpp"
#include "engine/notation/fen.hpp"
#include "tests/rules/support/random_position.hpp"

#include <catch2/catch.hpp>

#include <map>

using namespace rata;

namespace {

constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
constexpr const char* kMayCastle = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -";
constexpr const char* kPromotion = "3r1k2/P1P5/8/8/8/8/8/4K3 w - -";
constexpr const char* kEnPassant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6";
/// Knights on b1 and f3, the latter pinned by the rook on f8; rooks on a1 and a5.
constexpr const char* kPinned = "1k3r2/8/8/R7/8/5N2/8/RN3K2 w - -";
constexpr const char* kQueens = "1k6/8/8/8/4Q2Q/8/8/K6Q w - -";

Position position_of(const char* fen) {
    auto position = parse_fen(fen);
    REQUIRE(position.ok());
    return *std::move(position);
}

struct Writing {
    const char* fen;
    const char* coordinates;
    const char* san;
};

const Writing kWritings[] = {
    {kStart, "e2e4", "e4"},
    {kStart, "g1f3", "Nf3"},
    {kMayCastle, "e1g1", "O-O"},
    {kMayCastle, "e1c1", "O-O-O"},
    {"5k2/8/8/8/8/8/8/4K2R w K -", "e1g1", "O-O+"},
    {kMayCastle, "a1a8", "Rxa8+"},
    {kEnPassant, "e5d6", "exd6"},
    {kPromotion, "a7a8q", "a8=Q"},
    {kPromotion, "c7d8n", "cxd8=N"},
    {kPromotion, "c7d8q", "cxd8=Q+"},
    {kPinned, "b1d2", "Nd2"}, // the pinned knight does not count
    {kPinned, "a1a3", "R1a3"},
    {kPinned, "a5a3", "R5a3"},
    {kQueens, "e4e1", "Qee1"},
    {kQueens, "h1e1", "Q1e1"},
    {kQueens, "h4e1", "Qh4e1"},
    {"7k/8/5K2/8/8/8/8/R7 w - -", "a1h1", "Rh1+"},
    {"7k/8/6K1/8/8/8/8/R7 w - -", "a1a8", "Ra8#"},
    {"rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq -", "d8h4", "Qh4#"},
};

struct Reading {
    const char* fen;
    const char* text;
    const char* coordinates;
};

/// Not as one should write, but as people do.
const Reading kReadings[] = {
    {kStart, "e4!", "e2e4"},          {kStart, "e4?!", "e2e4"},
    {kStart, "e4 ", "e2e4"},          {kStart, "e4+", "e2e4"},
    {kStart, "e2-e4", "e2e4"},        {kStart, "e2e4", "e2e4"},
    {kStart, "Pe4", "e2e4"},          {kStart, "Pe2-e4", "e2e4"},
    {kStart, "Ng1f3", "g1f3"},        {kStart, "Ng1-f3", "g1f3"},
    {kStart, "Ngf3", "g1f3"},         {kStart, "N1f3", "g1f3"},
    {kStart, "Nxf3", "g1f3"},         {kStart, "g1f3", "g1f3"},
    {kMayCastle, "0-0", "e1g1"},      {kMayCastle, "0-0-0", "e1c1"},
    {kMayCastle, "o-o", "e1g1"},      {kMayCastle, "O-O!!", "e1g1"},
    {kMayCastle, "O-O+", "e1g1"},     {kMayCastle, "e1g1", "e1g1"},
    {kMayCastle, "e1h1", "e1g1"},     {kMayCastle, "Ra8", "a1a8"},
    {kMayCastle, "R:a8", "a1a8"},     {kMayCastle, "Rxa8#", "a1a8"},
    {kMayCastle, "Ra1xa8++", "a1a8"}, {kEnPassant, "exd6", "e5d6"},
    {kEnPassant, "ed6", "e5d6"},      {kEnPassant, "e:d6", "e5d6"},
    {kEnPassant, "exd6e.p.", "e5d6"}, {kEnPassant, "exd6 e.p.", "e5d6"},
    {kEnPassant, "exd6ep", "e5d6"},   {kEnPassant, "e5xd6", "e5d6"},
    {kPromotion, "a8Q", "a7a8q"},     {kPromotion, "a8=q", "a7a8q"},
    {kPromotion, "a8(R)", "a7a8r"},   {kPromotion, "a8/B", "a7a8b"},
    {kPromotion, "a7a8b", "a7a8b"},   {kPromotion, "a7-a8=N", "a7a8n"},
    {kPromotion, "cd8=Q", "c7d8q"},   {kPromotion, "c7xd8Q+", "c7d8q"},
    {kPinned, "Nbd2", "b1d2"},        {kPinned, "Nb1d2", "b1d2"},
};

struct Refusal {
    const char* fen;
    const char* text;
    ErrorCode code;
    std::size_t column;
    const char* message;
};

const Refusal kRefusals[] = {
    {kStart, "", ErrorCode::Syntax, 1, "expected a move"},
    {kStart, "z4", ErrorCode::Syntax, 1, "expected a move such as Nf3"},
    {kStart, "N", ErrorCode::Syntax, 2, "expected a move"},
    {kStart, "Nf", ErrorCode::Syntax, 3, "expected a move"},
    {kStart, "Nf9", ErrorCode::Syntax, 3, "found 'Nf9'"},
    {kStart, "e4e", ErrorCode::Syntax, 3, "expected the end of move"},
    {kStart, "e4 e5", ErrorCode::Syntax, 3, "expected the end of move"},
    {kStart, "Nf3x", ErrorCode::Syntax, 4, "expected the end of move"},
    {kStart, "O-", ErrorCode::Syntax, 1, "expected a move"},
    {kStart, "0-O", ErrorCode::Syntax, 1, "expected a move"},
    {kStart, "--", ErrorCode::Syntax, 1, "expected a move"},
    {kStart, "N@f3", ErrorCode::Syntax, 2, "expected a move"},
    {kStart, "nf3", ErrorCode::Syntax, 1, "expected a move"},
    {kStart, "e5", ErrorCode::Illegal, 1, "the pawn on e2 cannot move to e5"},
    {kStart, "exd3", ErrorCode::Illegal, 1, "the pawn on e2 cannot move to d3"},
    {kStart, "exe3", ErrorCode::Illegal, 1, "not legal"},
    {kStart, "Nd4", ErrorCode::Illegal, 1, "no knight of White can move to d4"},
    {kStart, "Nbd4", ErrorCode::Illegal, 1, "the knight on b1 cannot move to d4"},
    {kStart, "Nd2", ErrorCode::Illegal, 1, "White's own pawn stands on d2"},
    {kStart, "Ncd2", ErrorCode::Illegal, 1, "White has no such knight"},
    {kStart, "e7e5", ErrorCode::Illegal, 1, "belongs to Black"},
    {kStart, "e3e4", ErrorCode::Illegal, 1, "no piece stands on e3"},
    {kStart, "O-O", ErrorCode::Illegal, 1, "blocked by the piece on f1"},
    {kStart, "Ke2", ErrorCode::Illegal, 1, "White's own pawn stands on e2"},
    {kPinned, "Nd4", ErrorCode::Illegal, 1, "it would leave the king in check"},
    {kPinned, "Ra3", ErrorCode::Illegal, 1, "ambiguous, as the rooks on a1 and a5 can all"},
    {kQueens, "Qe1", ErrorCode::Illegal, 1, "ambiguous, as the queens on h1, e4 and h4 can all"},
    {kQueens, "Qhe1", ErrorCode::Illegal, 1, "ambiguous, as the queens on h1 and h4 can all"},
    {kPromotion, "a8", ErrorCode::Illegal, 1, "expected the piece that the pawn becomes"},
    {kPromotion, "a7a8", ErrorCode::Illegal, 1, "expected the piece that the pawn becomes"},
    {kPromotion, "a8=K", ErrorCode::Illegal, 1, "expected the piece that the pawn becomes"},
    {kPromotion, "a8=Qx", ErrorCode::Syntax, 5, "expected the end of move"},
    {kEnPassant, "e6=Q", ErrorCode::Syntax, 3, "expected the end of move"},
    {"3k4/3r4/8/8/8/8/8/3K4 w - -", "Kd2", ErrorCode::Illegal, 1,
     "the king would be in check on d2"},
    {"4k3/8/8/8/8/8/8/R3K2R w - -", "O-O-O", ErrorCode::Illegal, 1, "has no right to castle"},
};

} // namespace

TEST_CASE("SAN: written in the shortest form that is exact", "[notation]") {
    for (const Writing& writing : kWritings) {
        CAPTURE(writing.fen, writing.coordinates);
        const Position position = position_of(writing.fen);
        const auto move = parse_coordinate(writing.coordinates, position);
        REQUIRE(move.ok());
        CHECK(to_san(*move, position) == writing.san);
        CHECK(*parse_san(writing.san, position) == *move);
    }
}

TEST_CASE("SAN: read in the forms that people use", "[notation]") {
    for (const Reading& reading : kReadings) {
        CAPTURE(reading.fen, reading.text);
        const Position position = position_of(reading.fen);
        const auto move = parse_san(reading.text, position);
        REQUIRE(move.ok());
        CHECK(to_coordinate(*move, position) == reading.coordinates);
    }
}

TEST_CASE("SAN: refused with the reason and the column", "[notation]") {
    for (const Refusal& refusal : kRefusals) {
        CAPTURE(refusal.fen, refusal.text);
        const auto move = parse_san(refusal.text, position_of(refusal.fen));
        REQUIRE_FALSE(move.ok());
        CHECK_THAT(move.error().message, Catch::Contains(refusal.message));
        CHECK(move.error().code == refusal.code);
        CHECK(move.error().where.column == refusal.column);
    }
}

TEST_CASE("SAN: the front of a text says how long it is", "[notation]") {
    const Position position = position_of(kStart);
    CHECK(parse_san_prefix("Nf3 Nf6", position)->length == 3);
    CHECK(parse_san_prefix("e4+!", position)->length == 3);
    CHECK(parse_san_prefix("e2e4;", position)->length == 4);
    CHECK_FALSE(parse_san_prefix(" e4", position).ok());
}

TEST_CASE("SAN: a passed turn is written, and not read", "[notation]") {
    const Position position = position_of(kStart);
    CHECK(to_san(Move::null(), position) == "--");
    CHECK_FALSE(parse_san("--", position).ok());
}

TEST_CASE("SAN: every legal move is unique, and read as it is written", "[notation]") {
    test::for_random_positions(6000, 4, [](const Position& position) {
        std::map<std::string, Move> written;
        for (const Move move : legal_moves(position)) {
            const std::string san = to_san(move, position);
            CAPTURE(to_fen(position), san);
            REQUIRE(written.emplace(san, move).second);
            const auto again = parse_san(san, position);
            REQUIRE(again.ok());
            REQUIRE(*again == move);
            // Long algebraic and coordinates are read too, whatever the position.
            const auto by_squares = parse_san(to_coordinate(move, position), position);
            REQUIRE(by_squares.ok());
            REQUIRE(*by_squares == move);
        }
    });
}

TEST_CASE("SAN: nothing can be left out of a disambiguation", "[notation]") {
    int hinted = 0;
    test::for_random_positions(6000, 5, [&hinted](const Position& position) {
        for (const Move move : legal_moves(position)) {
            std::string san = to_san(move, position);
            if (move.is_castling() || san[0] < 'A' || san[0] > 'Z') continue;
            while (san.back() == '+' || san.back() == '#') san.pop_back();
            const std::string target = san.substr(san.size() - 2);
            std::string hint = san.substr(1, san.size() - 3);
            if (!hint.empty() && hint.back() == 'x') hint.pop_back();
            for (std::size_t i = 0; i < hint.size(); ++i) {
                std::string shorter = hint;
                shorter.erase(i, 1);
                const std::string text = san[0] + shorter + target;
                CAPTURE(to_fen(position), san, text);
                const auto read = parse_san(text, position);
                REQUIRE_FALSE(read.ok());
                REQUIRE_THAT(read.error().message, Catch::Contains("ambiguous"));
                ++hinted;
            }
        }
    });
    CHECK(hinted > 1000);
}

TEST_CASE("SAN: no text is read as a move that is not legal", "[notation]") {
    constexpr std::string_view kLetters = "NBRQKPabcdefgh12345678x-=O0+#eq";
    Rng rng(6);
    test::for_random_positions(3000, 7, [&rng, &kLetters](const Position& position) {
        const MoveList moves = legal_moves(position);
        for (int i = 0; i < 50; ++i) {
            std::string text;
            const std::uint64_t length = 2 + rng.below(5);
            for (std::uint64_t k = 0; k < length; ++k) text += kLetters[rng.below(kLetters.size())];
            const auto move = parse_san(text, position);
            CAPTURE(to_fen(position), text);
            if (move) {
                REQUIRE(moves.contains(*move));
            } else {
                REQUIRE(move.error().where.byte <= text.size());
            }
        }
    });
}
