#include "eval/evaluator.hpp"

#include "eval/hce/counter_fade.hpp"
#include "eval/hce/endings.hpp"
#include "eval/hce/tempo.hpp"

namespace rata {

namespace {

/// `worth` is for White, as is the answer.
int judge_ending(const Position& position, int worth) {
    const Color ahead = worth > 0 ? Color::White : Color::Black;
    if (worth == 0 || !can_win(position, ahead)) return 0;
    const int mopping = mop_up(position, ahead);
    return ahead == Color::White ? worth + mopping : worth - mopping;
}

} // namespace

void Evaluator::reset(const Position& position) {
    sums_.reserve(kUsualPlies);
    sums_.clear();
    sums_.emplace_back(position);
}

Score Evaluator::evaluate(const Position& position) {
    const RunningSums& sums = sums_.back();
    RATA_ASSERT(sums == RunningSums(position));
    const bool white = position.side_to_move() == Color::White;
    int worth = mixed(sums.balance() + (white ? kTempo : -kTempo), sums.phase());
    if (sums.phase() <= kEndingPhase) [[unlikely]]
        worth = judge_ending(position, worth);
    worth = faded(worth, position.halfmove_clock());
    return Score::cp(white ? worth : -worth);
}

} // namespace rata
