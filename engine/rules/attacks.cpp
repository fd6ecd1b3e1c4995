#include "engine/rules/attacks.hpp"

#include "engine/rules/magic_numbers.hpp"

namespace rata::attacks_detail {

constinit const PerSquarePair kBetween = build_between();
constinit const PerSquarePair kLine = build_line();

namespace {

using Walk = Bitboard (*)(Square, Bitboard);

/// The occupancies that matter: every reachable square but the last of each ray.
Bitboard relevant_squares(Square from, Walk walk_from) {
    const Bitboard rank_edges = kBackRanks & ~Bitboard::of(rank_of(from));
    const Bitboard file_edges =
        (Bitboard::of(File::A) | Bitboard::of(File::H)) & ~Bitboard::of(file_of(from));
    return walk_from(from, kNoSquares) & ~(rank_edges | file_edges);
}

/// Fills the rays of one slider from `offset` on; returns the first free slot.
std::uint32_t fill(Tables& tables, EnumArray<Square, Ray>& rays, Walk walk_from,
                   const std::array<std::uint64_t, 64>& magics, std::uint32_t offset) {
    for (unsigned i = 0; i < 64; ++i) {
        const Square from = square_at(i);
        const Bitboard mask = relevant_squares(from, walk_from);
        const int bits = mask.count();
        rays[from] = Ray{mask.bits(), magics[i], offset, static_cast<std::uint32_t>(64 - bits)};
        // The carry-rippler steps through every subset of the mask, the empty one last.
        std::uint64_t subset = 0;
        do {
            const Bitboard occupied{subset};
            tables.sliding[rays[from].slot(occupied)] = walk_from(from, occupied);
            subset = (subset - mask.bits()) & mask.bits();
        } while (subset != 0);
        offset += std::uint32_t{1} << bits;
    }
    return offset;
}

Tables build_tables() {
    Tables tables;
    const std::uint32_t rook_end = fill(tables, tables.rook, walk_orthogonal, kRookMagics, 0);
    fill(tables, tables.bishop, walk_diagonal, kBishopMagics, rook_end);
    return tables;
}

} // namespace

const Tables kTables = build_tables();

} // namespace rata::attacks_detail
