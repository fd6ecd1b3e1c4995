#include "logging/gtql/window_execution.hpp"

#include "logging/gtql/level_sweep.hpp"
#include "logging/gtql/tally.hpp"

#include <algorithm>

namespace gtql {

namespace {

bool is_kept_for_siblings(const Field& field) {
    return field.is_attribute() || field.structure == Structure::Level ||
           field.structure == Structure::Logged;
}

bool is_known_in_window(const BoundExpression& value, const Forest& forest) {
    const NodeReference& node = value.node;
    // Of a damaged tree only parents tell siblings, and they come later.
    if (!node.is_visited())
        return node.is_previous() && !forest.is_damaged() && is_kept_for_siblings(value.field);
    if (value.field.is_attribute()) return true;
    switch (value.field.structure) {
    case Structure::Arity:
    case Structure::Index:
    case Structure::Height:
    case Structure::Path: return false;
    case Structure::Size: return !forest.has_skipped();
    default: return true;
    }
}

/// The first part of the expression that a window cannot answer; null if there is none.
const BoundExpression* obstacle_in(const BoundExpression& expression, const Forest& forest) {
    if (expression.kind == BoundKind::Value)
        return is_known_in_window(expression, forest) ? nullptr : &expression;
    if (expression.kind == BoundKind::Call && expression.scope != Scope::Tree &&
        !can_sweep(expression))
        return &expression;
    for (const BoundPtr& operand : expression.operands)
        if (const auto* found = obstacle_in(*operand, forest)) return found;
    return nullptr;
}

/// Calls in what is shown or grouped by would have to be swept, too. One over the whole tree is a
/// number by then.
const BoundExpression* obstacle_in_values(const BoundExpression& expression, const Forest& forest) {
    if (expression.kind == BoundKind::Call)
        return expression.scope == Scope::Tree ? nullptr : &expression;
    if (expression.kind == BoundKind::Value) return obstacle_in(expression, forest);
    for (const BoundPtr& operand : expression.operands)
        if (const auto* found = obstacle_in_values(*operand, forest)) return found;
    return nullptr;
}

/// A truth, and a filter, select rows as the condition of a query does.
const BoundExpression* obstacle_in_tree_call(const BoundExpression& call, const Forest& forest) {
    const bool is_truth = call.operand().type == Type::Truth;
    const auto* found =
        is_truth ? obstacle_in(call.operand(), forest) : obstacle_in_values(call.operand(), forest);
    if (found != nullptr || call.operands.size() == 1) return found;
    return obstacle_in(call.operand(1), forest);
}

class WindowExecution {
public:
    WindowExecution(const Forest& forest, std::vector<Job>& jobs, const RunOptions& options)
        : forest_(forest), options_(options), window_(forest.window()),
          selector_(window_, options) {
        for (Job& job : jobs)
            if (!job.is_answered) jobs_.push_back(&job);
    }

    rata::Result<void> run() {
        for (Job* job : jobs_)
            for (BoundExpression* call : tree_calls(*job, options_))
                if (auto settled = settle(*call); !settled) return settled;
        return answer_jobs();
    }

private:
    /// A call over the whole tree, in a pass of its own.
    rata::Result<void> settle(BoundExpression& call) {
        const BoundPtr rows = rows_of_function(call);
        FunctionTally tally(call);
        auto done = for_windows(
            {rows.get()},
            [&]() -> rata::Result<void> {
                auto prepared = window_.prepare(call.operand());
                return prepared ? window_.prepare(*rows) : prepared;
            },
            [&](const std::vector<RowBits>& bits, Evaluator& evaluator) {
                tally.add(window_, bits[0], evaluator);
            });
        if (done) selector_.set_constant(call, tally.result());
        return done;
    }

    rata::Result<void> answer_jobs() {
        std::vector<BoundExpression*> conditions;
        std::vector<Tally> tallies;
        for (Job* job : jobs_) {
            conditions.push_back(job->condition.get());
            tallies.emplace_back(*job, options_);
        }
        auto done = for_windows(
            conditions, [this] { return prepare_jobs(); },
            [&](const std::vector<RowBits>& bits, Evaluator& evaluator) {
                for (std::size_t i = 0; i < bits.size(); ++i)
                    tallies[i].add(window_, bits[i], evaluator);
            });
        for (Tally& tally : tallies) tally.finish();
        for (Job* job : jobs_)
            job->result.notes = {"windows one pass over " + std::to_string(forest_.window_count()) +
                                 " chunks"};
        return done;
    }

    rata::Result<void> prepare_jobs() {
        rata::Result<void> done;
        for (const Job* job : jobs_)
            if (done) done = prepare_job(window_, *job, options_);
        return done;
    }

    template <typename Prepare, typename Take>
    rata::Result<void> for_windows(const std::vector<BoundExpression*>& conditions, Prepare prepare,
                                   Take take) {
        selector_.begin_windows();
        Evaluator evaluator(window_, selector_.slots());
        for (std::size_t i = 0; i < forest_.window_count(); ++i) {
            window_.move_to(i);
            if (auto prepared = prepare(); !prepared) return prepared;
            std::vector<PlanNotes> ignored(conditions.size());
            const auto bits = selector_.select_window(conditions, ignored);
            if (!bits) return bits.error();
            take(*bits, evaluator);
        }
        return {};
    }

    const Forest& forest_;
    const RunOptions& options_;
    Forest window_;
    Selector selector_;
    std::vector<Job*> jobs_{};
};

} // namespace

bool can_use_windows(Job& job, const Forest& forest, const RunOptions& options,
                     std::string& obstacle) {
    const BoundExpression* found = obstacle_in(*job.condition, forest);
    for (const BoundExpression* each : expressions_of(job, options))
        if (found == nullptr) found = obstacle_in_values(*each, forest);
    for (const BoundExpression* call : tree_calls(job, options))
        if (found == nullptr) found = obstacle_in_tree_call(*call, forest);
    if (found == nullptr) return true;
    std::vector<std::string> names;
    for (const treelog::Attribute& each : forest.schema().attributes) names.push_back(each.name);
    obstacle = to_text(*found, names);
    return false;
}

rata::Result<void> execute_in_windows(const Forest& forest, std::vector<Job>& jobs,
                                      const RunOptions& options) {
    return WindowExecution(forest, jobs, options).run();
}

} // namespace gtql
