#include "eval/evaluator.hpp"

#include "eval/hce/counter_fade.hpp"
#include "eval/hce/endings.hpp"
#include "eval/hce/judgement.hpp"

namespace rata {

namespace {

/// `worth` is for White, as is the answer.
int judge_ending(const Position& position, int worth) {
    if (worth == 0) return 0;
    const Color ahead = worth > 0 ? Color::White : Color::Black;
    const int chances = winning_chances(position, ahead);
    if (chances == 0) return 0;
    const int mopping = mop_up(position, ahead);
    worth = worth * chances / kSureWin;
    return ahead == Color::White ? worth + mopping : worth - mopping;
}

} // namespace

void Evaluator::reset(const Position& position) {
    sums_.reserve(kUsualPlies);
    sums_.clear();
    sums_.emplace_back(position);
}

SumLedger Evaluator::judge_cached(Survey& survey) {
    const Key key = PawnCache::key_of(survey.position);
    PawnCache::Entry& slot = pawn_cache_.slot(key);
    if (slot.key != key) {
        slot = PawnCache::Entry{.key = key};
        judge_pawns_and_kings(survey, slot.sums);
        slot.passed = survey.passed;
    }
    survey.passed = slot.passed;
    return slot.sums;
}

Score Evaluator::evaluate(const Position& position) {
    const RunningSums& sums = sums_.back();
    RATA_ASSERT(sums == RunningSums(position));
    Survey survey(position);
    SumLedger ledger = judge_cached(survey);
    judge_all_else(survey, ledger);
    const Tapered placed = sums.balance(survey.king[Color::White], survey.king[Color::Black]);
    int worth = mixed(placed + ledger.balance() + worth_of_dangers(ledger), sums.phase());
    if (sums.phase() <= kEndingPhase) [[unlikely]]
        worth = judge_ending(position, worth);
    worth = faded(worth, position.halfmove_clock());
    const bool white = position.side_to_move() == Color::White;
    return Score::cp(white ? worth : -worth);
}

} // namespace rata
