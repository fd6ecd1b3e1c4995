// Numbers over selected rows: one, or one for each group, or a histogram.
#pragma once

#include "logging/gtql/query_result.hpp"

#include <map>

namespace gtql {

/// What a function over the whole log has gathered.
struct Gathered {
    std::int64_t whole = 0; ///< sum or extreme; of truths how many there are
    double real = 0;        ///< sum or extreme of fractions; the sum for any average
    std::uint64_t seen = 0; ///< values, or nodes that were asked for a truth
};

/// Values of the groups; nothing for a missing one.
using GroupKey = std::vector<std::optional<std::int64_t>>;

using Groups = std::map<GroupKey, Gathered>;

/// Rows of a forest to gather from, and what evaluates expressions at them.
struct GatheredRows {
    const RowBits& rows;
    Evaluator& evaluator;
    Row end = 0;
    rata::ThreadCrew* crew = nullptr; ///< that may help
};

/// Gathers the function over the rows into groups, by the expressions of `by`; without them there
/// is one group. For a count the rows are those that are counted, for any and all those of the log.
void gather_groups(const BoundExpression& function, const std::vector<BoundItem>& by,
                   const GatheredRows& from, Groups& groups);

/// The same without groups.
void gather_all(const BoundExpression& function, const Forest& forest, const GatheredRows& from,
                Groups& groups);

/// How many values lie in [width * key, width * (key + 1)).
void gather_bars(const BoundExpression& function, std::int64_t width, const GatheredRows& from,
                 std::map<std::int64_t, std::uint64_t>& bars);

/// The function's result.
[[nodiscard]] Single finished(const BoundExpression& function, const Gathered& gathered);

} // namespace gtql
