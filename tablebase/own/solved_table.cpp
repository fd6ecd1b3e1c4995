#include "tablebase/own/solved_table.hpp"

namespace rata {

TableFacts facts_of(TableCode to_mate, TableCode to_zeroing) {
    TableFacts facts;
    if (to_mate == kDrawCode) {
        facts.plies_to_zeroing = 0;
        return facts;
    }
    facts.plies_to_mate = plies_of(to_mate);
    const bool known = to_zeroing != kImpossibleCode;
    if (known) facts.plies_to_zeroing = plies_of(to_zeroing);
    const bool in_time = !known || *facts.plies_to_zeroing <= kPliesOfFiftyMoves;
    if (is_win(to_mate))
        facts.verdict = in_time ? TableVerdict::Win : TableVerdict::CursedWin;
    else
        facts.verdict = in_time ? TableVerdict::Loss : TableVerdict::BlessedLoss;
    return facts;
}

} // namespace rata
