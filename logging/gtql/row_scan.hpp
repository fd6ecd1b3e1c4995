// Truths of all rows from simple conditions: comparisons of one column with constants, tests of
// bits, and what "and", "or" and "not" make of them. Here a query runs at the speed of memory; all
// else is left to the evaluator, batch by batch.
#pragma once

#include "logging/gtql/evaluator.hpp"

namespace gtql {

/// Whether the condition consists of nothing but what scans quickly.
[[nodiscard]] bool is_scannable(const BoundExpression& condition, const Forest& forest);

/// Truths of the rows [64 * word, 64 * (word + words)), or up to the last row, into bits. Uses the
/// evaluator for what does not scan.
void scan(const BoundExpression& condition, const Forest& forest, Evaluator& evaluator,
          std::size_t word, std::span<std::uint64_t> bits);

/// Words that are scanned at a time: the bits of a condition's parts stay in the first cache.
inline constexpr std::size_t kScanWords = 256;

} // namespace gtql
