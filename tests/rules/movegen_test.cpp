#include "engine/rules/movegen.hpp"

#include "tests/rules/support/oracle.hpp"
#include "tests/rules/support/random_position.hpp"

#include <catch2/catch.hpp>

#include <bitset>

using namespace rata;
using namespace rata::test;

namespace {

template <typename Moves>
std::vector<std::uint16_t> sorted_raws(const Moves& moves) {
    std::vector<std::uint16_t> raws;
    raws.reserve(moves.size());
    for (const Move move : moves) raws.push_back(move.raw());
    std::sort(raws.begin(), raws.end());
    return raws;
}

template <MoveSet Set>
MoveList moves_of(const Position& position) {
    MoveList moves;
    generate<Set>(position, moves);
    return moves;
}

} // namespace

TEST_CASE("the legal moves are those of the slow rules", "[rules][movegen]") {
    int castlings = 0;
    int en_passants = 0;
    int promotions = 0;
    int checks = 0;
    for_random_positions(20'000, 1, [&](const Position& position) {
        INFO(text_of(position.setup()));
        const Oracle oracle(position.setup());
        const auto expected = sorted_raws(oracle.legal_moves());
        const MoveList moves = legal_moves(position);
        REQUIRE(sorted_raws(moves) == expected);
        REQUIRE(count_legal_moves(position) == expected.size());
        REQUIRE(has_legal_move(position) == !expected.empty());
        REQUIRE(position.in_check() == oracle.in_check());
        checks += position.in_check() ? 1 : 0;
        for (const Move move : moves) {
            castlings += move.is_castling() ? 1 : 0;
            en_passants += move.is_en_passant() ? 1 : 0;
            promotions += move.is_promotion() ? 1 : 0;
        }
    });
    // The positions are worth something only if they have all of this.
    CHECK(castlings > 1500);
    CHECK(en_passants > 100);
    CHECK(promotions > 5000);
    CHECK(checks > 1500);
}

TEST_CASE("noisy and quiet moves are disjoint and together all", "[rules][movegen]") {
    for_random_positions(20'000, 2, [](const Position& position) {
        INFO(text_of(position.setup()));
        const MoveList noisy = moves_of<MoveSet::Noisy>(position);
        const MoveList quiet = moves_of<MoveSet::Quiet>(position);
        for (const Move move : noisy) REQUIRE(position.is_noisy(move));
        for (const Move move : quiet) REQUIRE_FALSE(position.is_noisy(move));
        auto both = sorted_raws(noisy);
        const auto quiet_raws = sorted_raws(quiet);
        both.insert(both.end(), quiet_raws.begin(), quiet_raws.end());
        std::sort(both.begin(), both.end());
        REQUIRE(both == sorted_raws(legal_moves(position)));
    });
}

TEST_CASE("generating appends to the list", "[rules][movegen]") {
    const Position position = Position::start();
    MoveList moves;
    generate<MoveSet::Quiet>(position, moves);
    generate<MoveSet::Noisy>(position, moves);
    generate(position, moves);
    CHECK(moves.size() == 40);
}

TEST_CASE("of all 65536 patterns exactly the legal moves are legal", "[rules][movegen]") {
    std::vector<Position> positions{Position::start()};
    for (const char* fen : {
             "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
             "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
             "8/8/8/KPp4r/8/8/6k1/8 w - c6 0 1",  // the capture uncovers the fifth rank
             "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", // the capture answers the check
             "1r2k3/8/8/8/8/8/8/1RK5 w B - 0 1",  // the rook shields the king on b1
             "rk6/8/8/8/8/8/8/5RKR w HF - 0 1",
         })
        positions.push_back(position_of(fen));
    Rng rng(3);
    for (int i = 0; i < 40; ++i) positions.push_back(random_position(rng));
    for (const Position& position : positions) {
        INFO(text_of(position.setup()));
        std::bitset<65536> expected;
        for (const Move move : Oracle(position.setup()).legal_moves()) expected.set(move.raw());
        std::bitset<65536> accepted;
        for (std::size_t raw = 0; raw < accepted.size(); ++raw)
            accepted.set(raw, position.is_legal(Move::from_raw(static_cast<std::uint16_t>(raw))));
        REQUIRE(accepted == expected);
    }
}

TEST_CASE("no move and the null move are never legal", "[rules][movegen]") {
    const Position position = Position::start();
    CHECK_FALSE(position.is_legal(Move::none()));
    CHECK_FALSE(position.is_legal(Move::null()));
}

TEST_CASE("the richest position fits the list", "[rules][movegen]") {
    const Position position = position_of("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    CHECK(legal_moves(position).size() == 218);
    CHECK(count_legal_moves(position) == 218);
}

TEST_CASE("mate and stalemate have no legal move", "[rules][movegen]") {
    struct Case {
        const char* name;
        const char* fen;
        bool in_check;
        bool has_move;
    };
    const Case cases[] = {
        {"the fool's mate", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", true,
         false},
        {"smothered", "6rk/5Npp/8/8/8/8/8/4K3 b - - 0 1", true, false},
        {"double check", "3qkr2/3p1p2/5N2/8/8/8/4R3/4K3 b - - 0 1", true, false},
        {"the queen may block", "3qkr2/3p1p2/8/8/8/8/4R3/4K3 b - - 0 1", true, true},
        {"king and queen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", false, false},
        {"a rook with its back to the wall", "8/8/8/8/8/1k6/1r6/K1q5 w - - 0 1", true, false},
        {"pawns blocked", "8/8/8/8/8/k7/p7/K7 w - - 0 1", false, false},
        {"only a pawn may move", "8/8/8/8/7P/1k6/1r6/K7 w - - 0 1", false, true},
        {"only en passant answers the check", "8/8/Q7/2k5/3Pp3/4N3/8/1R1R3K b - d3 0 1", true,
         true},
        {"the same without the right", "8/8/Q7/2k5/3Pp3/4N3/8/1R1R3K b - - 0 1", true, false},
        {"only a promotion", "8/P6k/8/8/8/8/5q2/7K w - - 0 1", false, true},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        const Position position = position_of(c.fen);
        CHECK(position.in_check() == c.in_check);
        CHECK(has_legal_move(position) == c.has_move);
    }
}
