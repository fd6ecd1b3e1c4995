#include "eval/hce/endings.hpp"

#include "engine/rules/movegen.hpp"
#include "eval/evaluator.hpp"
#include "eval/hce/king_pawn_ending.hpp"
#include "tests/rules/support/position_text.hpp"

#include <catch2/catch.hpp>

using namespace rata;
using namespace rata::test;

namespace {

int evaluate(std::string_view fen) {
    const Position position = position_of(fen);
    Evaluator evaluator;
    evaluator.reset(position);
    return (evaluator.evaluate(position) - Score::draw()).cp();
}

/// The plainest search there is, to see what the evaluation by itself leads to.
class PlainSearch {
public:
    explicit PlainSearch(const Position& position) : position_(position) {
        evaluator_.reset(position_);
    }

    [[nodiscard]] Move best_move(Depth depth) {
        Move best = Move::none();
        Score alpha = -Score::infinite();
        for (const Move move : legal_moves(position_)) {
            const Score score = value_of(move, depth - 1, 0, alpha, Score::infinite());
            if (score <= alpha) continue;
            alpha = score;
            best = move;
        }
        return best;
    }

private:
    Score value_of(Move move, Depth depth, Ply ply, Score alpha, Score beta) {
        evaluator_.push(position_.make(move));
        const Score score = -search(depth, ply + 1, -beta, -alpha);
        position_.unmake();
        evaluator_.pop();
        return score;
    }
    Score search(Depth depth, Ply ply, Score alpha, Score beta) {
        if (!has_legal_move(position_))
            return position_.in_check() ? Score::mated_in(ply) : Score::draw();
        if (position_.has_insufficient_material() || position_.is_repetition(ply))
            return Score::draw();
        if (depth == 0) return evaluator_.evaluate(position_);
        for (const Move move : legal_moves(position_)) {
            alpha = std::max(alpha, value_of(move, depth - 1, ply, alpha, beta));
            if (alpha >= beta) break;
        }
        return alpha;
    }

    Position position_;
    Evaluator evaluator_{};
};

/// Moves that White needs to mate, both sides searching so deep; none if the game goes otherwise.
std::optional<int> moves_to_mate(std::string_view fen, Depth depth) {
    Position position = position_of(fen);
    while (has_legal_move(position)) {
        if (position.is_fifty_move_draw() || position.times_repeated() >= 2 ||
            position.has_insufficient_material())
            return std::nullopt;
        position.make(PlainSearch(position).best_move(depth));
    }
    if (!position.in_check()) return std::nullopt;
    return static_cast<int>(position.plies_played() + 1) / 2;
}

} // namespace

TEST_CASE("what cannot be won is a draw", "[eval][endings]") {
    for (const char* fen : {
             "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "4k3/8/8/8/8/8/8/4KB2 w - - 0 1",
             "4k3/8/8/8/8/8/8/4KNN1 w - - 0 1",
             "4k3/8/8/8/8/8/8/2B1K1B1 w - - 0 1", // both on dark squares
             "4kn2/8/8/8/8/8/8/4KB2 w - - 0 1",
             "4k3/4p3/8/8/8/8/8/4KB2 w - - 0 1", // a pawn down, but White has nothing to win with
         }) {
        INFO(fen);
        CHECK(evaluate(fen) == 0);
    }
    for (const char* fen : {
             "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
             "4k3/8/8/8/8/8/8/4KR2 w - - 0 1",
             "4k3/8/8/8/8/8/8/4KBN1 w - - 0 1",
             "4k3/8/8/8/8/8/8/4KBB1 w - - 0 1",
             "4k3/8/8/8/8/8/8/3NKNN1 w - - 0 1",
         }) {
        INFO(fen);
        CHECK(evaluate(fen) > 0);
    }
}

TEST_CASE("king and pawn against king is known", "[eval][endings]") {
    struct Case {
        std::string_view fen;
        bool won;
    };
    const Case cases[] = {
        // The king on the sixth before his pawn wins whoever moves; behind it the opposition tells.
        {"4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", true},
        {"4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", true},
        {"4k3/8/8/8/4K3/4P3/8/8 w - - 0 1", true},
        {"8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", false},
        {"8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", true},
        {"4k3/4P3/4K3/8/8/8/8/8 w - - 0 1", true},
        {"4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", false}, // stalemate
        {"4k3/8/3KP3/8/8/8/8/8 w - - 0 1", true},
        {"4k3/8/3KP3/8/8/8/8/8 b - - 0 1", false},
        // Rook pawns do not win while the king reaches their corner.
        {"k7/8/1K6/P7/8/8/8/8 w - - 0 1", false},
        {"7k/8/6K1/7P/8/8/8/8 b - - 0 1", false},
        {"8/8/8/8/8/1k6/7P/K7 w - - 0 1", true},
        // Taken.
        {"8/8/8/8/8/8/3kP3/7K b - - 0 1", false},
    };
    for (const Case& c : cases) {
        INFO(c.fen);
        CHECK(wins_with_pawn(position_of(c.fen), Color::White) == c.won);
        CHECK((evaluate(c.fen) != 0) == c.won);
    }
    CHECK(wins_with_pawn(position_of("8/8/8/4p3/4k3/8/4K3/8 w - - 0 1"), Color::Black));
    CHECK_FALSE(wins_with_pawn(position_of("8/8/8/4p3/4k3/8/4K3/8 b - - 0 1"), Color::Black));
}

