#include "engine/rules/exchange.hpp"

#include "tests/rules/support/oracle.hpp"
#include "tests/rules/support/random_position.hpp"

#include <catch2/catch.hpp>

using namespace rata;
using namespace rata::test;

namespace {

constexpr int kPawn = 100;
constexpr int kMinor = 300;
constexpr int kRook = 500;
constexpr int kQueen = 900;

/// What exchange_gains is meant to answer, by playing it all out on a mailbox. On one square the
/// sides take turns to capture or to stop. Each captures with its cheapest piece, the one on the
/// lowest square among equals. A piece may not capture if that opens a line from an enemy slider
/// to its king, unless the slider is what it takes; a king may not capture onto an attacked square.
/// Other checks do not matter, and a pawn that captures on the last rank stays a pawn.
class SlowExchange {
public:
    static int value_of(char piece) {
        switch (Oracle::lower(piece)) {
        case 'p': return kPawn;
        case 'n':
        case 'b': return kMinor;
        case 'r': return kRook;
        case 'q': return kQueen;
        case 'k': return 10'000;
        default: return 0;
        }
    }

    /// What the side to move gains by the move if both go on as well as they can.
    static int gain_of(const Position& position, Move move) {
        if (move.is_castling()) return 0;
        const Oracle before(position.setup());
        const Oracle after = before.after(move);
        const Oracle::Cell to = Oracle::cell_of(move.to());
        const char taken = before[to];
        int gain = move.is_en_passant() ? kPawn : value_of(taken);
        if (move.is_promotion()) gain += value_of(after[to]) - kPawn;
        return gain - best(after, to, after.white_to_move());
    }

private:
    static int best(const Oracle& board, Oracle::Cell square, bool white) {
        const Oracle::Cell from = cheapest_attacker(board, square, white);
        if (from == kNobody) return 0;
        const int gain =
            value_of(board[square]) - best(captured(board, from, square), square, !white);
        return std::max(0, gain);
    }

    static Oracle captured(Oracle board, Oracle::Cell from, Oracle::Cell to) {
        board.put(to, board[from]);
        board.put(from, Oracle::kEmpty);
        return board;
    }

    static Oracle::Cell cheapest_attacker(const Oracle& board, Oracle::Cell square, bool white) {
        for (const char letter : {'p', 'n', 'b', 'r', 'q', 'k'})
            for (const Oracle::Cell from : board.attackers(square, white))
                if (Oracle::lower(board[from]) == letter && may_capture(board, from, square, white))
                    return from;
        return kNobody;
    }

    static bool may_capture(const Oracle& board, Oracle::Cell from, Oracle::Cell to, bool white) {
        const Oracle after = captured(board, from, to);
        if (Oracle::lower(board[from]) == 'k') return !after.is_attacked(to, !white);
        const Oracle::Cell king = board.king(white);
        const auto before = board.attackers(king, !white);
        for (const Oracle::Cell attacker : after.attackers(king, !white))
            if (std::find(before.begin(), before.end(), attacker) == before.end()) return false;
        return true;
    }

    static constexpr Oracle::Cell kNobody = 0;
};

} // namespace

