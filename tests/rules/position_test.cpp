#include "engine/rules/position.hpp"

#include "tests/rules/support/oracle.hpp"
#include "tests/rules/support/random_position.hpp"

#include <catch2/catch.hpp>

using namespace rata;
using namespace rata::test;

namespace {

/// Everything of a position that can be asked for.
struct Snapshot {
    Setup setup;
    Key key;
    Key pawn_key;
    Key white_key;
    Key black_key;
    Key polyglot_key;
    Material material;
    Bitboard checkers;
    CastlingRights castling;
    Square en_passant;
    int halfmove_clock;
    int fullmove_number;
    std::size_t plies;
    Move last_move;
    Piece last_captured;

    bool operator==(const Snapshot&) const = default;
};

Snapshot snapshot(const Position& position) {
    return {position.setup(),
            position.key(),
            position.pawn_key(),
            position.piece_key(Color::White),
            position.piece_key(Color::Black),
            position.polyglot_key(),
            position.material(),
            position.checkers(),
            position.castling(),
            position.en_passant(),
            position.halfmove_clock(),
            position.fullmove_number(),
            position.plies_played(),
            position.last_move(),
            position.last_captured()};
}

/// Without what only the history knows.
Snapshot without_history(Snapshot full) {
    full.plies = 0;
    full.last_move = Move::none();
    full.last_captured = Piece::None;
    return full;
}

void apply(const BoardDelta& delta, EnumArray<Square, Piece>& board) {
    for (const BoardDelta::Change& change : delta)
        if (change.from != Square::None) {
            REQUIRE(board[change.from] == change.piece);
            board[change.from] = Piece::None;
        }
    for (const BoardDelta::Change& change : delta)
        if (change.to != Square::None) {
            REQUIRE(board[change.to] == Piece::None);
            board[change.to] = change.piece;
        }
}

} // namespace

TEST_CASE("a made move leads where the slow rules lead, and back", "[rules][position]") {
    for_random_positions(5000, 11, [](Position& position) {
        const Snapshot before = snapshot(position);
        const Oracle oracle(before.setup);
        for (const Move move : legal_moves(position)) {
            INFO(text_of(before.setup) << " " << text_of(move));
            const BoardDelta delta = position.make(move);
            REQUIRE(position.is_consistent());
            REQUIRE(position.setup() == oracle.after(move).setup());
            REQUIRE(position.last_move() == move);
            REQUIRE(position.plies_played() == before.plies + 1);

            EnumArray<Square, Piece> board = before.setup.board;
            apply(delta, board);
            REQUIRE(board == position.setup().board);

            position.unmake();
            REQUIRE(snapshot(position) == before);
        }
        REQUIRE(position.is_consistent());
    });
}

TEST_CASE("a position played is the position set up", "[rules][position]") {
    for_random_positions(20'000, 12, [](const Position& position) {
        INFO(text_of(position.setup()));
        const Result<Position> again = Position::from_setup(position.setup());
        REQUIRE(again);
        REQUIRE(snapshot(*again) == without_history(snapshot(position)));
    });
}

TEST_CASE("a whole game is taken back move by move", "[rules][position]") {
    Rng rng(13);
    for (int game = 0; game < 50; ++game) {
        Position position = game % 2 == 0 ? Position::start() : random_chess960_start(rng);
        std::vector<Snapshot> way;
        for (int ply = 0; ply < 200; ++ply) {
            way.push_back(snapshot(position));
            const MoveList moves = legal_moves(position);
            if (moves.empty()) break;
            if (!position.in_check() && rng.below(8) == 0)
                position.make_null();
            else
                position.make(random_move(moves, rng));
        }
        if (position.plies_played() < way.size()) way.pop_back();
        for (; !way.empty(); way.pop_back()) {
            if (position.last_move() == Move::null())
                position.unmake_null();
            else
                position.unmake();
            REQUIRE(snapshot(position) == way.back());
        }
        REQUIRE(position.plies_played() == 0);
    }
}

TEST_CASE("what a move takes is known before and after it", "[rules][position]") {
    for_random_positions(5000, 14, [](Position& position) {
        for (const Move move : legal_moves(position)) {
            INFO(text_of(position.setup()) << " " << text_of(move));
            const Piece taken = position.captured_by(move);
            REQUIRE(position.is_capture(move) == (taken != Piece::None));
            const int before = position.pieces().count();
            position.make(move);
            REQUIRE(position.last_captured() == taken);
            REQUIRE(position.pieces().count() == before - (taken == Piece::None ? 0 : 1));
            position.unmake();
        }
    });
}

