#include "logging/gtql/executor.hpp"

#include "logging/gtql/aggregation.hpp"
#include "logging/gtql/constant_set.hpp"
#include "logging/gtql/fold.hpp"
#include "logging/gtql/result_rows.hpp"
#include "logging/gtql/statistics_answer.hpp"

#include <algorithm>

namespace gtql {

namespace {

/// A query with the condition that selects its rows, and its result as far as it is known.
struct Job {
    const BoundQuery* query = nullptr;
    BoundPtr condition{};
    BoundPtr function{};
    QueryResult result{};
    bool is_answered = false;
};

/// Which rows a function looks at: for a truth those where it holds.
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

/// Calls over the whole tree, the inner ones first.
void tree_calls(BoundExpression& expression, std::vector<BoundExpression*>& calls) {
    for (BoundPtr& operand : expression.operands) tree_calls(*operand, calls);
    if (expression.kind == BoundKind::Call && expression.scope == Scope::Tree)
        calls.push_back(&expression);
}

Cell cell_of(Type type, const Single& single) {
    if (!single.is_valid) return {};
    if (type == Type::Real) return {Cell::Kind::Real, 0, single.real, kNoRow};
    const Cell::Kind kind = type == Type::Truth ? Cell::Kind::Truth : Cell::Kind::Whole;
    return {kind, single.whole, 0, kNoRow};
}

Cell whole_cell(std::optional<std::int64_t> value) {
    if (!value) return {};
    return {Cell::Kind::Whole, *value, 0, kNoRow};
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

class Execution {
public:
    Execution(Forest& forest, const std::vector<BoundQuery>& queries, const RunOptions& options)
        : forest_(forest), options_(options) {
        for (const BoundQuery& query : queries) jobs_.push_back(make_job(query));
    }

    rata::Result<std::vector<QueryResult>> run() {
        for (Job& job : jobs_) answer_by_statistics(job);
        if (const auto prepared = prepare(); !prepared) return prepared.error();
        Selector selector(forest_, options_);
        for (Job& job : jobs_) {
            if (job.is_answered) continue;
            settle_tree_calls(*job.condition, selector);
            if (job.function) settle_tree_calls(*job.function->operands[0], selector);
        }
        select_rows(selector);
        std::vector<QueryResult> results;
        for (Job& job : jobs_) {
            check_expectation(job);
            results.push_back(std::move(job.result));
        }
        return results;
    }

private:
    /// A count over one attribute, alone or by its values.
    void answer_by_statistics(Job& job) {
        const BoundQuery& query = *job.query;
        const bool is_count = query.kind == ResultKind::Number || query.kind == ResultKind::Groups;
        if (!options_.use_statistics || !is_count) return;
        if (job.function->aggregate != Aggregate::Count) return;
        if (query.kind == ResultKind::Number) {
            const auto count = count_by_statistics(forest_, *job.condition);
            if (!count) return;
            job.result.count = *count;
            job.result.number = whole_cell(static_cast<std::int64_t>(*count));
        } else if (!answer_groups_by_statistics(job)) {
            return;
        }
        job.result.notes.emplace_back("answer from the statistics of the chunks");
        job.is_answered = true;
    }

    bool answer_groups_by_statistics(Job& job) {
        const std::vector<BoundItem>& by = job.query->by;
        if (by.size() != 1 || by[0].expression->kind != BoundKind::Value) return false;
        const auto attribute = only_attribute(*by[0].expression);
        const auto inside = only_attribute(*job.condition);
        const bool is_all = job.condition->is_constant(1);
        if (!attribute || (!is_all && inside != attribute)) return false;
        const auto counts = value_counts(forest_, *attribute);
        if (!counts) return false;
        std::map<GroupKey, Gathered> groups;
        for (const auto& [value, count] : *counts)
            if (is_all || truth_for_value(*job.condition, value).value_or(false))
                groups[{value}].seen = count;
        put_groups(job, groups);
        return true;
    }

    rata::Result<void> prepare() {
        rata::Result<void> done;
        const auto prepare_items = [this](const std::vector<BoundItem>& items) {
            rata::Result<void> result;
            for (const BoundItem& item : items)
                if (result = forest_.prepare(*item.expression); !result) break;
            return result;
        };
        for (const Job& job : jobs_) {
            if (job.is_answered) continue;
            done = forest_.prepare(*job.condition);
            if (done && job.function) done = forest_.prepare(*job.function->operands[0]);
            if (done) done = prepare_items(job.query->by);
            if (done && job.query->kind == ResultKind::Nodes && rows_wanted(job) > 0) {
                done = prepare_items(job.query->show);
                if (done) done = prepare_items(job.query->order);
                if (done) done = prepare_default_columns(forest_, *job.query);
            }
            if (!done) return done;
        }
        return {};
    }

    std::uint64_t rows_wanted(const Job& job) const {
        return job.query->limit.value_or(options_.row_limit);
    }

    void settle_tree_calls(BoundExpression& expression, Selector& selector) {
        std::vector<BoundExpression*> calls;
        tree_calls(expression, calls);
        for (BoundExpression* call : calls) {
            BoundPtr rows = rows_of_function(*call);
            PlanNotes ignored;
            const RowBits bits = selector.select(*rows, ignored);
            Evaluator evaluator(forest_, selector.slots());
            selector.set_constant(*call, gather_number(*call, bits, evaluator));
        }
    }

    Single gather_number(const BoundExpression& function, const RowBits& bits,
                         Evaluator& evaluator) const {
        Gathered gathered;
        if (function.aggregate == Aggregate::All)
            return {bits.count() == forest_.rows() ? 1 : 0, 0, true};
        if (function.operand().type == Type::Truth)
            gathered.seen = bits.count();
        else
            gathered = gather_groups(function, {}, bits, evaluator, forest_.rows())[{}];
        return finished(function, gathered);
    }

    void select_rows(Selector& selector) {
        std::vector<BoundExpression*> conditions;
        std::vector<Job*> open;
        for (Job& job : jobs_) {
            if (job.is_answered) continue;
            conditions.push_back(job.condition.get());
            open.push_back(&job);
        }
        std::vector<PlanNotes> notes(open.size());
        const std::vector<RowBits> bits = selector.select_all(conditions, notes);
        for (std::size_t i = 0; i < open.size(); ++i) {
            open[i]->result.notes = std::move(notes[i]);
            Evaluator evaluator(forest_, selector.slots());
            finish(*open[i], bits[i], evaluator);
        }
    }

    void finish(Job& job, const RowBits& bits, Evaluator& evaluator) {
        QueryResult& result = job.result;
        result.count = bits.count();
        switch (job.query->kind) {
        case ResultKind::Nodes:
            put_node_rows(forest_, *job.query, bits, rows_wanted(job), evaluator, result);
            return;
        case ResultKind::Number:
            result.number =
                cell_of(job.function->type, gather_number(*job.function, bits, evaluator));
            result.columns = {{"", attribute_of_function(*job.function)}};
            return;
        case ResultKind::Groups:
            put_groups(
                job, gather_groups(*job.function, job.query->by, bits, evaluator, forest_.rows()));
            return;
        case ResultKind::Histogram:
            put_bars(job, gather_bars(*job.function, job.query->bar_width, bits, evaluator,
                                      forest_.rows()));
            return;
        }
    }

    void put_groups(Job& job, const std::map<GroupKey, Gathered>& groups) const {
        QueryResult& result = job.result;
        result.count = 0;
        for (const BoundItem& item : job.query->by)
            result.columns.push_back({item.label, attribute_of(*item.expression)});
        result.columns.push_back(
            {std::string(spelling(job.function->aggregate)), attribute_of_function(*job.function)});
        for (const auto& [key, gathered] : groups) {
            result.count += gathered.seen;
            if (result.rows.size() >= rows_wanted(job)) {
                result.is_cut = true;
                continue;
            }
            std::vector<Cell> cells;
            for (const auto& value : key) cells.push_back(whole_cell(value));
            cells.push_back(cell_of(job.function->type, finished(*job.function, gathered)));
            result.rows.push_back(std::move(cells));
        }
    }

    void put_bars(Job& job, const std::map<std::int64_t, std::uint64_t>& bars) const {
        QueryResult& result = job.result;
        result.count = 0;
        result.columns = {{"from", -1}, {"to", -1}, {"count", -1}};
        for (const auto& [bar, count] : bars) {
            result.count += count;
            if (result.rows.size() >= rows_wanted(job)) {
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

    static bool is_met(const BoundExpectation& expected, double value) {
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

    /// Of a table the number of its rows is what is expected.
    static void check_expectation(Job& job) {
        if (!job.query->expect) return;
        const QueryResult& result = job.result;
        if (result.kind == ResultKind::Number && result.number.kind == Cell::Kind::Missing) {
            job.result.met = false;
            return;
        }
        auto value = static_cast<double>(result.count);
        if (result.kind == ResultKind::Number)
            value = result.number.kind == Cell::Kind::Real
                        ? result.number.real
                        : static_cast<double>(result.number.whole);
        else if (result.kind != ResultKind::Nodes)
            value = static_cast<double>(result.rows.size());
        job.result.met = is_met(*job.query->expect, value);
    }

    Forest& forest_;
    RunOptions options_;
    std::vector<Job> jobs_{};
};

} // namespace

rata::Result<std::vector<QueryResult>>
execute(Forest& forest, const std::vector<BoundQuery>& queries, const RunOptions& options) {
    return Execution(forest, queries, options).run();
}

} // namespace gtql
