// Attack sets of every piece, and the geometry between squares. Sliding attacks come from one
// table, indexed by PEXT where the hardware does it fast (RATA_USE_PEXT), by magic multiplication
// elsewhere. The table is built once before main() and never changes.
#pragma once

#include "engine/rules/bitboard.hpp"
#include "engine/rules/piece.hpp"

#ifdef RATA_USE_PEXT
#include <immintrin.h>
#endif

namespace rata {

namespace attacks_detail {

/// Where the attack sets of one slider on one square begin, and how the blockers index them.
struct Ray {
    std::uint64_t mask = 0;  ///< the squares whose occupancy matters
    std::uint64_t magic = 0; ///< unused with PEXT
    std::uint32_t offset = 0;
    std::uint32_t shift = 0; ///< unused with PEXT

    [[nodiscard]] std::size_t slot(Bitboard occupied) const {
#ifdef RATA_USE_PEXT
        return offset + _pext_u64(occupied.bits(), mask);
#else
        return offset + ((occupied.bits() & mask) * magic >> shift);
#endif
    }
};

inline constexpr std::size_t kRookSlots = 102400;
inline constexpr std::size_t kBishopSlots = 5248;

struct Tables {
    EnumArray<Square, Ray> rook{};
    EnumArray<Square, Ray> bishop{};
    std::array<Bitboard, kRookSlots + kBishopSlots> sliding{};
};
extern const Tables kTables;

constexpr Bitboard leap(Square from, int files, int ranks) {
    const int file = static_cast<int>(file_of(from)) + files;
    const int rank = static_cast<int>(rank_of(from)) + ranks;
    if (file < 0 || file > 7 || rank < 0 || rank > 7) return kNoSquares;
    return square_at(static_cast<unsigned>(rank * 8 + file));
}

/// Walks in one direction until a blocker (included) or the edge. For building tables.
constexpr Bitboard walk(Square from, int files, int ranks, Bitboard occupied) {
    Bitboard reached;
    Square at = from;
    for (Bitboard next = leap(at, files, ranks); next; next = leap(at, files, ranks)) {
        reached |= next;
        at = next.first();
        if (occupied.contains(at)) break;
    }
    return reached;
}

constexpr Bitboard walk_orthogonal(Square from, Bitboard occupied) {
    return walk(from, 1, 0, occupied) | walk(from, -1, 0, occupied) | walk(from, 0, 1, occupied) |
           walk(from, 0, -1, occupied);
}
constexpr Bitboard walk_diagonal(Square from, Bitboard occupied) {
    return walk(from, 1, 1, occupied) | walk(from, -1, 1, occupied) | walk(from, 1, -1, occupied) |
           walk(from, -1, -1, occupied);
}

using PerSquare = EnumArray<Square, Bitboard>;

template <typename Function>
constexpr PerSquare for_each_square(Function function) {
    PerSquare table;
    for (unsigned i = 0; i < 64; ++i) table[square_at(i)] = function(square_at(i));
    return table;
}

inline constexpr PerSquare kKnight = for_each_square([](Square s) {
    return leap(s, 1, 2) | leap(s, 2, 1) | leap(s, 2, -1) | leap(s, 1, -2) | leap(s, -1, -2) |
           leap(s, -2, -1) | leap(s, -2, 1) | leap(s, -1, 2);
});
inline constexpr PerSquare kKing = for_each_square([](Square s) {
    return leap(s, 0, 1) | leap(s, 1, 1) | leap(s, 1, 0) | leap(s, 1, -1) | leap(s, 0, -1) |
           leap(s, -1, -1) | leap(s, -1, 0) | leap(s, -1, 1);
});
inline constexpr EnumArray<Color, PerSquare> kPawn{
    {for_each_square([](Square s) { return leap(s, -1, 1) | leap(s, 1, 1); }),
     for_each_square([](Square s) { return leap(s, -1, -1) | leap(s, 1, -1); })}};

inline constexpr PerSquare kRookRays =
    for_each_square([](Square s) { return walk_orthogonal(s, kNoSquares); });
inline constexpr PerSquare kBishopRays =
    for_each_square([](Square s) { return walk_diagonal(s, kNoSquares); });

using PerSquarePair = EnumArray<Square, PerSquare>;

/// Squares strictly between two squares of one line, else empty.
constexpr PerSquarePair build_between() {
    PerSquarePair table;
    for (unsigned i = 0; i < 64; ++i)
        for (int files = -1; files <= 1; ++files)
            for (int ranks = -1; ranks <= 1; ++ranks) {
                if (files == 0 && ranks == 0) continue;
                Bitboard passed;
                Square at = square_at(i);
                for (Bitboard next = leap(at, files, ranks); next; next = leap(at, files, ranks)) {
                    at = next.first();
                    table[square_at(i)][at] = passed;
                    passed |= next;
                }
            }
    return table;
}

/// The whole line through two squares, edge to edge, both included; else empty.
constexpr PerSquarePair build_line() {
    PerSquarePair table;
    for (unsigned i = 0; i < 64; ++i)
        for (int files = -1; files <= 1; ++files)
            for (int ranks = -1; ranks <= 1; ++ranks) {
                if (files == 0 && ranks == 0) continue;
                const Square from = square_at(i);
                const Bitboard ray = walk(from, files, ranks, kNoSquares);
                const Bitboard whole =
                    ray | walk(from, -files, -ranks, kNoSquares) | Bitboard(from);
                for (const Square to : ray) table[from][to] = whole;
            }
    return table;
}

extern const PerSquarePair kBetween;
extern const PerSquarePair kLine;

} // namespace attacks_detail

[[nodiscard]] constexpr Bitboard knight_attacks(Square from) {
    return attacks_detail::kKnight[from];
}
[[nodiscard]] constexpr Bitboard king_attacks(Square from) { return attacks_detail::kKing[from]; }
/// The squares a pawn of `color` on `from` captures on.
[[nodiscard]] constexpr Bitboard pawn_attacks(Color color, Square from) {
    return attacks_detail::kPawn[color][from];
}
/// The squares any pawn of the set captures on.
[[nodiscard]] constexpr Bitboard pawn_attacks(Color color, Bitboard pawns) {
    return shift_forward_east(color, pawns) | shift_forward_west(color, pawns);
}
[[nodiscard]] inline Bitboard rook_attacks(Square from, Bitboard occupied) {
    const auto& tables = attacks_detail::kTables;
    return tables.sliding[tables.rook[from].slot(occupied)];
}
[[nodiscard]] inline Bitboard bishop_attacks(Square from, Bitboard occupied) {
    const auto& tables = attacks_detail::kTables;
    return tables.sliding[tables.bishop[from].slot(occupied)];
}
[[nodiscard]] inline Bitboard queen_attacks(Square from, Bitboard occupied) {
    return rook_attacks(from, occupied) | bishop_attacks(from, occupied);
}
/// What a rook or bishop reaches on an empty board; cheaper than asking with no blockers.
[[nodiscard]] constexpr Bitboard rook_rays(Square from) { return attacks_detail::kRookRays[from]; }
[[nodiscard]] constexpr Bitboard bishop_rays(Square from) {
    return attacks_detail::kBishopRays[from];
}
/// Any piece but a pawn.
[[nodiscard]] inline Bitboard attacks(PieceType type, Square from, Bitboard occupied) {
    switch (type) {
    case PieceType::Knight: return knight_attacks(from);
    case PieceType::Bishop: return bishop_attacks(from, occupied);
    case PieceType::Rook: return rook_attacks(from, occupied);
    case PieceType::Queen: return queen_attacks(from, occupied);
    case PieceType::King: return king_attacks(from);
    case PieceType::Pawn: break;
    }
    RATA_ASSERT(false);
    return kNoSquares;
}

/// Squares strictly between two squares on one rank, file or diagonal; else empty.
[[nodiscard]] inline Bitboard between(Square a, Square b) { return attacks_detail::kBetween[a][b]; }
/// The whole line through two different squares, both included; empty if they share none.
[[nodiscard]] inline Bitboard line_through(Square a, Square b) {
    return attacks_detail::kLine[a][b];
}

} // namespace rata
