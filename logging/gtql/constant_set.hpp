// Sets of whole numbers as ranges, as "in (1, 3..7)" writes them.
#pragma once

#include "logging/gtql/bound.hpp"

namespace gtql {

/// The same numbers in ascending ranges that neither overlap nor touch.
[[nodiscard]] std::vector<Range> merged(std::vector<Range> ranges);

[[nodiscard]] bool contains(const std::vector<Range>& ranges, std::int64_t value);

} // namespace gtql
