// The loops under the evaluator: arithmetic, comparisons and signs over the numbers of a batch.
// Whole numbers wrap around; what has no result (a division by zero, a fraction beyond what
// floating point can hold) is missing, as is everything computed from something missing, and no
// comparison with it is true. So a fraction that is not missing is a number, and can be put in
// order.
#pragma once

#include "logging/gtql/evaluator.hpp"

namespace gtql {

[[nodiscard]] constexpr std::int64_t wrapping_add(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}
[[nodiscard]] constexpr std::int64_t wrapping_negate(std::int64_t a) {
    return static_cast<std::int64_t>(std::uint64_t{0} - static_cast<std::uint64_t>(a));
}

/// Fills `real` from `whole`.
void make_real(Numbers& numbers, std::size_t count);

/// left = left op right.
void compute_wholes(Operator op, std::size_t count, Numbers& left, const Numbers& right);
void compute_reals(Operator op, std::size_t count, Numbers& left, const Numbers& right);

void compare_numbers(Operator op, bool are_real, std::size_t count, const Numbers& left,
                     const Numbers& right, Truths& result);

/// Negates, or makes positive.
void change_signs(bool absolute, bool are_real, std::size_t count, Numbers& numbers);

[[nodiscard]] bool contains_real(const std::vector<Range>& ranges, double value);

/// The result of a call from what was gathered in its scope: `whole` or `real` is the sum, the
/// extreme, or how many were true of the `seen`. The sum for an average is always `real`, lest it
/// wraps.
void finish_aggregate(const BoundExpression& call, std::int64_t whole, double real,
                      std::uint64_t seen, std::size_t at, Numbers& result);

} // namespace gtql
