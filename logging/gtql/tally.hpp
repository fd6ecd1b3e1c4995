// What a query has found so far: rows are given to it all at once, or window by window.
#pragma once

#include "logging/gtql/aggregation.hpp"
#include "logging/gtql/job.hpp"
#include "logging/gtql/result_rows.hpp"

namespace gtql {

/// A function over the selected rows of the whole log.
class FunctionTally {
public:
    /// Borrows the function.
    explicit FunctionTally(const BoundExpression& function) : function_(function) {}

    void add(const Forest& forest, const RowBits& bits, Evaluator& evaluator);
    [[nodiscard]] Single result() const;

private:
    const BoundExpression& function_;
    Groups gathered_{{GroupKey{}, Gathered{}}};
};

/// Everything that one job yields.
class Tally {
public:
    /// Borrows the job, the options only now.
    Tally(Job& job, const RunOptions& options);

    void add(const Forest& forest, const RowBits& bits, Evaluator& evaluator);
    /// Puts together the job's result.
    void finish();

private:
    Job& job_;
    std::uint64_t rows_wanted_;
    std::optional<FunctionTally> function_{};
    Groups groups_{};
    std::map<std::int64_t, std::uint64_t> bars_{};
    std::optional<NodeRows> nodes_{};
};

/// A table of groups as the result of the job.
void put_groups(Job& job, const Groups& groups, std::uint64_t rows_wanted);

} // namespace gtql
