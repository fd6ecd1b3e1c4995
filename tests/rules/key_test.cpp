#include "engine/rules/key.hpp"

#include "tests/rules/support/oracle.hpp"
#include "tests/rules/support/random_position.hpp"

#include <catch2/catch.hpp>

#include <set>

using namespace rata;
using namespace rata::test;

namespace {

constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

} // namespace

TEST_CASE("keys that the book format publishes", "[rules][key]") {
    struct Case {
        const char* line;
        Key key;
    };
    const Case cases[] = {
        {"", 0x463B96181691FC9CULL},
        {"e2e4", 0x823C9B50FD114196ULL},
        {"e2e4 d7d5", 0x0756B94461C50FB0ULL},
        {"e2e4 d7d5 e4e5", 0x662FAFB965DB29D4ULL},
        {"e2e4 d7d5 e4e5 f7f5", 0x22A48B5A8E47FF78ULL},
        {"e2e4 d7d5 e4e5 f7f5 e1e2", 0x652A607CA3F242C1ULL},
        {"e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00FDD303C946BDD9ULL},
        {"a2a4 b7b5 h2h4 b5b4 c2c4", 0x3C8123EA7B067637ULL},
        {"a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5C3F9B829B279560ULL},
    };
    for (const Case& c : cases) {
        INFO(c.line);
        Position position = position_of(kStart);
        play(position, c.line);
        CHECK(position.key() == c.key);
        CHECK(position.polyglot_key() == c.key);
    }
}

TEST_CASE("all numbers differ", "[rules][key]") {
    std::set<Key> seen{0, zobrist::kNumbers.white_to_move};
    std::size_t expected = 2;
    for (const Piece piece : kPieces)
        for (const Square square : kAllSquares) {
            seen.insert(zobrist::kNumbers.piece[piece][square]);
            ++expected;
        }
    for (std::size_t rights = 1; rights < 16; ++rights, ++expected)
        seen.insert(zobrist::kNumbers.castling[rights]);
    for (const Key number : zobrist::kNumbers.en_passant) {
        seen.insert(number);
        ++expected;
    }
    CHECK(seen.size() == expected);
}

TEST_CASE("the keys are the sums of what they stand for", "[rules][key]") {
    for_random_positions(10'000, 21, [](const Position& position) {
        INFO(text_of(position.setup()));
        const auto& numbers = zobrist::kNumbers;
        Key pawns = 0;
        EnumArray<Color, Key> pieces{};
        for (const Square square : position.pieces()) {
            const Piece piece = position.piece_on(square);
            Key& key = type_of(piece) == PieceType::Pawn ? pawns : pieces[color_of(piece)];
            key ^= numbers.piece[piece][square];
        }
        Key rest = numbers.castling[position.castling().bits()];
        if (position.side_to_move() == Color::White) rest ^= numbers.white_to_move;
        bool capture_is_legal = false;
        for (const Move move : Oracle(position.setup()).legal_moves())
            capture_is_legal = capture_is_legal || move.is_en_passant();
        if (capture_is_legal) rest ^= numbers.en_passant[file_of(position.setup().en_passant)];

        REQUIRE(position.pawn_key() == pawns);
        for (const Color color : kColors) REQUIRE(position.piece_key(color) == pieces[color]);
        REQUIRE(position.key() == (pawns ^ pieces[Color::White] ^ pieces[Color::Black] ^ rest));
    });
}

TEST_CASE("Polyglot's key differs only where the king forbids to capture en passant",
          "[rules][key]") {
    int different = 0;
    for_random_positions(15'000, 22, [&](const Position& position) {
        INFO(text_of(position.setup()));
        bool capture_is_legal = false;
        const Oracle oracle(position.setup());
        for (const Move move : oracle.legal_moves())
            capture_is_legal = capture_is_legal || move.is_en_passant();
        const bool only_for_the_board = !oracle.en_passant_captures().empty() && !capture_is_legal;
        REQUIRE((position.polyglot_key() != position.key()) == only_for_the_board);
        REQUIRE((position.en_passant() != Square::None) == capture_is_legal);
        different += only_for_the_board ? 1 : 0;
    });
    CHECK(different > 10);
}

TEST_CASE("the key after a plain move is known before it", "[rules][key]") {
    for_random_positions(5000, 23, [](Position& position) {
        for (const Move move : legal_moves(position)) {
            if (move.kind() != MoveKind::Normal) continue;
            INFO(text_of(position.setup()) << " " << text_of(move));
            const Key guess = position.key_after(move);
            const CastlingRights before = position.castling();
            position.make(move);
            if (position.castling() == before && position.en_passant() == Square::None)
                REQUIRE(position.key() == guess);
            position.unmake();
        }
        // For the other kinds it is a guess, but it has to be a safe one.
        for (const Move move : legal_moves(position)) (void)position.key_after(move);
    });
}

TEST_CASE("material counts exactly", "[rules][material]") {
    for_random_positions(20'000, 24, [](const Position& position) {
        INFO(text_of(position.setup()));
        Material expected;
        for (const Piece piece : kPieces) {
            if (type_of(piece) == PieceType::King) continue;
            const int count = position.pieces(color_of(piece), type_of(piece)).count();
            REQUIRE(position.material().count(piece) == count);
            for (int i = 0; i < count; ++i) expected.add(piece);
        }
        REQUIRE(position.material() == expected);
        REQUIRE(position.material().none_but_kings() == (position.pieces().count() == 2));
    });
    const Position many = position_of("QQQQQQQQ/Q7/8/8/8/8/k7/7K b - - 0 1");
    CHECK(many.material().count(Color::White, PieceType::Queen) == 9);
}
