#include "tablebase/table_comparison.hpp"

#include "tablebase/own/longest_mate.hpp"

#include <cstdlib>
#include <vector>

namespace rata {

namespace {

/// Positions between two looks at whether to stop.
constexpr std::size_t kLook = 4096;

bool are_as_long(const TableFacts& ours, const TableFacts& theirs) {
    return std::abs(*ours.plies_to_zeroing - *theirs.plies_to_zeroing) <= 1;
}

void compare_position(const Position& position, const EndgameTables& ours,
                      const EndgameTables& theirs, bool with_zeroing, TableComparison& result) {
    const auto question = with_zeroing ? TableQuestion::Everything : TableQuestion::Verdict;
    const auto mine = ours.probe(position, TableQuestion::Everything);
    const auto yours = theirs.probe(position, question);
    if (!mine || !yours) {
        ++result.unknown;
        return;
    }
    ++result.positions;
    const bool same_verdict = mine->verdict == yours->verdict;
    result.other_verdicts += same_verdict ? 0 : 1;
    bool same_zeroing = true;
    if (same_verdict && with_zeroing && mine->plies_to_zeroing && yours->plies_to_zeroing) {
        ++result.zeroings;
        same_zeroing = are_as_long(*mine, *yours);
        result.other_zeroings += same_zeroing ? 0 : 1;
    }
    if ((!same_verdict || !same_zeroing) && !result.example) result.example = position;
}

/// The same men, with each right to capture en passant that a double step could have given.
std::vector<Position> with_en_passant(const Position& position) {
    std::vector<Position> found;
    const Color turn = position.side_to_move();
    for (const Square pawn : position.pieces(~turn, PieceType::Pawn)) {
        Setup setup = position.setup();
        setup.en_passant = step_forward(turn, pawn);
        if (rank_of(setup.en_passant) != relative_rank(turn, Rank::Six)) continue;
        auto other = Position::from_setup(setup);
        if (other && other->en_passant() != Square::None) found.push_back(std::move(*other));
    }
    return found;
}

} // namespace

TableComparison compare_tables(const EndingClass& ending, const EndgameTables& ours,
                               const EndgameTables& theirs, std::size_t step,
                               const std::function<bool()>& stop) {
    TableComparison result;
    const PositionIndex numbers(ending);
    const Material material = ending.material();
    const bool both_have_pawns =
        material.count(Piece::WhitePawn) > 0 && material.count(Piece::BlackPawn) > 0;
    for (const Color turn : numbers.turns())
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            if (i % kLook == 0 && stop()) return result;
            const MenSquares men = numbers.men_at(i);
            if (numbers.index_of(men) != i) continue;
            const auto position = position_of(ending, men, turn);
            if (!position) continue;
            compare_position(*position, ours, theirs, i % step == 0, result);
            if (!both_have_pawns) continue;
            for (const Position& other : with_en_passant(*position))
                compare_position(other, ours, theirs, true, result);
        }
    return result;
}

} // namespace rata
