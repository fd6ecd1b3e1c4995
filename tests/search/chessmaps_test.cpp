#include "engine/search/chessmaps/chessmaps_order.hpp"

#include "engine/rules/exchange.hpp"
#include "engine/rules/movegen.hpp"
#include "engine/search/move_picker.hpp"
#include "tests/search/support/searcher.hpp"

#include <catch2/catch.hpp>

using namespace rata;
using namespace rata::test;

namespace {

constexpr const char* kMapped[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 4 8",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1",
};

/// The same with colours exchanged and the board turned over.
Position turned_over(const Position& position) {
    const Setup setup = position.setup();
    Setup turned = setup;
    for (unsigned i = 0; i < 64; ++i) {
        const Piece piece = setup.board[square_at(i)];
        turned.board[flip_ranks(square_at(i))] =
            piece == Piece::None ? piece : make_piece(~color_of(piece), type_of(piece));
    }
    turned.side_to_move = ~setup.side_to_move;
    for (const Color color : {Color::White, Color::Black})
        for (const Wing wing : {Wing::King, Wing::Queen}) {
            const Square rook = setup.castling_rook[color][wing];
            turned.castling_rook[~color][wing] = rook == Square::None ? rook : flip_ranks(rook);
        }
    if (setup.en_passant != Square::None) turned.en_passant = flip_ranks(setup.en_passant);
    auto result = Position::from_setup(turned);
    REQUIRE(result.ok());
    return std::move(result).value();
}

Move turned_over(Move move) {
    const Square from = flip_ranks(move.from());
    const Square to = flip_ranks(move.to());
    switch (move.kind()) {
    case MoveKind::Normal: return Move::normal(from, to);
    case MoveKind::Promotion: return Move::promotion(from, to, move.promotion_type());
    case MoveKind::EnPassant: return Move::en_passant(from, to);
    case MoveKind::Castling: return Move::castling(from, to);
    }
    return Move::none();
}

} // namespace

