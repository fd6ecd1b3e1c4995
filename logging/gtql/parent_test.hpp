// Conditions on the parent alone, such as "[^]type = PVNode": the parents that meet them are found
// by a scan, and their children by jumps, so that nobody has to know the parent of every node.
#pragma once

#include "logging/gtql/forest.hpp"
#include "logging/gtql/row_bits.hpp"

namespace gtql {

/// The condition as one on the parent itself, if it is of that sort; else null.
[[nodiscard]] BoundPtr try_as_parent_test(const BoundExpression& condition);

/// The children of the rows. The shape of the forest is loaded.
[[nodiscard]] RowBits children_of(const Forest& forest, const RowBits& parents);

} // namespace gtql
