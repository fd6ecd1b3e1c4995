// What several terms want to know of a position, found once: who attacks what, where pieces may go,
// and the squares around the kings.
#pragma once

#include "engine/rules/position.hpp"

namespace rata {

[[nodiscard]] constexpr Bitboard file_fill(Bitboard set) {
    set |= set << 8;
    set |= set << 16;
    set |= set << 32;
    set |= set >> 8;
    set |= set >> 16;
    set |= set >> 32;
    return set;
}

/// All squares before those of the set, as the colour goes, themselves not included.
[[nodiscard]] constexpr Bitboard squares_before(Color color, Bitboard set) {
    set = shift_forward(color, set);
    if (color == Color::White) {
        set |= set << 8;
        set |= set << 16;
        set |= set << 32;
    } else {
        set |= set >> 8;
        set |= set >> 16;
        set |= set >> 32;
    }
    return set;
}

[[nodiscard]] constexpr Bitboard beside(Bitboard set) { return shift_east(set) | shift_west(set); }

/// As a king walks.
[[nodiscard]] constexpr int king_distance(Square a, Square b) {
    const auto apart = [](auto x, auto y) {
        return x > y ? static_cast<int>(x) - static_cast<int>(y)
                     : static_cast<int>(y) - static_cast<int>(x);
    };
    return std::max(apart(file_of(a), file_of(b)), apart(rank_of(a), rank_of(b)));
}

struct Survey {
    explicit Survey(const Position& surveyed) : position(surveyed), occupied(surveyed.pieces()) {
        survey_side<Color::White>();
        survey_side<Color::Black>();
    }

    template <Color Us>
    void note_attacks(PieceType type, Bitboard reached) {
        attacked_twice[Us] |= attacked[Us] & reached;
        attacked[Us] |= reached;
        attacked_by[Us][type] |= reached;
    }

    const Position& position;
    Bitboard occupied;
    EnumArray<Color, Square> king{};
    EnumArray<Color, Bitboard> pawns{};
    /// Filled while the pieces are judged; complete for the terms that come after them.
    EnumArray<Color, EnumArray<PieceType, Bitboard>> attacked_by{};
    EnumArray<Color, Bitboard> attacked{};
    EnumArray<Color, Bitboard> attacked_twice{};
    /// Where pieces of the colour may sensibly go: not where a pawn takes them, nor where own king
    /// and blocked pawns stand.
    EnumArray<Color, Bitboard> mobility_area{};
    /// The king, the squares next to him, and one row more before him.
    EnumArray<Color, Bitboard> king_ring{};
    EnumArray<Color, Bitboard> passed{};

private:
    template <Color Us>
    void survey_side() {
        constexpr Color kThem = ~Us;
        king[Us] = position.king(Us);
        pawns[Us] = position.pieces(Us, PieceType::Pawn);
        const Bitboard around = king_attacks(king[Us]);
        king_ring[Us] = around | king[Us] | shift_forward(Us, around);
        note_attacks<Us>(PieceType::King, around);
        const Bitboard east = shift_forward_east(Us, pawns[Us]);
        const Bitboard west = shift_forward_west(Us, pawns[Us]);
        attacked_by[Us][PieceType::Pawn] = east | west;
        attacked_twice[Us] |= (east & west) | (attacked[Us] & (east | west));
        attacked[Us] |= east | west;
        const Bitboard enemy_pawns = position.pieces(kThem, PieceType::Pawn);
        const Bitboard blocked = pawns[Us] & shift_forward(kThem, occupied);
        mobility_area[Us] =
            ~(pawn_attacks(kThem, enemy_pawns) | blocked | position.pieces(Us, PieceType::King));
    }
};

} // namespace rata