TEST_CASE("every move has the first class that fits", "[search][chessmaps]") {
    struct Case {
        const char* name;
        const char* fen;
        const char* move;
        MoveClass expected;
    };
    const auto each = GENERATE(values<Case>({
        {"a pawn takes a free pawn", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5",
         MoveClass::SafeCapture},
        {"a promotion counts as a capture", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q",
         MoveClass::SafeCapture},
        {"a queen takes a guarded pawn", "4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1", "d1d5",
         MoveClass::UnsafeCapture},
        {"a knight leaves the pawn that attacks it", "4k3/8/8/3p4/4N3/8/8/4K3 w - - 0 1", "e4c3",
         MoveClass::SafeForced},
        {"it leaves for a square beside another pawn", "4k3/1p6/8/3p4/4N3/8/8/4K3 w - - 0 1",
         "e4c5", MoveClass::SafeForced}, // c5 is not attacked
        {"it leaves for a square another pawn attacks", "4k3/8/1p6/3p4/4N3/8/8/4K3 w - - 0 1",
         "e4c5", MoveClass::UnsafeForced},
        {"a check", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", MoveClass::SafeForcing},
        {"a knight move that attacks nothing", "4k3/8/8/7r/8/8/8/RN2K3 w - - 0 1", "b1c3",
         MoveClass::SafeOther},
        {"one that attacks a rook", "4k3/8/8/3r4/8/8/8/1N2K3 w - - 0 1", "b1c3",
         MoveClass::SafeForcing},
        {"a check that loses the queen", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "d1d7",
         MoveClass::UnsafeForcing},
        {"a quiet king move", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1e2", MoveClass::SafeOther},
        {"a rook goes before a pawn", "4k3/8/3p4/8/8/8/8/R3K3 w - - 0 1", "a1a5",
         MoveClass::SafeOther},
        {"a rook goes where a pawn takes it", "4k3/8/1p6/8/8/8/8/R3K3 w - - 0 1", "a1a5",
         MoveClass::UnsafeOther},
    }));
    INFO(each.name);
    Position position = position_of(each.fen);
    const Key key = position.key();
    const Move move = move_of(position, each.move);
    CHECK(ChessmapsOrder(position).class_of(move) == each.expected);
    CHECK(position.key() == key);
    CHECK(position.is_consistent());
    Position turned = turned_over(position);
    CHECK(ChessmapsOrder(turned).class_of(turned_over(move)) == each.expected);
}

TEST_CASE("the map does not know colours", "[search][chessmaps]") {
    for (const char* fen : kMapped) {
        INFO(fen);
        const Position position = position_of(fen);
        const Position turned = turned_over(position);
        CHECK(control_of(position) == control_of(turned));
        for (const Move move : legal_moves(position))
            CHECK(influence_of(position, move) == influence_of(turned, turned_over(move)));
    }
}

TEST_CASE("squares belong to who wins the exchange on them", "[search][chessmaps]") {
    // The pawn guards d5 and b5; rook and rook meet on the h file, with a second white one behind.
    const Position position = position_of("4k2r/8/8/8/2P5/8/7R/4K2R w - - 0 1");
    const ControlMap map = control_of(position);
    const auto at = [&map](Square square) {
        REQUIRE_FALSE((map.ours.contains(square) && map.theirs.contains(square)));
        return map.ours.contains(square) ? 1 : map.theirs.contains(square) ? -1 : 0;
    };
    CHECK(at(Square::D5) == 1);
    CHECK(at(Square::B5) == 1);
    CHECK(at(Square::D8) == -1);
    CHECK(at(Square::H5) == 1); // two against one
    CHECK(at(Square::A5) == 0); // nobody
    CHECK(at(Square::C4) == 0); // nobody guards or attacks the pawn
    CHECK(at(Square::H8) == 1); // the rook falls: two attack, the king does not guard it
}

TEST_CASE("within a class moves are ordered by what they do", "[search][chessmaps]") {
    struct Case {
        const char* name;
        const char* fen;
        const char* better;
        const char* worse;
    };
    const auto each = GENERATE(values<Case>({
        {"a check before a threat", "4k3/8/8/3r4/8/8/8/RN2K3 w - - 0 1", "a1a8", "b1c3"},
        {"a threat to a rook before one to a pawn", "4k3/8/8/1r6/8/7p/8/3NK3 w - - 0 1", "d1c3",
         "d1f2"},
        {"the greater gain of two equal victims", "4k3/8/1p4p1/r6r/8/8/3B4/6KR w - - 0 1", "d2a5",
         "h1h5"},
        {"of two that hang the queen", "4k3/8/8/4p3/3Q1N2/8/8/4K3 w - - 0 1", "d4b2", "f4g2"},
    }));
    INFO(each.name);
    Position position = position_of(each.fen);
    ChessmapsOrder order(position);
    const auto score = [&](const char* move) {
        const Move made = move_of(position, move);
        return order.score(made, {.capture = 16 * exchange_value(position.captured_by(made))});
    };
    CHECK(order.class_of(move_of(position, each.better)) ==
          order.class_of(move_of(position, each.worse)));
    CHECK(score(each.better) > score(each.worse));
}

TEST_CASE("other moves keep what the enemy attacks", "[search][chessmaps]") {
    // The rook guards the knight, which a rook attacks; away from the file it does not.
    Position position = position_of("4k2r/8/8/7N/8/8/8/4K2R w - - 0 1");
    const auto choice = GENERATE(ChessmapsChoice::Net, ChessmapsChoice::History);
    ChessmapsOrder order(position, choice);
    const Move stays = move_of(position, "h1h2");
    const Move leaves = move_of(position, "h1g1");
    REQUIRE(order.class_of(stays) == MoveClass::SafeOther);
    REQUIRE(order.class_of(leaves) == MoveClass::SafeOther);
    CHECK(order.score(stays, {}) > order.score(leaves, {}));
}

TEST_CASE("Chessmaps hands out every move once, by class", "[search][chessmaps]") {
    const auto choice =
        GENERATE(ChessmapsChoice::Net, ChessmapsChoice::History, ChessmapsChoice::Lot);
    for (const char* fen : kMapped) {
        INFO(fen);
        Position position = position_of(fen);
        ChessmapsOrder order(position, choice);
        const auto histories = std::make_unique<Histories>();
        const SearchOptions options;
        ContinuationHistory::Slice& nothing = histories->continuation.after_nothing();
        const OrderingHints hints{.continuation = {&nothing, &nothing, &nothing, &nothing},
                                  .chessmaps = &order};
        MovePicker picker(position, *histories, options, hints);
        std::vector<Move> seen;
        auto last = MoveClass::Unknown;
        for (Move move = picker.next(); move.is_some(); move = picker.next()) {
            CHECK(std::find(seen.begin(), seen.end(), move) == seen.end());
            seen.push_back(move);
            const MoveClass its_class = order.class_of(move);
            CHECK(its_class >= last);
            last = its_class;
        }
        CHECK(seen.size() == legal_moves(position).size());
    }
}

TEST_CASE("a search ordered by Chessmaps is the same twice", "[search][chessmaps]") {
    SearchOptions options;
    options.chessmaps = true;
    const Position position = position_of(kMapped[1]);
    Searcher searcher;
    const Searched first = searcher.to_depth(position, 7, options);
    searcher.forget();
    const Searched second = searcher.to_depth(position, 7, options);
    CHECK(first.nodes == second.nodes);
    CHECK(first.result.best == second.result.best);
    searcher.forget();
    CHECK(searcher.to_depth(position, 7).nodes != first.nodes);
}
