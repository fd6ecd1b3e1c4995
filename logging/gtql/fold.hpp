// Making a bound query simpler without changing its answer: constants are computed, truths that
// cannot change are dropped, and what the node part demands of an attribute is put wherever that
// attribute of the node is read ("type = PV" turns "[]type = type" into "[]type = PV").
#pragma once

#include "logging/gtql/bound.hpp"

#include <optional>
#include <vector>

namespace gtql {

[[nodiscard]] BoundPtr folded(BoundPtr expression);

/// The condition of a query, folded, with its equalities spread.
[[nodiscard]] BoundPtr simplified_condition(BoundPtr condition);

/// The conjuncts, from left to right.
void split_conjuncts(BoundPtr condition, std::vector<BoundPtr>& conjuncts);

/// The truth of an expression that reads nothing but one attribute, where that has this value (or
/// none). Nothing if the expression is not of that sort.
[[nodiscard]] std::optional<bool> truth_for_value(const BoundExpression& expression,
                                                  std::optional<std::int64_t> value);

/// The attribute that is all the expression reads, at the visited node; nothing if it reads more,
/// or something else, or holds a call.
[[nodiscard]] std::optional<std::int32_t> only_attribute(const BoundExpression& expression);

} // namespace gtql
