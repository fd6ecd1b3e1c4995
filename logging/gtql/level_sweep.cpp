#include "logging/gtql/level_sweep.hpp"

#include "logging/gtql/number_loops.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace gtql {

bool can_sweep(const BoundExpression& call) {
    return (call.scope == Scope::Child || call.scope == Scope::Subtree) && !reads_query_node(call);
}

LevelCounter::LevelCounter(const Forest& forest, const BoundExpression& call)
    : forest_(forest), call_(call), levels_(std::size_t{forest.max_level()} + 2),
      counts_(std::size_t{forest.max_level()} + 2), lane_(std::make_unique<Numbers>()) {}

void LevelCounter::begin_window() { next_tree_ = 0; }

void LevelCounter::start_tree() {
    std::fill(levels_.begin(), levels_.end(), Level{});
    std::fill(counts_.begin(), counts_.end(), 0U);
    drop_.begin_tree();
}

void LevelCounter::advance(Evaluator& evaluator, const Batch& batch) {
    Truths truths;
    Numbers numbers;
    const BoundExpression& body = call_.operand();
    const bool is_truth = body.type == Type::Truth;
    if (is_truth)
        evaluator.evaluate(body, batch, truths);
    else
        evaluator.evaluate(body, batch, numbers);
    if (!is_truth && call_.operands.size() > 1) {
        evaluator.evaluate(call_.operand(1), batch, truths);
        for (std::size_t i = 0; i < batch.count; ++i) numbers.valid[i] &= truths[i];
    }
    const auto trees = forest_.trees();
    const auto end = static_cast<Row>(batch.first + batch.count);
    for (Row row = batch.first; row < end;) {
        if (next_tree_ < trees.size() && trees[next_tree_].begin == row) {
            if (trees[next_tree_].first_position == 0) start_tree();
            ++next_tree_;
        }
        const Row stop = next_tree_ < trees.size() ? std::min(end, trees[next_tree_].begin) : end;
        if (call_.aggregate == Aggregate::Count)
            count_truths(truths, row, stop, batch.first);
        else
            gather(is_truth ? &truths : nullptr, is_truth ? nullptr : &numbers, row - batch.first,
                   stop - batch.first, batch.first);
        row = stop;
    }
}

void LevelCounter::count_truths(const Truths& truths, Row begin, Row end, Row first) {
    const std::uint16_t* levels = forest_.levels();
    std::uint32_t* counts = counts_.data();
    const bool is_child = call_.scope == Scope::Child;
    const std::uint32_t below = is_child ? 0 : ~std::uint32_t{0};
    const bool is_damaged = forest_.is_damaged(); // else there are no drops to look for
    for (Row row = begin; row < end; ++row) {
        const std::size_t level = levels[row];
        if (is_damaged)
            drop_.reach(level, [counts](std::size_t deep) {
                counts[deep - 1] += std::exchange(counts[deep], 0U);
            });
        const std::uint32_t found = counts[level + 1];
        const std::uint32_t own = truths[row - first];
        counts[level + 1] = 0;
        counts[level] += own + (found & below);
        lane_->whole[row - first] = call_.with_self ? found + own : found;
    }
    std::memset(lane_->valid.data() + (begin - first), 1, end - begin);
}

void LevelCounter::add(Level& level, const Level& found) const {
    if (found.seen == 0) return;
    const bool first = level.seen == 0;
    switch (call_.aggregate) {
    case Aggregate::Min:
        level.whole = first ? found.whole : std::min(level.whole, found.whole);
        level.real = first ? found.real : std::min(level.real, found.real);
        break;
    case Aggregate::Max:
        level.whole = first ? found.whole : std::max(level.whole, found.whole);
        level.real = first ? found.real : std::max(level.real, found.real);
        break;
    default: level.whole = wrapping_add(level.whole, found.whole); level.real += found.real;
    }
    level.seen += found.seen;
}

void LevelCounter::gather(const Truths* truths, const Numbers* numbers, std::size_t begin,
                          std::size_t end, Row first) {
    const bool is_damaged = forest_.is_damaged();
    for (std::size_t i = begin; i < end; ++i) {
        const std::size_t level = forest_.levels()[first + i];
        if (is_damaged)
            drop_.reach(level, [this](std::size_t deep) {
                add(levels_[deep - 1], std::exchange(levels_[deep], Level{}));
            });
        Level found = levels_[level + 1];
        Level own;
        if (truths != nullptr)
            own = {(*truths)[i], 0, 1};
        else if (numbers->valid[i] != 0 && call_.operand().type == Type::Real)
            own = {0, numbers->real[i], 1};
        else if (numbers->valid[i] != 0 && call_.aggregate == Aggregate::Average)
            own = {0, static_cast<double>(numbers->whole[i]), 1};
        else if (numbers->valid[i] != 0)
            own = {numbers->whole[i], 0, 1};
        levels_[level + 1] = {};
        add(levels_[level], own);
        if (call_.scope == Scope::Subtree) add(levels_[level], found);
        if (call_.with_self) add(found, own);
        finish_aggregate(call_, found.whole, found.real, found.seen, i, *lane_);
    }
}

} // namespace gtql
