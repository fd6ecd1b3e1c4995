#include "tests/rules/support/random_position.hpp"

#include <catch2/catch.hpp>

#include <map>
#include <set>

using namespace rata;
using namespace rata::test;

namespace {

/// What makes two positions the same one: all but the clocks, and an en-passant square only if it
/// can be used.
Setup identity(const Position& position) {
    Setup same = position.setup();
    same.en_passant = position.en_passant();
    same.halfmove_clock = 0;
    same.fullmove_number = 1;
    return same;
}

/// A game that remembers all its positions and asks them one by one.
class RememberedGame {
public:
    explicit RememberedGame(Position position) : position_(std::move(position)) { remember(); }

    [[nodiscard]] Position& position() { return position_; }

    void make(Move move) {
        position_.make(move);
        remember();
    }
    void make_null() {
        position_.make_null();
        remember();
        first_ = seen_.size() - 1; // nothing before a passed turn counts
    }
    /// For a move just tried.
    void unmake() {
        position_.unmake();
        seen_.pop_back();
    }

    /// How many plies ago the present position stood, the latest first.
    [[nodiscard]] std::vector<int> returns() const {
        std::vector<int> found;
        for (std::size_t i = seen_.size() - 1; i-- > first_;)
            if (seen_[i] == seen_.back()) found.push_back(static_cast<int>(seen_.size() - 1 - i));
        return found;
    }
    [[nodiscard]] std::optional<int> repetition_distance(int ply) const {
        const std::vector<int> plies = returns();
        if (!plies.empty() && plies[0] < ply) return plies[0];
        if (plies.size() >= 2) return plies[1];
        return std::nullopt;
    }
    /// By trying every move.
    [[nodiscard]] std::optional<int> upcoming_repetition_distance(int ply) {
        std::optional<int> nearest;
        for (const Move move : legal_moves(position_)) {
            make(move);
            if (repetition_distance(ply + 1)) {
                const int distance = returns().front() - 1;
                nearest = nearest ? std::min(*nearest, distance) : distance;
            }
            unmake();
        }
        return nearest;
    }

    /// The positions that stood at least twice since the last capture, pawn move or passed turn.
    [[nodiscard]] std::vector<std::string> repeated() const {
        const auto reversible = static_cast<std::size_t>(position_.halfmove_clock());
        const std::size_t last = seen_.size() - 1;
        const std::size_t first = std::max(first_, last - std::min(last, reversible));
        std::map<std::string, int> times;
        for (std::size_t i = first; i <= last; ++i) ++times[text_of(seen_[i])];
        std::vector<std::string> found;
        for (const auto& [text, count] : times)
            if (count >= 2) found.push_back(text);
        return found;
    }

private:
    void remember() { seen_.push_back(identity(position_)); }

    Position position_;
    std::vector<Setup> seen_;
    std::size_t first_ = 0;
};

/// Mostly goes back to where a piece came from, so that positions return.
Move shuffling_move(const MoveList& moves, const std::vector<Move>& played, Rng& rng) {
    if (rng.below(3) != 0 && played.size() >= 2) {
        const std::size_t back = 2 + 2 * static_cast<std::size_t>(rng.below(2));
        const Move before = played[played.size() - std::min(back, played.size())];
        for (const Move move : moves)
            if (move.from() == before.to() && move.to() == before.from()) return move;
    }
    return random_move(moves, rng);
}

} // namespace

