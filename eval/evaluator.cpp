#include "eval/evaluator.hpp"

#include "eval/hce/counter_fade.hpp"
#include "eval/hce/endings.hpp"
#include "eval/hce/judgement.hpp"

namespace rata {

namespace {

/// What is hard to win a net has learnt from searches that knew it: its lead is not made smaller a
/// second time.
enum class Lead : std::uint8_t { ByHand, ByNet };

/// `worth` is for White, as is the answer.
int judge_ending(const Position& position, int worth, Lead lead) {
    if (worth == 0) return 0;
    const Color ahead = worth > 0 ? Color::White : Color::Black;
    const int chances = winning_chances(position, ahead);
    if (chances == 0) return 0;
    const int mopping = mop_up(position, ahead);
    if (lead == Lead::ByHand) worth = worth * chances / kSureWin;
    return ahead == Color::White ? worth + mopping : worth - mopping;
}

} // namespace

void Evaluator::reset(const Position& position, const NetChoice& choice) {
    uses_net_ = choice.net != nullptr;
    if (uses_net_) return accumulators_.reset(choice, position);
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

int Evaluator::judge_by_hand(const Position& position) {
    const RunningSums& sums = sums_.back();
    RATA_ASSERT(sums == RunningSums(position));
    Survey survey(position);
    SumLedger ledger = judge_cached(survey);
    judge_all_else(survey, ledger);
    const Tapered placed = sums.balance(survey.king[Color::White], survey.king[Color::Black]);
    const int worth = mixed(placed + ledger.balance() + worth_of_dangers(ledger), sums.phase());
    return sums.phase() <= kEndingPhase ? judge_ending(position, worth, Lead::ByHand) : worth;
}

/// A net judges endings by sums as well: it is told where nothing can be won, and to drive a king
/// to the edge.
int Evaluator::judge_by_net(const Position& position) {
    const int own = accumulators_.evaluate(position);
    const int worth = position.side_to_move() == Color::White ? own : -own;
    int phase = 0;
    for (const PieceType type : kPieceTypes)
        phase += kPhaseUnits[type] * position.pieces(type).count();
    return phase <= kEndingPhase ? judge_ending(position, worth, Lead::ByNet) : worth;
}

Score Evaluator::evaluate(const Position& position) {
    const int judged = uses_net_ ? judge_by_net(position) : judge_by_hand(position);
    const int worth = faded(judged, position.halfmove_clock());
    const bool white = position.side_to_move() == Color::White;
    return Score::cp(white ? worth : -worth);
}

} // namespace rata
