// Terms of single pieces: how far they see, and how well they stand among the pawns.
#pragma once

#include "eval/hce/ledger.hpp"
#include "eval/hce/survey.hpp"
#include "eval/hce/weight_values.hpp"

namespace rata {

/// What the piece attacks. Own pieces that move along the same lines do not stand in the way: a
/// battery attacks through its front.
template <Color Us, PieceType Type>
[[nodiscard]] Bitboard reach_of(const Survey& survey, Square square) {
    const Position& position = survey.position;
    Bitboard through = survey.occupied;
    if constexpr (Type == PieceType::Bishop) through ^= position.pieces(Us, PieceType::Queen);
    if constexpr (Type == PieceType::Rook)
        through ^= position.pieces(Us, PieceType::Rook, PieceType::Queen);
    return attacks(Type, square, through);
}

/// Idea: a piece that can go nowhere is not worth its price. Squares where a pawn would take it do
/// not count. Danger: early queens find many squares.
template <Color Us, PieceType Type>
void judge_mobility(const Survey& survey, Bitboard reach, Ledger auto& ledger) {
    const auto squares = static_cast<std::size_t>((reach & survey.mobility_area[Us]).count());
    if constexpr (Type == PieceType::Knight) ledger.add(Us, kWeights.knight_mobility[squares]);
    if constexpr (Type == PieceType::Bishop) ledger.add(Us, kWeights.bishop_mobility[squares]);
    if constexpr (Type == PieceType::Rook) ledger.add(Us, kWeights.rook_mobility[squares]);
    if constexpr (Type == PieceType::Queen) ledger.add(Us, kWeights.queen_mobility[squares]);
}

/// Attackers around the king count together with the squares that they attack there.
template <Color Us, PieceType Type>
void judge_attack_on_king(const Survey& survey, Bitboard reach, Ledger auto& ledger) {
    const Bitboard ring = reach & survey.king_ring[~Us];
    if (ring.empty()) return;
    ledger.endanger(~Us, kWeights.danger_attacker[Type]);
    ledger.endanger(~Us, kWeights.danger_ring_attack, ring.count());
}

/// Idea: where no enemy pawn can ever drive it away and an own one holds it, a minor piece beyond
/// the middle is worth half a pawn more.
template <Color Us, PieceType Type>
void judge_minor(const Survey& survey, Square square, Ledger auto& ledger) {
    constexpr Color kThem = ~Us;
    const Rank rank = relative_rank(Us, rank_of(square));
    const Bitboard attackers = beside(squares_before(Us, square)) & survey.pawns[kThem];
    const bool held = survey.attacked_by[Us][PieceType::Pawn].contains(square);
    if (held && attackers.empty() && rank >= Rank::Four && rank <= Rank::Six)
        ledger.add(Us, kWeights.outpost[Type]);
    if (shift_forward(Us, square).bits() & survey.position.pieces(PieceType::Pawn).bits())
        ledger.add(Us, kWeights.minor_behind_pawn);
    const bool at_home =
        rank == Rank::One && file_of(square) != File::A && file_of(square) != File::H;
    if (at_home) ledger.add(Us, kWeights.undeveloped);
}

/// Idea: own pawns on the colour of a bishop shut it in; those that cannot move do so for good.
template <Color Us>
void judge_bishop_color(const Survey& survey, Square square, Ledger auto& ledger) {
    const Bitboard color = kDarkSquares.contains(square) ? kDarkSquares : ~kDarkSquares;
    const Bitboard pawns = survey.pawns[Us] & color;
    const Bitboard rams = pawns & shift_forward(~Us, survey.pawns[~Us]);
    ledger.add(Us, kWeights.pawn_on_bishop_color, pawns.count());
    ledger.add(Us, kWeights.ram_on_bishop_color, rams.count());
}

/// Whether the rook stands between its own king, who cannot castle any more, and the edge.
template <Color Us>
[[nodiscard]] bool is_shut_in(const Survey& survey, Square rook) {
    const Square king = survey.king[Us];
    if (relative_rank(Us, rank_of(king)) != Rank::One || rank_of(rook) != rank_of(king))
        return false;
    if (survey.position.castling().has_any(Us)) return false;
    const bool king_side = file_of(king) >= File::E;
    return king_side ? file_of(rook) > file_of(king) : file_of(rook) < file_of(king);
}

/// Idea: rooks work along files without pawns and on the seventh rank, where pawns stand beside
/// one another and the king is held on his edge. Danger: an open file that leads nowhere.
template <Color Us>
void judge_rook(const Survey& survey, Square square, Bitboard reach, Ledger auto& ledger) {
    constexpr Color kThem = ~Us;
    constexpr int kFewSquares = 3;
    const Bitboard file = Bitboard::of(file_of(square));
    if ((file & survey.pawns[Us]).empty()) {
        const bool open = (file & survey.pawns[kThem]).empty();
        ledger.add(Us, open ? kWeights.rook_on_open_file : kWeights.rook_on_half_open_file);
    } else if ((reach & survey.mobility_area[Us]).count() <= kFewSquares &&
               is_shut_in<Us>(survey, square)) {
        ledger.add(Us, kWeights.rook_shut_in);
    }
    const bool on_seventh = relative_rank(Us, rank_of(square)) == Rank::Seven;
    const bool king_on_edge = relative_rank(Us, rank_of(survey.king[kThem])) == Rank::Eight;
    if (on_seventh &&
        (king_on_edge || survey.pawns[kThem].bits() & Bitboard::of(rank_of(square)).bits()))
        ledger.add(Us, kWeights.rook_on_seventh);
}

template <Color Us, PieceType Type>
void judge_pieces_of_type(Survey& survey, Ledger auto& ledger) {
    for (const Square square : survey.position.pieces(Us, Type)) {
        const Bitboard reach = reach_of<Us, Type>(survey, square);
        survey.note_attacks<Us>(Type, reach);
        judge_mobility<Us, Type>(survey, reach, ledger);
        judge_attack_on_king<Us, Type>(survey, reach, ledger);
        if constexpr (Type == PieceType::Knight || Type == PieceType::Bishop)
            judge_minor<Us, Type>(survey, square, ledger);
        if constexpr (Type == PieceType::Bishop) judge_bishop_color<Us>(survey, square, ledger);
        if constexpr (Type == PieceType::Rook) judge_rook<Us>(survey, square, reach, ledger);
    }
}

template <Color Us>
void judge_pieces(Survey& survey, Ledger auto& ledger) {
    judge_pieces_of_type<Us, PieceType::Knight>(survey, ledger);
    judge_pieces_of_type<Us, PieceType::Bishop>(survey, ledger);
    judge_pieces_of_type<Us, PieceType::Rook>(survey, ledger);
    judge_pieces_of_type<Us, PieceType::Queen>(survey, ledger);
}

/// What pieces are worth by the company they keep. Idea: two bishops see every square; knights
/// gain and rooks lose by many pawns.
template <Color Us>
void judge_imbalance(const Position& position, Ledger auto& ledger) {
    const Bitboard bishops = position.pieces(Us, PieceType::Bishop);
    if (!(bishops & kDarkSquares).empty() && !(bishops & ~kDarkSquares).empty())
        ledger.add(Us, kWeights.bishop_pair);
    const int pawns = position.pieces(Us, PieceType::Pawn).count() - 5;
    for (const PieceType type : {PieceType::Knight, PieceType::Bishop, PieceType::Rook})
        ledger.add(Us, kWeights.beside_pawns[type], pawns * position.pieces(Us, type).count());
}

} // namespace rata
