// Measuring a column: its range, its nulls, and how often each value occurs if there are few. Done
// once, when a chunk is made; readers find the result beside the data.
#pragma once

#include "logging/treelog/column.hpp"

namespace treelog {

/// `null_value` is that of the attribute; the validity of the view is not looked at.
[[nodiscard]] ColumnStatistics measure(const ColumnView& view,
                                       std::optional<std::int64_t> null_value);

/// One bit for each value that is not null, into words for the whole view. Returns how many are.
std::uint32_t mark_valid(const ColumnView& view, std::int64_t null_value, std::uint64_t* words);

} // namespace treelog
