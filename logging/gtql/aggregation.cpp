#include "logging/gtql/aggregation.hpp"

#include "logging/gtql/number_loops.hpp"

#include <memory>

namespace gtql {

namespace {

/// Calls `action` with batches of the true rows.
template <typename Action>
void for_batches(const RowBits& rows, Row end, Action action) {
    auto batch_rows = std::make_unique<std::array<Row, kBatch>>();
    std::size_t count = 0;
    const auto flush = [&] {
        if (count == 0) return;
        action(Batch{count, batch_rows->data(), batch_rows->data(), false, 0});
        count = 0;
    };
    rows.for_each(0, end, [&](Row row) {
        (*batch_rows)[count++] = row;
        if (count == kBatch) flush();
    });
    flush();
}

bool is_extreme(Aggregate aggregate) {
    return aggregate == Aggregate::Min || aggregate == Aggregate::Max;
}

void add(Gathered& gathered, const BoundExpression& function, const Numbers& numbers,
         std::size_t i) {
    const std::int64_t whole = numbers.whole[i];
    const double real = numbers.real[i];
    const bool is_real = function.operand().type == Type::Real;
    const bool first = gathered.seen++ == 0;
    if (!is_extreme(function.aggregate)) {
        if (is_real)
            gathered.real += real;
        else
            gathered.whole = wrapping_add(gathered.whole, whole);
        return;
    }
    const bool is_min = function.aggregate == Aggregate::Min;
    const bool better = is_real ? (is_min ? real < gathered.real : real > gathered.real)
                                : (is_min ? whole < gathered.whole : whole > gathered.whole);
    if (!first && !better) return;
    gathered.whole = is_real ? 0 : whole;
    gathered.real = is_real ? real : 0;
}

} // namespace

std::map<GroupKey, Gathered> gather_groups(const BoundExpression& function,
                                           const std::vector<BoundItem>& by, const RowBits& rows,
                                           Evaluator& evaluator, Row end) {
    std::map<GroupKey, Gathered> groups;
    if (by.empty()) groups[{}] = {};
    const bool counts = function.operand().type == Type::Truth;
    auto numbers = std::make_unique<Numbers>();
    std::vector<std::unique_ptr<Numbers>> keys;
    for (std::size_t k = 0; k < by.size(); ++k) keys.push_back(std::make_unique<Numbers>());
    GroupKey key(by.size());
    GroupKey last_key;
    Gathered* last = nullptr; // neighbours are often of one group
    for_batches(rows, end, [&](const Batch& batch) {
        if (!counts) evaluator.evaluate(function.operand(), batch, *numbers);
        for (std::size_t k = 0; k < by.size(); ++k)
            evaluator.evaluate(*by[k].expression, batch, *keys[k]);
        for (std::size_t i = 0; i < batch.count; ++i) {
            if (!counts && numbers->valid[i] == 0) continue;
            for (std::size_t k = 0; k < by.size(); ++k)
                key[k] = keys[k]->valid[i] != 0 ? std::optional(keys[k]->whole[i]) : std::nullopt;
            if (last == nullptr || key != last_key) {
                last = &groups[key];
                last_key = key;
            }
            if (counts)
                ++last->seen;
            else
                add(*last, function, *numbers, i);
        }
    });
    return groups;
}

std::map<std::int64_t, std::uint64_t> gather_bars(const BoundExpression& function,
                                                  std::int64_t width, const RowBits& rows,
                                                  Evaluator& evaluator, Row end) {
    std::map<std::int64_t, std::uint64_t> bars;
    auto numbers = std::make_unique<Numbers>();
    for_batches(rows, end, [&](const Batch& batch) {
        evaluator.evaluate(function.operand(), batch, *numbers);
        for (std::size_t i = 0; i < batch.count; ++i) {
            if (numbers->valid[i] == 0) continue;
            const std::int64_t value = numbers->whole[i];
            const std::int64_t rounded_down = value / width - (value % width < 0 ? 1 : 0);
            ++bars[rounded_down];
        }
    });
    return bars;
}

Single finished(const BoundExpression& function, const Gathered& gathered) {
    Numbers numbers;
    std::int64_t whole = gathered.whole;
    if (function.operand().type == Type::Truth) whole = static_cast<std::int64_t>(gathered.seen);
    finish_aggregate(function, whole, gathered.real, gathered.seen, 0, numbers);
    return {numbers.whole[0], numbers.real[0], numbers.valid[0] != 0};
}

} // namespace gtql
