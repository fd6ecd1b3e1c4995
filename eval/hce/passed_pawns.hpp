// What pieces mean to passed pawns; what kings and pawns mean to them is in pawns.hpp.
#pragma once

#include "eval/hce/pawns.hpp"

namespace rata {

/// Idea: a pawn that may step on is a threat at every move, and one whose whole way is safe ties
/// down a rook. Danger: blockaded ones are worth little and must not be.
template <Color Us>
void judge_way(const Survey& survey, Square square, Ledger auto& ledger) {
    constexpr Color kThem = ~Us;
    const Rank rank = relative_rank(Us, rank_of(square));
    const Bitboard way = squares_before(Us, square);
    if (!survey.occupied.contains(step_forward(Us, square)))
        ledger.add(Us, kWeights.passed_free[rank]);
    const Bitboard barred = survey.attacked[kThem] | survey.position.pieces(kThem);
    if ((way & barred).empty()) ledger.add(Us, kWeights.passed_safe[rank]);
    const Bitboard behind = squares_before(kThem, square);
    if (!(behind & survey.position.pieces(Us, PieceType::Rook)).empty())
        ledger.add(Us, kWeights.passed_rook_behind);
}

/// The square rule, against a king without pieces: he does not catch the pawn before it promotes.
template <Color Us>
[[nodiscard]] bool is_unstoppable(const Survey& survey, Square square) {
    constexpr Color kThem = ~Us;
    if (survey.position.has_pieces(kThem)) return false;
    if (!(squares_before(Us, square) & survey.occupied).empty()) return false;
    const Square goal = make_square(file_of(square), relative_rank(Us, Rank::Eight));
    // A pawn at home takes two steps at once.
    const int start = std::max(3, static_cast<int>(relative_rank(Us, rank_of(square))) + 1);
    const int steps = 8 - start;
    const int turn = survey.position.side_to_move() == kThem ? 1 : 0;
    return king_distance(survey.king[kThem], goal) - turn > steps;
}

template <Color Us>
void judge_passed_pawns(const Survey& survey, Ledger auto& ledger) {
    bool unstoppable = false;
    for (const Square square : survey.passed[Us]) {
        judge_way<Us>(survey, square, ledger);
        unstoppable |= is_unstoppable<Us>(survey, square);
    }
    if (unstoppable) ledger.add(Us, kWeights.passed_unstoppable);
}

} // namespace rata