TEST_CASE("repetitions are those of the game written down", "[rules][repetition]") {
    const char* const starts[] = {
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "4k2n/8/8/8/8/8/8/1N2K3 w - - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "6k1/1b3ppp/8/8/8/8/1B3PPP/6K1 w - - 0 1",
        "3qk3/8/8/8/8/8/8/3QK3 b - - 90 60",
        "4k3/p7/8/1P6/8/8/8/R3K3 b Q - 0 1",
        "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", // an en-passant square nobody can use
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    };
    Rng rng(41);
    int repeated = 0;
    int upcoming = 0;
    for (int i = 0; i < 150; ++i) {
        RememberedGame game(position_of(starts[rng.below(std::size(starts))]));
        std::vector<Move> played;
        for (int ply = 0; ply < 40; ++ply) {
            const Position& position = game.position();
            const MoveList moves = legal_moves(position);
            if (moves.empty()) break;
            INFO(text_of(position.setup()) << " game " << i << " ply " << ply);
            REQUIRE(position.times_repeated() == static_cast<int>(game.returns().size()));
            for (const int from_root : {0, 1, 3, 4, 5, 6, 8, 9, ply, 100}) {
                INFO("from the root " << from_root);
                const auto repetition = game.repetition_distance(from_root);
                REQUIRE(position.repetition_distance(from_root) == repetition.value_or(0));
                REQUIRE(position.is_repetition(from_root) == repetition.has_value());
                const auto can_repeat = game.upcoming_repetition_distance(from_root);
                REQUIRE(position.upcoming_repetition_distance(from_root) == can_repeat.value_or(0));
                REQUIRE(position.has_upcoming_repetition(from_root) == can_repeat.has_value());
                repeated += repetition ? 1 : 0;
                upcoming += can_repeat ? 1 : 0;
            }
            if (!position.in_check() && rng.below(20) == 0) {
                game.make_null();
                played.clear();
                continue;
            }
            const Move move = shuffling_move(moves, played, rng);
            played.push_back(move);
            game.make(move);
        }
    }
    CHECK(repeated > 2000);
    CHECK(upcoming > 4000);
}

TEST_CASE("the number of the repeated history stands for the set", "[rules][repetition]") {
    std::map<std::vector<std::string>, Key> numbers;
    Rng rng(42);
    for (int i = 0; i < 60; ++i) {
        RememberedGame game(position_of("4k2n/8/8/8/8/7p/8/1N2K3 w - - 0 1"));
        std::vector<Move> played;
        for (int ply = 0; ply < 50; ++ply) {
            const MoveList moves = legal_moves(game.position());
            if (moves.empty()) break;
            const std::vector<std::string> repeated = game.repeated();
            const Key number = game.position().repeated_history();
            REQUIRE((number == 0) == repeated.empty());
            REQUIRE(numbers.emplace(repeated, number).first->second == number);
            played.push_back(shuffling_move(moves, played, rng));
            game.make(played.back());
        }
    }
    std::set<Key> different;
    for (const auto& [repeated, number] : numbers) different.insert(number);
    CHECK(different.size() == numbers.size());
    CHECK(numbers.size() > 300);
}

