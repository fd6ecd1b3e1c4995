// Numbers over selected rows: one, or one for each group, or a histogram.
#pragma once

#include "logging/gtql/query_result.hpp"

#include <map>

namespace gtql {

/// What a function over the whole log has gathered.
struct Gathered {
    std::int64_t whole = 0;
    double real = 0;
    std::uint64_t seen = 0;
};

/// Values of the groups; nothing for a missing one, which comes first.
using GroupKey = std::vector<std::optional<std::int64_t>>;

/// Gathers the function over the rows, by the expressions of `by` (none: one group, which exists
/// even if there are no rows). For counts `rows` are those that are counted.
[[nodiscard]] std::map<GroupKey, Gathered> gather_groups(const BoundExpression& function,
                                                         const std::vector<BoundItem>& by,
                                                         const RowBits& rows, Evaluator& evaluator,
                                                         Row end);

/// How many values lie in [width * key, width * (key + 1)).
[[nodiscard]] std::map<std::int64_t, std::uint64_t> gather_bars(const BoundExpression& function,
                                                                std::int64_t width,
                                                                const RowBits& rows,
                                                                Evaluator& evaluator, Row end);

/// The function's result.
[[nodiscard]] Single finished(const BoundExpression& function, const Gathered& gathered);

} // namespace gtql
