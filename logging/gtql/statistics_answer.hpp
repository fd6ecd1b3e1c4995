// Counts that need no look at any node, because the chunks' own statistics say how often each value
// occurs.
#pragma once

#include "logging/gtql/forest.hpp"

#include <map>

namespace gtql {

/// How often each value (nothing: not recorded) of the attribute occurs; nothing if a chunk does
/// not know.
[[nodiscard]] std::optional<std::map<std::optional<std::int64_t>, std::uint64_t>>
value_counts(const Forest& forest, std::int32_t attribute);

/// How many nodes the condition holds for.
[[nodiscard]] std::optional<std::uint64_t> count_by_statistics(const Forest& forest,
                                                               const BoundExpression& condition);

} // namespace gtql