TEST_CASE("repetition by hand", "[rules][repetition]") {
    struct Case {
        const char* name;
        const char* fen;
        const char* line;
        int times;
    };
    constexpr const char* kBeginning = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const Case cases[] = {
        {"knights out and back", kBeginning, "g1f3 g8f6 f3g1 f6g8", 1},
        {"twice", kBeginning, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", 2},
        {"the same board, the other to move", kBeginning, "g1f3 g8f6 f3e5 f6g8 e5f3 g8f6 f3g1 f6g8",
         1},
        {"the right to castle was lost", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1f1 e8f8 f1e1 f8e8",
         0},
        {"lost before, so the same", "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
         "e1f1 e8f8 f1e1 f8e8 e1f1 e8f8", 1},
        {"a capture en passant was possible", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
         "e2e4 e8f8 e1f1 f8e8 f1e1", 0},
        {"the king forbade it, so the same", "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1",
         "e2e4 a4a5 e1f1 a5a4 f1e1", 1},
        {"a passed turn is a border", kBeginning, "g1f3 g8f6 null f6g8 f3g1", 0},
        {"after the passed turn", kBeginning, "null g8f6 g1f3 f6g8 f3g1", 1},
        {"the clock of the setup is no history", "4k3/8/8/8/8/8/8/4K2R w - - 50 80", "", 0},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        Position position = position_of(c.fen);
        play(position, c.line);
        CHECK(position.times_repeated() == c.times);
    }
}

TEST_CASE("where the tree begins decides how often it takes", "[rules][repetition]") {
    Position position = Position::start();
    play(position, "g1f3 g8f6 f3g1 f6g8");
    CHECK(position.times_repeated() == 1);
    // The first time it stood on the board was four plies ago.
    CHECK(position.is_repetition(5));
    CHECK_FALSE(position.is_repetition(4)); // that was the root itself: a return in the game
    CHECK_FALSE(position.is_repetition(0));
    play(position, "g1f3 g8f6 f3g1");
    CHECK(position.has_upcoming_repetition(0)); // a third time is enough wherever it was
    play(position, "f6g8");
    CHECK(position.is_repetition(0));
}

TEST_CASE("an upcoming repetition needs a legal move", "[rules][repetition]") {
    struct Case {
        const char* name;
        const char* fen;
        const char* line;
        bool upcoming;
    };
    const Case cases[] = {
        {"a knight may go back", "4k2n/8/8/8/8/8/8/N3K3 w - - 0 1", "a1b3 h8g6 b3a1", true},
        {"too early", "4k2n/8/8/8/8/8/8/N3K3 w - - 0 1", "a1b3 h8g6", false},
        {"a slider over free squares", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
         "a1a6 e8d8 a6b6 d8e8 b6b1 e8d8 b1a1", true},
        {"a rook that went round may go straight back", "7k/8/8/8/8/R7/8/4K3 w - - 0 1",
         "a3a1 h8g8 a1a2 g8g7 a2c2 g7h7 c2c1 h7h8", true},
        {"not through a knight", "7k/8/8/8/8/R7/8/1N2K3 w - - 0 1",
         "a3a1 h8g8 a1a2 g8g7 a2c2 g7h7 c2c1 h7h8", false},
        {"a pawn has moved since", "4k2n/7p/8/8/8/8/8/N3K3 w - - 0 1", "a1b3 h7h6 b3a1", false},
        {"after a capture", "4k2n/8/6P1/8/8/8/8/N3K3 w - - 0 1", "a1b3 h8g6 b3a1", false},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        Position position = position_of(c.fen);
        play(position, c.line);
        CHECK(position.has_upcoming_repetition(100) == c.upcoming);
    }
}

TEST_CASE("fifty moves", "[rules][repetition]") {
    Position position = position_of("4k3/8/8/8/8/8/8/4K2R w K - 98 100");
    CHECK_FALSE(position.is_fifty_move_draw());
    play(position, "h1h2");
    CHECK_FALSE(position.is_fifty_move_draw());
    play(position, "e8e7");
    CHECK(position.is_fifty_move_draw());
    position.unmake();
    CHECK_FALSE(position.is_fifty_move_draw());
    CHECK(position_of("4k3/8/8/8/8/8/8/4K2R w K - 151 100").is_fifty_move_draw());
}

TEST_CASE("material with which nobody can be mated", "[rules][repetition]") {
    struct Case {
        const char* name;
        const char* fen;
        bool insufficient;
    };
    const Case cases[] = {
        {"bare kings", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", true},
        {"a knight", "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", true},
        {"a bishop", "4kb2/8/8/8/8/8/8/4K3 w - - 0 1", true},
        {"bishops on dark squares, one each", "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", true},
        {"bishops on light squares, two against one", "2b1k3/8/8/8/8/8/B7/4KB2 w - - 0 1", true},
        {"bishops on both colours, one each", "2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", false},
        {"the pair", "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", false},
        {"two knights: a helpless king can be mated", "4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", false},
        {"a knight each: in the corner", "4k1n1/8/8/8/8/8/8/4K1N1 w - - 0 1", false},
        {"knight and bishop", "4k3/8/8/8/8/8/8/4KBN1 w - - 0 1", false},
        {"knight against bishop", "4kb2/8/8/8/8/8/8/4K1N1 w - - 0 1", false},
        {"a pawn", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false},
        {"a rook", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", false},
        {"a queen", "3qk3/8/8/8/8/8/8/4K3 w - - 0 1", false},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        CHECK(position_of(c.fen).has_insufficient_material() == c.insufficient);
    }
}
