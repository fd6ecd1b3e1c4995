// A query on its way through the executor: the condition that selects its rows, the function over
// them and what is shown of them, all of it its own, and what it needs of a forest.
#pragma once

#include "logging/gtql/query_result.hpp"

namespace gtql {

struct Job {
    const BoundQuery* query = nullptr;
    BoundPtr condition{};
    BoundPtr function{}; ///< null for nodes
    std::vector<BoundItem> by{};
    std::vector<BoundItem> show{};
    std::vector<BoundItem> order{};
    QueryResult result{};
    bool is_answered = false;

    /// Rows of the result that are wanted at most.
    [[nodiscard]] std::uint64_t rows_wanted(const RunOptions& options) const {
        if (options.rows == RowsMade::WholeTables)
            return query->kind == ResultKind::Nodes ? 0 : UINT64_MAX;
        return query->limit.value_or(options.row_limit);
    }
    [[nodiscard]] bool shows_nodes(const RunOptions& options) const {
        return query->kind == ResultKind::Nodes && rows_wanted(options) > 0;
    }
};

[[nodiscard]] Job make_job(const BoundQuery& query);

/// Which rows a function looks at: for a truth those where it holds.
[[nodiscard]] BoundPtr rows_of_function(const BoundExpression& function);

/// The calls over the whole tree in all that the job evaluates, the inner ones first. They are
/// computed before it.
[[nodiscard]] std::vector<BoundExpression*> tree_calls(Job& job, const RunOptions& options);

/// Loads what the job reads.
[[nodiscard]] rata::Result<void> prepare_job(Forest& forest, const Job& job,
                                             const RunOptions& options);
/// Loads what the condition reads.
[[nodiscard]] rata::Result<void> prepare_condition(Forest& forest,
                                                   const BoundExpression& condition);

/// All that the job evaluates for nodes beside its condition.
[[nodiscard]] std::vector<const BoundExpression*> expressions_of(const Job& job,
                                                                 const RunOptions& options);

/// Compares the result with what the query expects. Of a table the number of its rows counts, all
/// of them.
void check_expectation(Job& job);

[[nodiscard]] Cell whole_cell(std::optional<std::int64_t> value);

} // namespace gtql
