#include "logging/gtql/tally.hpp"

#include <algorithm>

namespace gtql {

namespace {

Cell cell_of(Type type, const Single& single) {
    if (!single.is_valid) return {};
    if (type == Type::Real) return {Cell::Kind::Real, 0, single.real, kNoRow};
    const Cell::Kind kind = type == Type::Truth ? Cell::Kind::Truth : Cell::Kind::Whole;
    return {kind, single.whole, 0, kNoRow};
}

std::int32_t attribute_of(const BoundExpression& expression) {
    return expression.kind == BoundKind::Value ? expression.field.attribute : -1;
}

/// Of an extreme: the attribute whose extreme it is.
std::int32_t attribute_of_function(const BoundExpression& function) {
    const bool keeps_values =
        function.aggregate == Aggregate::Min || function.aggregate == Aggregate::Max;
    return keeps_values ? attribute_of(function.operand()) : -1;
}

/// By value; what is missing comes last, as everywhere.
bool stands_before(const GroupKey& a, const GroupKey& b) {
    return std::lexicographical_compare(
        a.begin(), a.end(), b.begin(), b.end(),
        [](const std::optional<std::int64_t>& left, const std::optional<std::int64_t>& right) {
            return left && (!right || *left < *right);
        });
}

/// The rows of a table: groups in order. They are gathered in that of the map, which is cheaper.
std::vector<const Groups::value_type*> ordered(const Groups& groups) {
    std::vector<const Groups::value_type*> rows;
    rows.reserve(groups.size());
    for (const auto& group : groups) rows.push_back(&group);
    std::sort(rows.begin(), rows.end(),
              [](const auto* a, const auto* b) { return stands_before(a->first, b->first); });
    return rows;
}

void put_bars(Job& job, const std::map<std::int64_t, std::uint64_t>& bars,
              std::uint64_t rows_wanted) {
    QueryResult& result = job.result;
    result.count = 0;
    result.table_rows = bars.size();
    result.columns = {{"from", -1}, {"to", -1}, {"count", -1}};
    for (const auto& [bar, count] : bars) {
        result.count += count;
        if (result.rows.size() >= rows_wanted) {
            result.is_cut = true;
            continue;
        }
        // The outermost bars may reach beyond what is a number; wrapped, they stay apart.
        const auto width = static_cast<std::uint64_t>(job.query->bar_width);
        const std::uint64_t from = static_cast<std::uint64_t>(bar) * width;
        result.rows.push_back({whole_cell(static_cast<std::int64_t>(from)),
                               whole_cell(static_cast<std::int64_t>(from + width - 1)),
                               whole_cell(static_cast<std::int64_t>(count))});
    }
}

} // namespace

void FunctionTally::add(const Forest& forest, const RowBits& bits, Evaluator& evaluator) {
    if (function_.operand().type != Type::Truth)
        return gather_all(function_, forest, {bits, evaluator, forest.rows(), forest.crew()},
                          gathered_);
    Gathered& gathered = gathered_.begin()->second;
    gathered.whole += static_cast<std::int64_t>(bits.count());
    gathered.seen += forest.rows();
}

Single FunctionTally::result() const { return finished(function_, gathered_.begin()->second); }

Tally::Tally(Job& job, const RunOptions& options)
    : job_(job), rows_wanted_(job.rows_wanted(options)) {
    if (job.query->kind == ResultKind::Number) function_.emplace(*job.function);
    if (job.query->kind == ResultKind::Nodes) nodes_.emplace(job.show, job.order, rows_wanted_);
}

void Tally::add(const Forest& forest, const RowBits& bits, Evaluator& evaluator) {
    job_.result.count += bits.count();
    switch (job_.query->kind) {
    case ResultKind::Nodes: nodes_->add(forest, bits, evaluator); return;
    case ResultKind::Number: function_->add(forest, bits, evaluator); return;
    case ResultKind::Groups:
        gather_groups(*job_.function, job_.by, {bits, evaluator, forest.rows()}, groups_);
        return;
    case ResultKind::Histogram:
        gather_bars(*job_.function, job_.query->bar_width, {bits, evaluator, forest.rows()}, bars_);
        return;
    }
}

void Tally::finish() {
    switch (job_.query->kind) {
    case ResultKind::Nodes: nodes_->finish(job_.result); return;
    case ResultKind::Number:
        job_.result.number = cell_of(job_.function->type, function_->result());
        job_.result.columns = {{"", attribute_of_function(*job_.function)}};
        return;
    case ResultKind::Groups: put_groups(job_, groups_, rows_wanted_); return;
    case ResultKind::Histogram: put_bars(job_, bars_, rows_wanted_); return;
    }
}

void put_groups(Job& job, const Groups& groups, std::uint64_t rows_wanted) {
    QueryResult& result = job.result;
    result.count = 0;
    result.table_rows = groups.size();
    for (const BoundItem& item : job.by)
        result.columns.push_back({item.label, attribute_of(*item.expression)});
    result.columns.push_back(
        {std::string(spelling(job.function->aggregate)), attribute_of_function(*job.function)});
    for (const Groups::value_type* row : ordered(groups)) {
        const auto& [key, gathered] = *row;
        result.count += gathered.seen;
        if (result.rows.size() >= rows_wanted) {
            result.is_cut = true;
            continue;
        }
        std::vector<Cell> cells;
        for (std::size_t k = 0; k < key.size(); ++k)
            cells.push_back(
                cell_of(job.by[k].expression->type, {key[k].value_or(0), 0, key[k].has_value()}));
        cells.push_back(cell_of(job.function->type, finished(*job.function, gathered)));
        result.rows.push_back(std::move(cells));
    }
}

} // namespace gtql