TEST_CASE("a lead that cannot be kept is worth less", "[eval][endings]") {
    const auto chances = [](std::string_view fen) {
        return winning_chances(position_of(fen), Color::White);
    };
    CHECK(chances("k7/8/8/8/8/8/P7/B3K3 w - - 0 1") == 0);         // a8 is light, the bishop dark
    CHECK(chances("k7/8/8/8/8/8/P7/1B2K3 w - - 0 1") == kSureWin); // the right bishop
    CHECK(chances("4k3/8/8/8/8/8/P7/B3K3 w - - 0 1") == kSureWin); // too far from the corner
    CHECK(chances("k7/7p/8/8/8/8/P7/B3K3 w - - 0 1") ==
          kSureWin); // his pawn must move: no stalemate
    CHECK(chances("4kb2/8/8/8/3P4/8/2P5/4KB2 w - - 0 1") < kSureWin);
    CHECK(chances("4kb2/8/8/8/3P4/8/2P5/2B1K3 w - - 0 1") == kSureWin);
    CHECK(chances("4kr2/8/8/8/8/8/8/2B1KR2 w - - 0 1") < kSureWin / 4);
    CHECK(chances("4k3/8/8/8/8/8/8/2B1KR2 w - - 0 1") == kSureWin);
    CHECK(chances("8/8/8/8/8/1kp5/8/R6K w - - 0 1") < kSureWin / 2);
    CHECK(chances("8/8/8/8/8/1kp5/8/RK6 w - - 0 1") == kSureWin);
}

TEST_CASE("mopping up drives the king where he can be mated", "[eval][endings]") {
    const auto hunt = [](std::string_view fen) { return mop_up(position_of(fen), Color::White); };
    // Towards the edge, towards the own king.
    CHECK(hunt("k7/8/8/8/8/8/8/4KR2 w - - 0 1") > hunt("8/8/8/3k4/8/8/8/4KR2 w - - 0 1"));
    CHECK(hunt("k7/8/2K5/8/8/8/8/5R2 w - - 0 1") > hunt("k7/8/8/8/8/8/8/4KR2 w - - 0 1"));
    // To the corner of the bishop: f1 is light, and so is a8.
    CHECK(hunt("k7/8/2K5/8/8/8/8/5BN1 w - - 0 1") > hunt("7k/8/5K2/8/8/8/8/5BN1 w - - 0 1") + 100);
    CHECK(hunt("7k/8/5K2/8/8/8/8/2B3N1 w - - 0 1") >
          hunt("k7/8/2K5/8/8/8/8/2B3N1 w - - 0 1") + 100);
    // Only for who is far ahead of somebody without pawns.
    CHECK(hunt("k7/p7/8/8/8/8/8/4KR2 w - - 0 1") == 0);
    CHECK(hunt("kb6/8/8/8/8/8/8/4KR2 w - - 0 1") == 0);
    CHECK(hunt("kr6/8/8/8/8/8/8/4KQ2 w - - 0 1") > 0);
}

TEST_CASE("king and queen, and king and rook, win with a shallow search", "[eval][endings]") {
    struct Case {
        std::string_view fen;
        Depth depth;
        int most;
    };
    const Case cases[] = {
        {"8/8/8/3k4/8/8/8/KQ6 w - - 0 1", 4, 25},   {"8/8/8/4k3/8/8/8/Q6K b - - 0 1", 4, 25},
        {"8/8/8/3k4/8/8/8/KR6 w - - 0 1", 5, 45},   {"8/8/4k3/8/8/8/8/R6K b - - 0 1", 5, 45},
        {"8/8/8/3k4/8/8/8/K1BB4 w - - 0 1", 5, 45},
    };
    for (const Case& c : cases) {
        INFO(c.fen);
        const std::optional<int> moves = moves_to_mate(c.fen, c.depth);
        REQUIRE(moves.has_value());
        CHECK(*moves <= c.most);
        UNSCOPED_INFO(*moves);
    }
}
