// The evaluation of one search thread: Position -> Score for the side to move, with whatever it
// keeps between calls. Told of every move by the BoardDelta that Position::make returns, so that
// neither rules nor search know how it works. Not shared between threads.
//
// Room for more: a neural evaluation keeps its accumulators in a stack beside `sums_`; push() has
// in the delta all that an incremental update needs, and may put it off until evaluate() asks. The
// choice between the two evaluations is then made in evaluate() alone.
#pragma once

#include "engine/rules/position.hpp"
#include "eval/hce/pawn_cache.hpp"
#include "eval/hce/running_sums.hpp"
#include "eval/score.hpp"

#include <vector>

namespace rata {

class Evaluator {
public:
    /// Starts over from a position; call before the first push.
    void reset(const Position& position);
    /// After Position::make with its delta, and after make_null with an empty one.
    void push(const BoardDelta& delta) {
        // Changed where it will stay: to copy it after it was changed would wait for the writes.
        sums_.push_back(sums_.back());
        sums_.back().apply(delta);
    }
    /// After Position::unmake or unmake_null.
    void pop() {
        RATA_ASSERT(sums_.size() > 1);
        sums_.pop_back();
    }
    /// The worth of the position last pushed, to its side to move; within the range of Score::cp.
    [[nodiscard]] Score evaluate(const Position& position);

private:
    /// A search line and its re-entries fit without taking memory; longer stacks grow.
    static constexpr std::size_t kUsualPlies = static_cast<std::size_t>(kMaxPly) + 16;

    /// The terms of pawns and kings, from the cache if it has them.
    [[nodiscard]] SumLedger judge_cached(Survey& survey);

    std::vector<RunningSums> sums_{};
    PawnCache pawn_cache_{};
};

} // namespace rata
