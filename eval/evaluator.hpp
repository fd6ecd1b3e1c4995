// The evaluation of one search thread: Position -> Score for the side to move, with whatever it
// keeps between calls. Told of every move by the BoardDelta that Position::make returns, so that
// neither rules nor search know how it works. Not shared between threads.
//
// There are two evaluations: the hand-made one (hce/) and a neural net (nnue/). Which of them is
// asked is said at reset() and holds until the next one; only what that one needs is kept up.
#pragma once

#include "engine/rules/position.hpp"
#include "eval/hce/pawn_cache.hpp"
#include "eval/hce/running_sums.hpp"
#include "eval/nnue/net_accumulators.hpp"
#include "eval/score.hpp"

#include <vector>

namespace rata {

class Evaluator {
public:
    /// Starts over from a position; call before the first push.
    void reset(const Position& position, const NetChoice& choice = {});
    /// After Position::make with its delta, and after make_null with an empty one.
    void push(const BoardDelta& delta) {
        if (uses_net_) return accumulators_.push(delta);
        // Changed where it will stay: to copy it after it was changed would wait for the writes.
        sums_.push_back(sums_.back());
        sums_.back().apply(delta);
    }
    /// After Position::unmake or unmake_null.
    void pop() {
        if (uses_net_) return accumulators_.pop();
        RATA_ASSERT(sums_.size() > 1);
        sums_.pop_back();
    }
    /// Lets memory begin to bring what evaluate() will read.
    void prefetch(const Position& position) const {
        if (!uses_net_) pawn_cache_.prefetch(PawnCache::key_of(position));
    }
    /// The worth of the position last pushed, to its side to move; within the range of Score::cp.
    [[nodiscard]] Score evaluate(const Position& position);

private:
    /// A search line and its re-entries fit without taking memory; longer stacks grow.
    static constexpr std::size_t kUsualPlies = static_cast<std::size_t>(kMaxPly) + 16;

    /// For White, what is left and the fifty-move counter not yet considered.
    [[nodiscard]] int judge_by_hand(const Position& position);
    [[nodiscard]] int judge_by_net(const Position& position);
    /// The terms of pawns and kings, from the cache if it has them.
    [[nodiscard]] SumLedger judge_cached(Survey& survey);

    bool uses_net_ = false;
    std::vector<RunningSums> sums_{};
    PawnCache pawn_cache_{};
    NetAccumulators accumulators_{};
};

} // namespace rata
