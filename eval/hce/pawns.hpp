// Terms that need to know nothing but where pawns and kings stand. Positions in a search share them
// by the thousand: their sum is kept in a cache (pawn_cache.hpp).
#pragma once

#include "eval/hce/ledger.hpp"
#include "eval/hce/survey.hpp"
#include "eval/hce/weight_values.hpp"

namespace rata {

/// How far up a passed pawn stands, in steps from the third rank: kings and free ways matter more
/// the nearer it is to its promotion.
[[nodiscard]] constexpr int passed_steps(Rank relative) {
    return std::max(0, static_cast<int>(relative) - 2);
}

template <Color Us>
struct PawnFacts {
    static constexpr Color kThem = ~Us;

    PawnFacts(const Survey& survey, Square at)
        : square(at), rank(relative_rank(Us, rank_of(at))), ours(survey.pawns[Us]),
          theirs(survey.pawns[kThem]), before(squares_before(Us, at)),
          neighbours(ours & beside(file_fill(at))) {}

    [[nodiscard]] bool in_the_open() const { return (theirs & before).empty(); }
    [[nodiscard]] bool is_doubled() const { return !(ours & before).empty(); }
    [[nodiscard]] bool is_isolated() const { return neighbours.empty(); }
    /// Its neighbours are all ahead, and where it would step to join them a pawn takes it.
    [[nodiscard]] bool is_backward() const {
        const Square stop = step_forward(Us, square);
        const Bitboard not_ahead = squares_before(kThem, beside(stop));
        return (neighbours & not_ahead).empty() && !(pawn_attacks(Us, stop) & theirs).empty();
    }
    [[nodiscard]] int supporters() const { return (pawn_attacks(kThem, square) & ours).count(); }
    [[nodiscard]] bool is_in_phalanx() const { return !(beside(square) & ours).empty(); }
    /// Enemy pawns that could stop it or take it on its way.
    [[nodiscard]] Bitboard sentries() const { return (before | beside(before)) & theirs; }
    [[nodiscard]] bool is_passed() const { return sentries().empty() && !is_doubled(); }
    /// The way is free of pawns, and own neighbours behind can meet every pawn that guards it.
    [[nodiscard]] bool is_candidate() const {
        if (!in_the_open() || is_doubled()) return false;
        const Bitboard helpers = neighbours & ~(before | beside(before));
        return helpers.count() >= sentries().count();
    }

    Square square;
    Rank rank;
    Bitboard ours;
    Bitboard theirs;
    Bitboard before;
    Bitboard neighbours;
};

/// Idea: pawns do not move back; what is weak stays weak, what is strong may become a queen.
/// Danger: weaknesses count for little while pieces are exchanged and attacked elsewhere.
template <Color Us>
void judge_pawn(const PawnFacts<Us>& pawn, Ledger auto& ledger) {
    const bool open = pawn.in_the_open();
    if (pawn.is_doubled()) ledger.add(Us, kWeights.doubled);
    if (pawn.is_isolated()) {
        ledger.add(Us, kWeights.isolated);
        if (open) ledger.add(Us, kWeights.isolated_in_the_open);
    } else if (pawn.is_backward()) {
        ledger.add(Us, kWeights.backward);
        if (open) ledger.add(Us, kWeights.backward_in_the_open);
    }
    if (const int supporters = pawn.supporters(); supporters > 0)
        ledger.add(Us, kWeights.supported[pawn.rank], supporters);
    if (pawn.is_in_phalanx()) ledger.add(Us, kWeights.phalanx[pawn.rank]);
}

/// What kings mean to a passed pawn: its own leads it, the other stops it.
template <Color Us>
void judge_passed_and_kings(const Survey& survey, const PawnFacts<Us>& pawn, Ledger auto& ledger) {
    ledger.add(Us, kWeights.passed[pawn.rank]);
    const int steps = passed_steps(pawn.rank);
    if (steps == 0) return;
    const Square stop = step_forward(Us, pawn.square);
    const auto apart = [stop](Square king) {
        return static_cast<std::size_t>(king_distance(king, stop));
    };
    ledger.add(Us, kWeights.passed_own_king[apart(survey.king[Us])], steps);
    ledger.add(Us, kWeights.passed_enemy_king[apart(survey.king[~Us])], steps);
}

/// The pawns before a king, on his file and those beside it: own ones shelter him the better the
/// nearer they are, enemy ones open lines the sooner the nearer they are.
template <Color Us>
void judge_shelter(const Survey& survey, Ledger auto& ledger) {
    const Square king = survey.king[Us];
    const Bitboard not_behind =
        squares_before(Us, Bitboard::of(rank_of(king))) | Bitboard::of(rank_of(king));
    const int middle = std::clamp(static_cast<int>(file_of(king)), 1, 6);
    const auto nearest = [](Bitboard pawns) {
        if (pawns.empty()) return Rank::One;
        return relative_rank(Us, rank_of(Us == Color::White ? pawns.first() : pawns.last()));
    };
    for (int file = middle - 1; file <= middle + 1; ++file) {
        const Bitboard line = Bitboard::of(static_cast<File>(file)) & not_behind;
        const Rank own = nearest(line & survey.pawns[Us]);
        const Rank enemy = nearest(line & survey.pawns[~Us]);
        const bool before_king = static_cast<File>(file) == file_of(king);
        ledger.add(Us, kWeights.shelter[before_king][static_cast<std::size_t>(own)]);
        const bool stopped =
            own != Rank::One && static_cast<int>(enemy) == static_cast<int>(own) + 1;
        ledger.add(Us, kWeights.storm[stopped][static_cast<std::size_t>(enemy)]);
        if (own == Rank::One) ledger.endanger(Us, kWeights.danger_open_file);
    }
}

template <Color Us>
void judge_pawns(Survey& survey, Ledger auto& ledger) {
    survey.passed[Us] = kNoSquares;
    for (const Square square : survey.pawns[Us]) {
        const PawnFacts<Us> pawn(survey, square);
        judge_pawn(pawn, ledger);
        if (pawn.is_passed()) {
            survey.passed[Us] |= square;
            judge_passed_and_kings(survey, pawn, ledger);
        } else if (pawn.is_candidate()) {
            ledger.add(Us, kWeights.candidate[pawn.rank]);
        }
    }
    judge_shelter<Us>(survey, ledger);
}

} // namespace rata
