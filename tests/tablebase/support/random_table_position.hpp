// Random legal positions of a class, the same in every run.
#pragma once

#include "engine/base/rng.hpp"
#include "tablebase/own/longest_mate.hpp"

namespace rata::test {

/// Where the men of the class may stand, the kings apart.
inline MenSquares random_squares(const EndingClass& ending, Rng& rng) {
    for (;;) {
        MenSquares squares{};
        Bitboard taken;
        for (std::size_t i = 0; i < ending.size(); ++i) {
            const bool pawn = ending[i].type == PieceType::Pawn;
            squares[i] = square_at(static_cast<unsigned>(pawn ? 8 + rng.below(48) : rng.below(64)));
            taken |= squares[i];
        }
        const bool apart = !king_attacks(squares[0]).contains(squares[1]);
        if (apart && taken.count() == static_cast<int>(ending.size())) return squares;
    }
}

struct RandomTablePosition {
    MenSquares squares{};
    Color turn = Color::White;
    Position position;
};

inline RandomTablePosition random_table_position(const EndingClass& ending, Rng& rng) {
    for (;;) {
        const MenSquares squares = random_squares(ending, rng);
        const Color turn = kColors[rng.below(2)];
        if (auto position = position_of(ending, squares, turn))
            return {squares, turn, std::move(*position)};
    }
}

} // namespace rata::test
