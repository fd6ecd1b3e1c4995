#include "engine/rules/attacks.hpp"

#include "engine/base/rng.hpp"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <vector>

using namespace rata;

namespace {

using Step = std::pair<int, int>;

const std::vector<Step> kStraight{{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
const std::vector<Step> kDiagonal{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}};

int file(Square square) { return static_cast<int>(index(square) % 8); }
int rank(Square square) { return static_cast<int>(index(square) / 8); }
bool on_board(int f, int r) { return f >= 0 && f < 8 && r >= 0 && r < 8; }

/// Walks until something stands in the way.
std::uint64_t walk(Square from, const std::vector<Step>& steps, std::uint64_t occupied) {
    std::uint64_t reached = 0;
    for (const auto& [df, dr] : steps) {
        int f = file(from) + df;
        int r = rank(from) + dr;
        for (; on_board(f, r); f += df, r += dr) {
            const std::uint64_t bit = std::uint64_t{1} << (8 * r + f);
            reached |= bit;
            if ((occupied & bit) != 0) break;
        }
    }
    return reached;
}

using Attacks = Bitboard (*)(Square, Bitboard);

/// All sets of blockers on the lines of a slider; returns how many of them it got wrong.
int count_wrong(Square from, const std::vector<Step>& steps, Attacks attacks_of) {
    const std::uint64_t lines = walk(from, steps, 0);
    int wrong = 0;
    std::uint64_t subset = 0;
    do {
        if (attacks_of(from, Bitboard{subset}).bits() != walk(from, steps, subset)) ++wrong;
        subset = (subset - lines) & lines;
    } while (subset != 0);
    return wrong;
}

} // namespace

TEST_CASE("sliders see what a walk reaches, whatever blocks it", "[rules][attacks]") {
    for (unsigned i = 0; i < 64; ++i) {
        INFO(to_string(square_at(i)));
        CHECK(count_wrong(square_at(i), kStraight, rook_attacks) == 0);
        CHECK(count_wrong(square_at(i), kDiagonal, bishop_attacks) == 0);
    }
}

TEST_CASE("pieces off the lines do not matter", "[rules][attacks]") {
    Rng rng(1);
    int wrong = 0;
    for (int i = 0; i < 200'000; ++i) {
        const Square from = square_at(static_cast<unsigned>(rng.below(64)));
        const std::uint64_t occupied = rng.next() & (i % 2 == 0 ? rng.next() : ~std::uint64_t{0});
        const std::uint64_t rook = walk(from, kStraight, occupied);
        const std::uint64_t bishop = walk(from, kDiagonal, occupied);
        const Bitboard blockers{occupied};
        wrong += rook_attacks(from, blockers).bits() == rook ? 0 : 1;
        wrong += bishop_attacks(from, blockers).bits() == bishop ? 0 : 1;
        wrong += queen_attacks(from, blockers).bits() == (rook | bishop) ? 0 : 1;
        wrong += attacks(PieceType::Queen, from, blockers).bits() == (rook | bishop) ? 0 : 1;
    }
    CHECK(wrong == 0);
}

TEST_CASE("rays are what sliders reach on an empty board", "[rules][attacks]") {
    for (const Square from : kAllSquares) {
        CHECK(rook_rays(from).bits() == walk(from, kStraight, 0));
        CHECK(bishop_rays(from).bits() == walk(from, kDiagonal, 0));
    }
}

TEST_CASE("leapers and pawns reach what their steps say", "[rules][attacks]") {
    for (unsigned i = 0; i < 64; ++i) {
        for (unsigned j = 0; j < 64; ++j) {
            const Square from = square_at(i);
            const Square to = square_at(j);
            const int df = file(to) - file(from);
            const int dr = rank(to) - rank(from);
            INFO(to_string(from) << to_string(to));
            REQUIRE(knight_attacks(from).contains(to) == (std::abs(df * dr) == 2));
            REQUIRE(king_attacks(from).contains(to) ==
                    (i != j && std::abs(df) <= 1 && std::abs(dr) <= 1));
            for (const Color color : kColors) {
                const bool reached = std::abs(df) == 1 && dr == (color == Color::White ? 1 : -1);
                REQUIRE(pawn_attacks(color, from).contains(to) == reached);
                REQUIRE(pawn_attacks(color, Bitboard(from)).contains(to) == reached);
            }
        }
    }
}

TEST_CASE("between and line_through", "[rules][attacks]") {
    for (unsigned i = 0; i < 64; ++i) {
        for (unsigned j = 0; j < 64; ++j) {
            const Square a = square_at(i);
            const Square b = square_at(j);
            const int df = file(b) - file(a);
            const int dr = rank(b) - rank(a);
            const bool aligned = i != j && (df == 0 || dr == 0 || std::abs(df) == std::abs(dr));
            Bitboard line;
            Bitboard inside;
            for (unsigned k = 0; aligned && k < 64; ++k) {
                const Square c = square_at(k);
                const int cf = file(c) - file(a);
                const int cr = rank(c) - rank(a);
                if (cf * dr != cr * df) continue; // not on the line
                line |= c;
                const int along = cf * df + cr * dr;
                if (along > 0 && along < df * df + dr * dr) inside |= c;
            }
            INFO(to_string(a) << to_string(b));
            REQUIRE(line_through(a, b) == line);
            REQUIRE(between(a, b) == inside);
        }
    }
}