TEST_CASE("exchanges by hand", "[rules][exchange]") {
    struct Case {
        const char* name;
        const char* fen;
        const char* move;
        int gain;
    };
    const Case cases[] = {
        // No battle.
        {"a quiet move", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", 0},
        {"a free pawn", "4k3/8/8/4p3/8/8/8/4R1K1 w - - 0 1", "e1e5", kPawn},
        {"a free queen", "6k1/8/8/4q3/8/8/8/4R1K1 w - - 0 1", "e1e5", kQueen},
        {"castling", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", 0},
        {"into a pawn", "6k1/8/5p2/8/8/8/8/4R1K1 w - - 0 1", "e1e5", -kRook},
        // Recaptures.
        {"an even trade", "6k1/8/3p4/4n3/8/2B5/8/6K1 w - - 0 1", "c3e5", 0},
        {"a queen for a pawn", "6k1/8/3p4/4p3/8/8/8/4Q1K1 w - - 0 1", "e1e5", kPawn - kQueen},
        {"rook takes, pawn takes back", "6k1/8/3p4/4n3/8/8/8/4R1K1 w - - 0 1", "e1e5",
         kMinor - kRook},
        {"the second rook makes it pay", "4r1k1/8/8/4p3/8/8/4R3/4R1K1 w - - 0 1", "e2e5", kPawn},
        {"nobody needs to take back", "4r1k1/8/8/4q3/8/4R3/8/4R1K1 w - - 0 1", "e3e5", kQueen},
        {"the defender of the defender", "4r1k1/4r3/8/4p3/8/8/4R3/4R1K1 w - - 0 1", "e2e5",
         kPawn - kRook},
        // Sliders behind sliders.
        {"a bishop behind a pawn", "6k1/5b2/4p3/3p4/4P3/5B2/8/6K1 w - - 0 1", "e4d5", 0},
        {"a queen behind a bishop", "6k1/8/4p3/3n4/4B3/5Q2/8/6K1 w - - 0 1", "e4d5", kPawn},
        {"three against two and a pawn", "3q2k1/3r4/4p3/3p4/8/3R4/3R4/3Q2K1 w - - 0 1", "d3d5",
         kPawn - kRook},
        {"three against two", "3q2k1/3r4/8/3p4/8/3R4/3R4/3Q2K1 w - - 0 1", "d3d5", kPawn},
        // Promotion.
        {"a promotion undisturbed", "7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", kQueen - kPawn},
        {"a promotion lost", "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", -kPawn},
        {"a promotion with capture", "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q",
         kRook + kQueen - kPawn},
        {"a knight is lost cheaper", "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8n", -kPawn},
        {"a promotion covered", "3r3k/4P3/8/8/8/8/8/4R2K w - - 0 1", "e7e8q", kRook - kPawn},
        // En passant.
        {"en passant for nothing", "6k1/8/8/3pP3/8/8/8/6K1 w - d6 0 1", "e5d6", kPawn},
        {"en passant taken back", "6k1/4p3/8/3pP3/8/8/8/6K1 w - d6 0 1", "e5d6", 0},
        {"en passant lets the rook in", "3r2k1/8/8/3pP3/8/8/8/3R2K1 w - d6 0 1", "e5d6", kPawn},
        // Kings.
        {"the king takes back", "8/8/4k3/4p3/8/8/8/4R1K1 w - - 0 1", "e1e5", kPawn - kRook},
        {"the king may not take back", "8/8/4k3/4p3/8/5N2/8/4R1K1 w - - 0 1", "f3e5", kPawn},
        {"a pinned piece still guards against a king", "8/8/4k3/4p3/8/5N2/8/3KR2r w - - 0 1",
         "f3e5", kPawn},
        {"our king ends it", "6k1/8/2n5/4p3/5K2/5N2/8/8 w - - 0 1", "f3e5", kPawn},
        // Pins.
        {"the defender is pinned", "4k3/3n4/8/1B2p3/8/5N2/8/6K1 w - - 0 1", "f3e5", kPawn},
        {"the defender is not pinned", "6k1/3n4/8/1B2p3/8/5N2/8/6K1 w - - 0 1", "f3e5",
         kPawn - kMinor},
        {"pinned along the way to the square", "4k3/8/4r3/4p3/8/8/4R3/4R1K1 w - - 0 1", "e2e5",
         kPawn},
        {"the pinner leaves to take part", "4k3/8/4n3/2p5/8/B7/4R3/6K1 w - - 0 1", "a3c5", kPawn},
        {"the pinner is what was taken", "6k1/8/8/3b4/8/5R2/8/7K b - - 0 1", "d5f3", kRook},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        const Position position = position_of(c.fen);
        const Move move = move_of(position, c.move);
        CHECK(SlowExchange::gain_of(position, move) == c.gain);
        CHECK(position.exchange_gains(move, c.gain));
        CHECK_FALSE(position.exchange_gains(move, c.gain + 1));
    }
}

TEST_CASE("an exchange gains exactly what playing it out gains", "[rules][exchange]") {
    int battles = 0;
    for_random_positions(3000, 31, [&](const Position& position) {
        for (const Move move : legal_moves(position)) {
            INFO(text_of(position.setup()) << " " << text_of(move));
            const int gain = SlowExchange::gain_of(position, move);
            REQUIRE(position.exchange_gains(move, gain));
            REQUIRE_FALSE(position.exchange_gains(move, gain + 1));
            REQUIRE(position.exchange_gains(move, gain - 50));
            REQUIRE(position.exchange_gains(move, -2000));
            REQUIRE_FALSE(position.exchange_gains(move, 2000));
            if (gain != 0 && position.is_capture(move)) ++battles;
        }
    });
    CHECK(battles > 1500);
}

TEST_CASE("values of exchanged pieces", "[rules][exchange]") {
    for (const Piece piece : kPieces)
        CHECK(exchange_value(piece) == SlowExchange::value_of(to_char(piece)));
    CHECK(exchange_value(Piece::None) == 0);
}
