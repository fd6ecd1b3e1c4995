#include "logging/gtql/job.hpp"

#include "logging/gtql/fold.hpp"
#include "logging/gtql/parent_test.hpp"
#include "logging/gtql/result_rows.hpp"

#include <algorithm>

namespace gtql {

namespace {

void find_tree_calls(BoundExpression& expression, std::vector<BoundExpression*>& calls) {
    for (BoundPtr& operand : expression.operands) find_tree_calls(*operand, calls);
    if (expression.kind == BoundKind::Call && expression.scope == Scope::Tree)
        calls.push_back(&expression);
}

/// Whole numbers are compared as such: large ones are not all fractions, too.
template <typename Number>
bool is_met(const BoundExpectation& expected, Number value) {
    if (!expected.ranges.empty())
        return std::any_of(expected.ranges.begin(), expected.ranges.end(),
                           [value](const Range& range) {
                               return value >= static_cast<Number>(range.first) &&
                                      value <= static_cast<Number>(range.second);
                           });
    const auto limit = static_cast<Number>(expected.value);
    switch (expected.op) {
    case Operator::Less: return value < limit;
    case Operator::LessEqual: return value <= limit;
    case Operator::Greater: return value > limit;
    case Operator::GreaterEqual: return value >= limit;
    case Operator::Equal: return value == limit;
    default: return value != limit;
    }
}

/// A group shows whether its nodes are such; so it is made of all nodes, not of those that are.
bool asks_of_groups(const Job& job) {
    return job.query->kind == ResultKind::Groups &&
           (job.function->aggregate == Aggregate::Any || job.function->aggregate == Aggregate::All);
}

/// With slots of their own for what is known in advance.
std::vector<BoundItem> cloned(const std::vector<BoundItem>& items) {
    std::vector<BoundItem> own;
    for (const BoundItem& item : items)
        own.push_back({clone(*item.expression), item.label, item.descending});
    return own;
}

/// Those that are evaluated: for rows that nobody wants nothing is.
std::vector<BoundExpression*> evaluated_items(const Job& job, const RunOptions& options) {
    std::vector<BoundExpression*> all;
    const auto add = [&all](const std::vector<BoundItem>& items) {
        for (const BoundItem& item : items) all.push_back(item.expression.get());
    };
    add(job.by);
    if (!job.shows_nodes(options)) return all;
    add(job.show);
    add(job.order);
    return all;
}

} // namespace

BoundPtr rows_of_function(const BoundExpression& function) {
    if (function.operand().type == Type::Truth) return clone(function.operand());
    return function.operands.size() > 1 ? clone(function.operand(1)) : constant_truth(true);
}

Job make_job(const BoundQuery& query) {
    Job job;
    job.query = &query;
    job.result.kind = query.kind;
    job.by = cloned(query.by);
    job.show = cloned(query.show);
    job.order = cloned(query.order);
    if (query.kind == ResultKind::Nodes) {
        job.condition = simplified_condition(clone(*query.condition));
        return job;
    }
    job.function = folded(clone(*query.function));
    job.condition = asks_of_groups(job) ? constant_truth(true)
                                        : simplified_condition(rows_of_function(*job.function));
    return job;
}

std::vector<BoundExpression*> tree_calls(Job& job, const RunOptions& options) {
    std::vector<BoundExpression*> calls;
    find_tree_calls(*job.condition, calls);
    if (job.function) find_tree_calls(*job.function->operands[0], calls);
    for (BoundExpression* item : evaluated_items(job, options)) find_tree_calls(*item, calls);
    return calls;
}

std::vector<const BoundExpression*> expressions_of(const Job& job, const RunOptions& options) {
    std::vector<const BoundExpression*> all;
    if (job.function && (job.function->operand().type != Type::Truth || asks_of_groups(job)))
        all.push_back(&job.function->operand());
    for (const BoundExpression* item : evaluated_items(job, options)) all.push_back(item);
    return all;
}

rata::Result<void> prepare_condition(Forest& forest, const BoundExpression& condition) {
    if (condition.kind == BoundKind::And) {
        auto done = prepare_condition(forest, condition.operand(0));
        return done ? prepare_condition(forest, condition.operand(1)) : done;
    }
    if (const BoundPtr of_parent = try_as_parent_test(condition)) {
        auto done = forest.load_sizes();
        return done ? forest.prepare(*of_parent) : done;
    }
    return forest.prepare(condition);
}

rata::Result<void> prepare_job(Forest& forest, const Job& job, const RunOptions& options) {
    rata::Result<void> done;
    for (const BoundExpression* each : expressions_of(job, options))
        if (done) done = forest.prepare(*each);
    if (done && job.shows_nodes(options))
        done = prepare_default_columns(forest, *job.query, job.rows_wanted(options));
    return done ? prepare_condition(forest, *job.condition) : done;
}

Cell whole_cell(std::optional<std::int64_t> value) {
    if (!value) return {};
    return {Cell::Kind::Whole, *value, 0, kNoRow};
}

void check_expectation(Job& job) {
    if (!job.query->expect) return;
    const QueryResult& result = job.result;
    if (result.kind == ResultKind::Number && result.number.kind == Cell::Kind::Missing) {
        job.result.met = false;
        return;
    }
    if (result.kind == ResultKind::Number && result.number.kind == Cell::Kind::Real) {
        job.result.met = is_met(*job.query->expect, result.number.real);
        return;
    }
    auto value = static_cast<std::int64_t>(result.count);
    if (result.kind == ResultKind::Number)
        value = result.number.whole;
    else if (result.kind != ResultKind::Nodes)
        value = static_cast<std::int64_t>(result.table_rows);
    job.result.met = is_met(*job.query->expect, value);
}

} // namespace gtql
