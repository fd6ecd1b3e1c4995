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

bool is_met(const BoundExpectation& expected, double value) {
    if (!expected.ranges.empty())
        return std::any_of(expected.ranges.begin(), expected.ranges.end(),
                           [value](const Range& range) {
                               return value >= static_cast<double>(range.first) &&
                                      value <= static_cast<double>(range.second);
                           });
    const auto limit = static_cast<double>(expected.value);
    switch (expected.op) {
    case Operator::Less: return value < limit;
    case Operator::LessEqual: return value <= limit;
    case Operator::Greater: return value > limit;
    case Operator::GreaterEqual: return value >= limit;
    case Operator::Equal: return value == limit;
    default: return value != limit;
    }
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
    if (query.kind == ResultKind::Nodes) {
        job.condition = simplified_condition(clone(*query.condition));
        return job;
    }
    job.function = folded(clone(*query.function));
    job.condition = simplified_condition(rows_of_function(*job.function));
    return job;
}

std::vector<BoundExpression*> tree_calls(Job& job) {
    std::vector<BoundExpression*> calls;
    find_tree_calls(*job.condition, calls);
    if (job.function) find_tree_calls(*job.function->operands[0], calls);
    return calls;
}

std::vector<const BoundExpression*> expressions_of(const Job& job, const RunOptions& options) {
    std::vector<const BoundExpression*> all;
    if (job.function && job.function->operand().type != Type::Truth)
        all.push_back(&job.function->operand());
    for (const BoundItem& item : job.query->by) all.push_back(item.expression.get());
    if (!job.shows_nodes(options)) return all;
    for (const BoundItem& item : job.query->show) all.push_back(item.expression.get());
    for (const BoundItem& item : job.query->order) all.push_back(item.expression.get());
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
    auto value = static_cast<double>(result.count);
    if (result.kind == ResultKind::Number)
        value = result.number.kind == Cell::Kind::Real ? result.number.real
                                                       : static_cast<double>(result.number.whole);
    else if (result.kind != ResultKind::Nodes)
        value = static_cast<double>(result.rows.size());
    job.result.met = is_met(*job.query->expect, value);
}

} // namespace gtql