TEST_CASE("whether a move gives check is known before it", "[rules][position]") {
    int discovered = 0;
    int by_castling = 0;
    int by_en_passant = 0;
    for_random_positions(10'000, 15, [&](Position& position) {
        const CheckInfo info = position.check_info();
        for (const Move move : legal_moves(position)) {
            INFO(text_of(position.setup()) << " " << text_of(move));
            const bool expected = position.gives_check(move, info);
            position.make(move);
            REQUIRE(position.in_check() == expected);
            REQUIRE(position.in_check() == !position.checkers().empty());
            if (expected && !position.checkers().contains(move.to())) ++discovered;
            by_castling += expected && move.is_castling() ? 1 : 0;
            by_en_passant += expected && move.is_en_passant() ? 1 : 0;
            position.unmake();
            position.make(move, expected); // who knows it may say so
            REQUIRE(position.in_check() == expected);
            position.unmake();
        }
    });
    CHECK(discovered > 300);
    CHECK(by_castling > 15);
    CHECK(by_en_passant > 0);
}

TEST_CASE("moves that give check in their own ways", "[rules][position]") {
    struct Case {
        const char* name;
        const char* fen;
        const char* move;
        bool gives_check;
    };
    const Case cases[] = {
        {"short castling", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", true},
        {"long castling", "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1a1", true},
        {"castling past the king", "6k1/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", false},
        {"castling on the spot", "5k2/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", true},
        {"castling opens nothing", "8/8/8/8/8/8/1k6/3R1K1R w H - 0 1", "f1h1", false},
        {"promotion backwards through its own square", "8/4P3/8/4k3/8/8/8/K7 w - - 0 1", "e7e8q",
         true},
        {"underpromotion", "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8n", true},
        {"promotion without", "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", false},
        {"the king uncovers", "4R3/8/8/8/4K3/8/8/4k3 w - - 0 1", "e4d4", true},
        {"the king stays on the line", "4R3/8/8/8/4K3/8/8/4k3 w - - 0 1", "e4e5", false},
        {"en passant without", "8/4k3/8/1pP5/8/8/8/4K3 w - b6 0 1", "c5b6", false},
        {"en passant by the pawn", "8/2k5/8/1pP5/8/8/8/4K3 w - b6 0 1", "c5b6", true},
        {"en passant opens the file", "2k5/8/8/1pP5/8/8/8/2R1K3 w - b6 0 1", "c5b6", true},
        {"en passant opens the diagonal", "8/5k2/8/2Pp4/2B5/1K6/8/8 w - d6 0 1", "c5d6", true},
        {"en passant opens the rank", "8/8/8/R1Pp3k/8/8/8/4K3 w - d6 0 1", "c5d6", true},
        {"en passant leaves a blocker", "8/8/8/R1Pp1p1k/8/8/8/4K3 w - d6 0 1", "c5d6", false},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        Position position = position_of(c.fen);
        const Move move = move_of(position, c.move);
        CHECK(position.gives_check(move, position.check_info()) == c.gives_check);
        position.make(move);
        CHECK(position.in_check() == c.gives_check);
    }
}

TEST_CASE("blockers are those whose leaving opens a line to the king", "[rules][position]") {
    for_random_positions(10'000, 16, [](const Position& position) {
        INFO(text_of(position.setup()));
        for (const Color color : kColors) {
            Bitboard expected;
            const Oracle oracle(position.setup());
            const Oracle::Cell king = Oracle::cell_of(position.king(color));
            const bool enemy_is_white = color == Color::Black;
            const auto attackers = oracle.attackers(king, enemy_is_white);
            for (const Square square : position.pieces() & ~Bitboard(position.king(color))) {
                Oracle without = oracle;
                without.put(Oracle::cell_of(square), Oracle::kEmpty);
                for (const Oracle::Cell attacker : without.attackers(king, enemy_is_white))
                    if (std::find(attackers.begin(), attackers.end(), attacker) == attackers.end())
                        expected |= square;
            }
            REQUIRE(position.blockers(color) == expected);
        }
    });
}

