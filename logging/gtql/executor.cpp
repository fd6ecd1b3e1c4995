#include "logging/gtql/executor.hpp"

#include "engine/base/parse.hpp"
#include "logging/gtql/fold.hpp"
#include "logging/gtql/memory_need.hpp"
#include "logging/gtql/statistics_answer.hpp"
#include "logging/gtql/tally.hpp"
#include "logging/gtql/window_execution.hpp"

namespace gtql {

namespace {

class Execution {
public:
    Execution(Forest& forest, const std::vector<BoundQuery>& queries, const RunOptions& options)
        : forest_(forest), options_(options) {
        for (const BoundQuery& query : queries) jobs_.push_back(make_job(query));
        forest_.set_crew(options.crew);
    }
    ~Execution() { forest_.set_crew(nullptr); } // it may outlive the crew
    Execution(const Execution&) = delete;
    Execution& operator=(const Execution&) = delete;

    rata::Result<std::vector<QueryResult>> run() {
        for (Job& job : jobs_) answer_by_statistics(job);
        const std::uint64_t needed = memory_need(forest_, jobs_, options_);
        const auto done = needed > options_.memory ? run_in_windows(needed) : run_whole();
        if (!done) return done.error();
        std::vector<QueryResult> results;
        for (Job& job : jobs_) {
            check_expectation(job);
            results.push_back(std::move(job.result));
        }
        return results;
    }

private:
    rata::Result<void> run_in_windows(std::uint64_t needed) {
        for (Job& job : jobs_) {
            std::string obstacle;
            if (job.is_answered || can_use_windows(job, forest_, options_, obstacle)) continue;
            const std::string megabytes = std::to_string((needed >> 20) + 1);
            return rata::Error{rata::ErrorCode::Range,
                               "the queries need " + megabytes +
                                   " MB of memory, more than is permitted, and " +
                                   rata::in_quotes(obstacle) + " cannot be asked window by window",
                               {}};
        }
        return execute_in_windows(forest_, jobs_, options_);
    }

    rata::Result<void> run_whole() {
        if (auto prepared = prepare(); !prepared) return prepared;
        Selector selector(forest_, options_);
        for (Job& job : jobs_) {
            if (job.is_answered) continue;
            for (BoundExpression* call : tree_calls(job, options_))
                if (auto settled = settle(*call, selector); !settled) return settled;
        }
        return select_rows(selector);
    }

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
        const std::vector<BoundItem>& by = job.by;
        if (by.size() != 1 || by[0].expression->kind != BoundKind::Value) return false;
        const auto attribute = only_attribute(*by[0].expression);
        const auto inside = only_attribute(*job.condition);
        const bool is_all = job.condition->is_constant(1);
        if (!attribute || (!is_all && inside != attribute)) return false;
        const auto counts = value_counts(forest_, *attribute);
        if (!counts) return false;
        Groups groups;
        for (const auto& [value, count] : *counts)
            if (is_all || truth_for_value(*job.condition, value).value_or(false))
                groups[{value}] = {static_cast<std::int64_t>(count), 0, count};
        put_groups(job, groups, job.rows_wanted(options_));
        return true;
    }

    rata::Result<void> prepare() {
        rata::Result<void> done;
        for (const Job& job : jobs_)
            if (done && !job.is_answered) done = prepare_job(forest_, job, options_);
        return done;
    }

    /// A call over the whole tree is a number from now on.
    rata::Result<void> settle(BoundExpression& call, Selector& selector) {
        BoundPtr rows = rows_of_function(call);
        PlanNotes ignored;
        const auto bits = selector.select(*rows, ignored);
        if (!bits) return bits.error();
        Evaluator evaluator(forest_, selector.slots());
        FunctionTally tally(call);
        tally.add(forest_, *bits, evaluator);
        selector.set_constant(call, tally.result());
        return {};
    }

    rata::Result<void> select_rows(Selector& selector) {
        std::vector<BoundExpression*> conditions;
        std::vector<Job*> open;
        for (Job& job : jobs_) {
            if (job.is_answered) continue;
            conditions.push_back(job.condition.get());
            open.push_back(&job);
        }
        std::vector<PlanNotes> notes(open.size());
        const auto bits = selector.select_all(conditions, notes);
        if (!bits) return bits.error();
        for (std::size_t i = 0; i < open.size(); ++i) {
            open[i]->result.notes = std::move(notes[i]);
            Evaluator evaluator(forest_, selector.slots());
            Tally tally(*open[i], options_);
            tally.add(forest_, (*bits)[i], evaluator);
            tally.finish();
        }
        return {};
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
