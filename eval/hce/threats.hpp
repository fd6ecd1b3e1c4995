// Terms of what is attacked: pieces that must move or be lost, and the ground each side holds.
#pragma once

#include "eval/hce/ledger.hpp"
#include "eval/hce/survey.hpp"
#include "eval/hce/weight_values.hpp"

namespace rata {

/// One weight for each victim, by its type.
template <Color Us>
void judge_victims(const Position& position, Bitboard attacked,
                   const EnumArray<PieceType, Tapered>& weights, Ledger auto& ledger) {
    for (const Square square : attacked)
        ledger.add(Us, weights[type_of(position.piece_on(square))]);
}

/// Idea: who is attacked by less than he is worth loses a move at least. Danger: the side to move
/// may have answered already by a counter-threat; the search finds out.
template <Color Us>
void judge_threats(const Survey& survey, Ledger auto& ledger) {
    constexpr Color kThem = ~Us;
    const Position& position = survey.position;
    const auto& by = survey.attacked_by[Us];
    const Bitboard enemies = position.pieces(kThem) & ~position.pieces(PieceType::King);
    const Bitboard pieces = enemies & ~survey.pawns[kThem];
    const Bitboard guarded = survey.attacked_by[kThem][PieceType::Pawn] |
                             (survey.attacked_twice[kThem] & ~survey.attacked_twice[Us]);
    const Bitboard weak = enemies & ~guarded & survey.attacked[Us];
    judge_victims<Us>(position, pieces & by[PieceType::Pawn], kWeights.pawn_threat, ledger);
    judge_victims<Us>(position, (pieces | weak) & (by[PieceType::Knight] | by[PieceType::Bishop]),
                      kWeights.minor_threat, ledger);
    judge_victims<Us>(position, weak & by[PieceType::Rook], kWeights.rook_threat, ledger);
    if (!(weak & by[PieceType::King]).empty()) ledger.add(Us, kWeights.king_threat);
    const Bitboard loose = weak & ~survey.attacked[kThem];
    ledger.add(Us, kWeights.hanging, loose.count());
}

/// Pawns that could step to attack a piece, and would not be taken for it.
template <Color Us>
void judge_push_threats(const Survey& survey, Ledger auto& ledger) {
    constexpr Color kThem = ~Us;
    const Bitboard empty = ~survey.occupied;
    const Bitboard one = shift_forward(Us, survey.pawns[Us]) & empty;
    const Bitboard two = shift_forward(Us, one & rank_of(Us, Rank::Three)) & empty;
    const Bitboard safe = (one | two) & ~survey.attacked_by[kThem][PieceType::Pawn] &
                          (survey.attacked[Us] | ~survey.attacked[kThem]);
    const Bitboard pieces = survey.position.pieces(kThem) & ~survey.pawns[kThem];
    const Bitboard attacked =
        pawn_attacks(Us, safe) & pieces & ~survey.attacked_by[Us][PieceType::Pawn];
    ledger.add(Us, kWeights.push_threat, attacked.count());
}

/// Idea: squares in the own half of the centre that no enemy pawn attacks are room for pieces; the
/// more pieces, the more room they need. Danger: in the endgame it means nothing (its weight there
/// is small).
template <Color Us>
void judge_space(const Survey& survey, Ledger auto& ledger) {
    constexpr Bitboard kCentre = Bitboard::of(File::C) | Bitboard::of(File::D) |
                                 Bitboard::of(File::E) | Bitboard::of(File::F);
    const Bitboard half =
        rank_of(Us, Rank::Two) | rank_of(Us, Rank::Three) | rank_of(Us, Rank::Four);
    const Bitboard room =
        kCentre & half & ~survey.pawns[Us] & ~survey.attacked_by[~Us][PieceType::Pawn];
    const Bitboard behind = room & squares_before(~Us, survey.pawns[Us]);
    const int pieces = (survey.position.pieces(Us) & ~survey.pawns[Us]).count();
    ledger.add(Us, kWeights.space, (room.count() + behind.count()) * pieces / 8);
}

} // namespace rata
