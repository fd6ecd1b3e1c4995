#include "tablebase/table_comparison.hpp"

#include "tablebase/own/longest_mate.hpp"

#include <cstdlib>

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
    if (!mine || !yours) return;
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

} // namespace

TableComparison compare_tables(const EndingClass& ending, const EndgameTables& ours,
                               const EndgameTables& theirs, std::size_t step,
                               const std::function<bool()>& stop) {
    TableComparison result;
    const PositionIndex numbers(ending);
    for (const Color turn : numbers.turns())
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            if (i % kLook == 0 && stop()) return result;
            const MenSquares men = numbers.men_at(i);
            if (numbers.index_of(men) != i) continue;
            const auto position = position_of(ending, men, turn);
            if (position) compare_position(*position, ours, theirs, i % step == 0, result);
        }
    return result;
}

} // namespace rata