TEST_CASE("attackers of every square", "[rules][position]") {
    for_random_positions(1000, 17, [](const Position& position) {
        INFO(text_of(position.setup()));
        const Oracle oracle(position.setup());
        for (const Square square : kAllSquares) {
            Bitboard expected;
            for (const bool white : {true, false})
                for (const Oracle::Cell cell : oracle.attackers(Oracle::cell_of(square), white))
                    expected |= Oracle::square_of(cell);
            REQUIRE(position.attackers_to(square, position.pieces()) == expected);
            for (const Color color : kColors)
                REQUIRE(position.is_attacked(square, color, position.pieces()) ==
                        !(expected & position.pieces(color)).empty());
        }
    });
}

TEST_CASE("a null move passes the turn and nothing else", "[rules][position]") {
    for_random_positions(20'000, 18, [](Position& position) {
        if (position.in_check()) return;
        INFO(text_of(position.setup()));
        const Snapshot before = snapshot(position);
        Setup expected = before.setup;
        expected.side_to_move = ~expected.side_to_move;
        expected.en_passant = Square::None;
        ++expected.halfmove_clock;
        if (expected.side_to_move == Color::White) ++expected.fullmove_number;

        position.make_null();
        REQUIRE(position.setup() == expected);
        REQUIRE(position.is_consistent());
        REQUIRE(position.last_move() == Move::null());
        REQUIRE(position.last_captured() == Piece::None);
        const Result<Position> fresh = Position::from_setup(expected);
        REQUIRE(fresh);
        REQUIRE(position.key() == fresh->key());
        REQUIRE(position.checkers() == fresh->checkers());
        REQUIRE(legal_moves(position).size() == legal_moves(*fresh).size());
        position.unmake_null();
        REQUIRE(snapshot(position) == before);
    });
}

TEST_CASE("clocks", "[rules][position]") {
    Position position = position_of("4k3/8/8/8/8/8/4p3/R3K2R b KQ - 7 42");
    CHECK(position.halfmove_clock() == 7);
    CHECK(position.fullmove_number() == 42);
    play(position, "e8d7");
    CHECK(position.halfmove_clock() == 8);
    CHECK(position.fullmove_number() == 43);
    play(position, "a1a7"); // castling is not possible: a pawn attacks d1 and f1
    CHECK(position.halfmove_clock() == 9);
    CHECK(position.fullmove_number() == 43);
    play(position, "d7c8 e1e2");
    CHECK(position.halfmove_clock() == 0);
    CHECK(position.fullmove_number() == 44);
    CHECK(position.castling().empty());
}

TEST_CASE("who has pieces", "[rules][position]") {
    const Position position = position_of("4k3/pp6/8/8/8/8/PP6/4KN2 w - - 0 1");
    CHECK(position.has_pieces(Color::White));
    CHECK_FALSE(position.has_pieces(Color::Black));
}

TEST_CASE("en passant is offered only if the king allows it", "[rules][position]") {
    struct Case {
        const char* name;
        const char* fen;
        const char* jump;
        const char* ready;    ///< a pawn stands beside it
        const char* possible; ///< and may capture
    };
    const Case cases[] = {
        {"nobody near", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", "-", "-"},
        {"a pawn ready", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4", "e3", "e3"},
        {"not across the edge", "4k3/8/8/7p/8/8/P7/4K3 w - - 0 1", "a2a4", "-", "-"},
        {"pinned on the file", "3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1", "e2e4", "e3", "-"},
        {"pinned on the diagonal", "4k3/8/1b6/8/3p4/8/4P1K1/6B1 w - - 0 1", "e2e4", "e3", "e3"},
        {"the rank would open", "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e2e4", "e3", "-"},
        {"one of two may", "8/8/8/8/3p1p2/8/4P3/2BRK1k1 w - - 0 1", "e2e4", "e3", "e3"},
        {"another check is not answered", "8/8/8/8/k2p4/8/4P3/4KB2 w - - 0 1", "e2e4", "e3", "e3"},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        Position position = position_of(c.fen);
        play(position, c.jump);
        CHECK(to_string(position.setup().en_passant) == c.ready);
        CHECK(to_string(position.en_passant()) == c.possible);
    }
}
