#include "logging/gtql/aggregation.hpp"

#include "logging/gtql/number_loops.hpp"
#include "logging/gtql/parallel.hpp"

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
        else if (function.aggregate == Aggregate::Average)
            gathered.real += static_cast<double>(whole);
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

/// The column, if the function is over nothing else than one, and its sum can be told exactly.
const RowColumn* plain_column(const BoundExpression& function, const Forest& forest) {
    const BoundExpression& value = function.operand();
    const bool is_plain = value.kind == BoundKind::Value && value.node.is_visited() &&
                          value.field.is_attribute() && value.type == Type::Integer;
    if (!is_plain) return nullptr;
    const RowColumn& column = forest.attribute(static_cast<std::size_t>(value.field.attribute));
    // Of wider numbers the sum may wrap, which is as it should be for a sum, not for an average.
    constexpr std::size_t kWidestAveraged = 4;
    const bool may_wrap =
        function.aggregate == Aggregate::Average && treelog::width(column.type) > kWidestAveraged;
    return may_wrap ? nullptr : &column;
}

struct Summary {
    std::int64_t sum = 0;
    std::int64_t least = INT64_MAX;
    std::int64_t most = INT64_MIN;
    std::uint64_t seen = 0;

    void take(std::int64_t value) {
        sum = wrapping_add(sum, value);
        least = std::min(least, value);
        most = std::max(most, value);
    }
    void add(const Summary& other) {
        sum = wrapping_add(sum, other.sum);
        least = std::min(least, other.least);
        most = std::max(most, other.most);
        seen += other.seen;
    }
};

/// Of the true rows in those words.
template <typename T>
Summary summary_of(const RowColumn& column, const RowBits& rows, std::size_t word,
                   std::size_t end) {
    const T* values = column.as<T>();
    Summary summary;
    for (; word < end; ++word) {
        std::uint64_t bits = rows.words()[word];
        if (!column.validity.empty()) bits &= column.validity[word];
        summary.seen += static_cast<unsigned>(std::popcount(bits));
        if (bits == ~std::uint64_t{0}) {
            for (std::size_t i = 0; i < 64; ++i)
                summary.take(treelog::as_number(values[word * 64 + i]));
            continue;
        }
        for (; bits != 0; bits &= bits - 1)
            summary.take(treelog::as_number(
                values[word * 64 + static_cast<unsigned>(std::countr_zero(bits))]));
    }
    return summary;
}

/// Sums and extremes of a column without the detour by batches, by all threads.
void gather_values(const BoundExpression& function, const RowColumn& column,
                   const GatheredRows& from, Gathered& gathered) {
    const RowBits& rows = from.rows;
    std::vector<Summary> parts((rows.word_count() + kPieceWords - 1) / kPieceWords);
    treelog::visit_type(column.type, [&]<typename T>(T*) {
        run_words(from.crew, rows.word_count(), [&] {
            return [&](std::size_t word, std::size_t end) {
                parts[word / kPieceWords] = summary_of<T>(column, rows, word, end);
            };
        });
    });
    Summary all;
    for (const Summary& part : parts) all.add(part);
    if (all.seen == 0) return;
    const bool first = gathered.seen == 0;
    if (function.aggregate == Aggregate::Min)
        gathered.whole = first ? all.least : std::min(gathered.whole, all.least);
    else if (function.aggregate == Aggregate::Max)
        gathered.whole = first ? all.most : std::max(gathered.whole, all.most);
    else if (function.aggregate == Aggregate::Average)
        gathered.real += static_cast<double>(all.sum);
    else
        gathered.whole = wrapping_add(gathered.whole, all.sum);
    gathered.seen += all.seen;
}

} // namespace

void gather_all(const BoundExpression& function, const Forest& forest, const GatheredRows& from,
                Groups& groups) {
    const RowColumn* column = plain_column(function, forest);
    if (column == nullptr) return gather_groups(function, {}, from, groups);
    gather_values(function, *column, from, groups[{}]);
}

void gather_groups(const BoundExpression& function, const std::vector<BoundItem>& by,
                   const GatheredRows& from, Groups& groups) {
    Evaluator& evaluator = from.evaluator;
    const bool counts = function.aggregate == Aggregate::Count;
    auto numbers = std::make_unique<Numbers>();
    std::vector<std::unique_ptr<Numbers>> keys;
    for (std::size_t k = 0; k < by.size(); ++k) keys.push_back(std::make_unique<Numbers>());
    GroupKey key(by.size());
    GroupKey last_key;
    Gathered* last = nullptr; // neighbours are often of one group
    for_batches(from.rows, from.end, [&](const Batch& batch) {
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
            if (!counts) {
                add(*last, function, *numbers, i);
                continue;
            }
            ++last->whole;
            ++last->seen;
        }
    });
}

void gather_bars(const BoundExpression& function, std::int64_t width, const GatheredRows& from,
                 std::map<std::int64_t, std::uint64_t>& bars) {
    Evaluator& evaluator = from.evaluator;
    auto numbers = std::make_unique<Numbers>();
    for_batches(from.rows, from.end, [&](const Batch& batch) {
        evaluator.evaluate(function.operand(), batch, *numbers);
        for (std::size_t i = 0; i < batch.count; ++i) {
            if (numbers->valid[i] == 0) continue;
            const std::int64_t value = numbers->whole[i];
            const std::int64_t rounded_down = value / width - (value % width < 0 ? 1 : 0);
            ++bars[rounded_down];
        }
    });
}

Single finished(const BoundExpression& function, const Gathered& gathered) {
    Numbers numbers;
    finish_aggregate(function, gathered.whole, gathered.real, gathered.seen, 0, numbers);
    return {numbers.whole[0], numbers.real[0], numbers.valid[0] != 0};
}

} // namespace gtql
