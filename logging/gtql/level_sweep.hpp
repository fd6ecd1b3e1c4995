// One pass over all rows in post-order that answers calls over children and subtrees by counters
// for each level: when a node comes, what its children left behind at the next level is complete.
#pragma once

#include "logging/gtql/evaluator.hpp"

namespace gtql {

/// Whether all the call looks at lies below the node, so that a sweep can answer it.
[[nodiscard]] bool can_sweep(const BoundExpression& call);

/// One call in a sweep.
class LevelCounter {
public:
    LevelCounter(const Forest& forest, const BoundExpression& call);

    /// Of a forest that is a window, before its first batch: it has moved on.
    void begin_window();

    /// The rows of the next dense batch; calls inside the body must have their lanes already.
    void advance(Evaluator& evaluator, const Batch& batch);

    [[nodiscard]] const Numbers& lane() const { return *lane_; }

private:
    struct Level {
        std::int64_t whole = 0;
        double real = 0;
        std::uint64_t seen = 0;
    };

    void count_truths(const Truths& truths, Row begin, Row end, Row first);
    void gather(const Truths* truths, const Numbers* numbers, std::size_t begin, std::size_t end,
                Row first);
    void add(Level& level, const Level& found) const;
    void start_tree();

    const Forest& forest_;
    const BoundExpression& call_;
    std::vector<Level> levels_;
    std::vector<std::uint32_t> counts_; ///< instead of levels_, for plain counts
    LevelDrop drop_{};
    std::unique_ptr<Numbers> lane_;
    std::size_t next_tree_ = 0;
};

} // namespace gtql
