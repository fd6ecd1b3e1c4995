#include "tablebase/table_facts.hpp"

namespace rata {

namespace {

TableVerdict without_rule(TableVerdict verdict) {
    if (verdict == TableVerdict::CursedWin) return TableVerdict::Win;
    return verdict == TableVerdict::BlessedLoss ? TableVerdict::Loss : verdict;
}

} // namespace

std::optional<TableFacts> on_clock(const TableFacts& facts, int clock, FiftyMoveRule rule) {
    if (rule == FiftyMoveRule::Ignored)
        return TableFacts{.verdict = without_rule(facts.verdict),
                          .plies_to_mate = facts.plies_to_mate};
    const bool decided = facts.verdict == TableVerdict::Win || facts.verdict == TableVerdict::Loss;
    if (!decided) return TableFacts{};
    const int left = kPliesOfFiftyMoves - clock;
    if (facts.plies_to_mate && *facts.plies_to_mate <= left)
        return TableFacts{.verdict = facts.verdict, .plies_to_mate = facts.plies_to_mate};
    // Tables may round the plies to zeroing by one. At the beginning the verdict has them counted.
    const bool in_time = clock == 0 || (facts.plies_to_zeroing && *facts.plies_to_zeroing < left);
    if (!in_time) return std::nullopt;
    return TableFacts{.verdict = facts.verdict};
}

} // namespace rata
