// The danger a king is in: points from many sources, which count more together than apart.
#pragma once

#include "eval/hce/ledger.hpp"
#include "eval/hce/survey.hpp"
#include "eval/hce/weight_values.hpp"

namespace rata {

inline constexpr int kDangerSquareUnit = 512;
inline constexpr int kMostDanger = 1500; // then no position is worth more than a queen by it alone
inline constexpr int kDangerEndgameUnit = 8;

/// Idea: one attacker is nothing, three are mate; so the points are squared. In the endgame, where
/// nobody mates by numbers, they count as they are. Danger: a queen's safe checks alone add up to a
/// rook, and the search gives material for them.
[[nodiscard]] constexpr Tapered worth_of_danger(Tapered danger) {
    const int mg = std::clamp(danger.mg, 0, kMostDanger);
    return {mg * mg / kDangerSquareUnit, std::max(danger.eg, 0) / kDangerEndgameUnit};
}

/// Of both kings, for White.
[[nodiscard]] constexpr Tapered worth_of_dangers(const SumLedger& ledger) {
    return worth_of_danger(ledger.danger(Color::Black)) -
           worth_of_danger(ledger.danger(Color::White));
}

/// Squares next to the king that are attacked and that he alone defends, or nobody.
template <Color Us>
[[nodiscard]] Bitboard weak_squares(const Survey& survey) {
    constexpr Color kThem = ~Us;
    const Bitboard by_king_or_queen =
        survey.attacked_by[Us][PieceType::King] | survey.attacked_by[Us][PieceType::Queen];
    return survey.attacked[kThem] & ~survey.attacked_twice[Us] &
           (~survey.attacked[Us] | by_king_or_queen);
}

/// Points for each kind of piece that has a square from which it checks and is not taken.
template <Color Us>
void judge_checks(const Survey& survey, Bitboard weak, Ledger auto& ledger) {
    constexpr Color kThem = ~Us;
    const Position& position = survey.position;
    const Square king = survey.king[Us];
    const Bitboard safe =
        ~position.pieces(kThem) & (~survey.attacked[Us] | (weak & survey.attacked_twice[kThem]));
    const Bitboard through = survey.occupied ^ position.pieces(Us, PieceType::Queen);
    const Bitboard along_files = rook_attacks(king, through);
    const Bitboard diagonal = bishop_attacks(king, through);
    const auto& by = survey.attacked_by[kThem];
    const auto point = [&](PieceType type, Bitboard from) {
        const int checks = (from & safe & by[type]).count();
        if (checks > 0) ledger.endanger(Us, kWeights.danger_check[type], checks > 1 ? 3 : 2);
    };
    point(PieceType::Knight, knight_attacks(king));
    point(PieceType::Bishop, diagonal);
    point(PieceType::Rook, along_files);
    point(PieceType::Queen, along_files | diagonal);
}

/// The attackers themselves have been counted with the pieces (pieces.hpp), open files with the
/// pawns (pawns.hpp).
template <Color Us>
void judge_king_danger(const Survey& survey, Ledger auto& ledger) {
    const Bitboard weak = weak_squares<Us>(survey);
    ledger.endanger(Us, kWeights.danger_at_rest);
    ledger.endanger(Us, kWeights.danger_weak_ring, (weak & survey.king_ring[Us]).count());
    if (survey.position.pieces(~Us, PieceType::Queen).empty())
        ledger.endanger(Us, kWeights.danger_without_queen);
    judge_checks<Us>(survey, weak, ledger);
}

} // namespace rata
