#include "logging/gtql/number_loops.hpp"

#include <algorithm>
#include <cmath>

namespace gtql {

namespace {

template <typename Operation>
void for_wholes(std::size_t count, Numbers& left, const Numbers& right, Operation operation) {
    for (std::size_t i = 0; i < count; ++i) {
        left.whole[i] = static_cast<std::int64_t>(operation(
            static_cast<std::uint64_t>(left.whole[i]), static_cast<std::uint64_t>(right.whole[i])));
        left.valid[i] &= right.valid[i];
    }
}

/// The least number divided by -1 would trap; it wraps, as the other operations do.
std::int64_t divided(std::int64_t a, std::int64_t b) {
    return b == -1 ? wrapping_negate(a) : a / b;
}
std::int64_t remainder_of(std::int64_t a, std::int64_t b) { return b == -1 ? 0 : a % b; }

template <typename Operation>
void for_divisions(std::size_t count, Numbers& left, const Numbers& right, Operation operation) {
    for (std::size_t i = 0; i < count; ++i) {
        const bool possible = right.whole[i] != 0;
        left.whole[i] = possible ? operation(left.whole[i], right.whole[i]) : 0;
        left.valid[i] &= right.valid[i] & (possible ? 1U : 0U);
    }
}

template <typename Value, typename Relation>
void compare_all(std::size_t count, const Value& left, const Value& right, Truths& result,
                 Relation holds) {
    for (std::size_t i = 0; i < count; ++i) result[i] = holds(left[i], right[i]) ? 1 : 0;
}

template <typename Value>
void compare_by(Operator op, std::size_t count, const Value& left, const Value& right,
                Truths& result) {
    switch (op) {
    case Operator::Less: return compare_all(count, left, right, result, std::less<>());
    case Operator::Greater: return compare_all(count, left, right, result, std::greater<>());
    case Operator::LessEqual: return compare_all(count, left, right, result, std::less_equal<>());
    case Operator::GreaterEqual:
        return compare_all(count, left, right, result, std::greater_equal<>());
    case Operator::Equal: return compare_all(count, left, right, result, std::equal_to<>());
    default: return compare_all(count, left, right, result, std::not_equal_to<>());
    }
}

} // namespace

void make_real(Numbers& numbers, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) numbers.real[i] = static_cast<double>(numbers.whole[i]);
}

void compute_wholes(Operator op, std::size_t count, Numbers& left, const Numbers& right) {
    switch (op) {
    case Operator::Add: return for_wholes(count, left, right, std::plus<>());
    case Operator::Subtract: return for_wholes(count, left, right, std::minus<>());
    case Operator::Multiply: return for_wholes(count, left, right, std::multiplies<>());
    case Operator::Divide: return for_divisions(count, left, right, divided);
    case Operator::Remainder: return for_divisions(count, left, right, remainder_of);
    default: return for_wholes(count, left, right, std::bit_and<>());
    }
}

void compute_reals(Operator op, std::size_t count, Numbers& left, const Numbers& right) {
    for (std::size_t i = 0; i < count; ++i) {
        const double a = left.real[i];
        const double b = right.real[i];
        double result = a;
        if (op == Operator::Add) result = a + b;
        if (op == Operator::Subtract) result = a - b;
        if (op == Operator::Multiply) result = a * b;
        if (op == Operator::Divide) result = b != 0 ? a / b : HUGE_VAL;
        const bool is_possible = std::isfinite(result);
        left.real[i] = is_possible ? result : 0;
        left.valid[i] &= right.valid[i] & (is_possible ? 1U : 0U);
    }
}

void compare_numbers(Operator op, bool are_real, std::size_t count, const Numbers& left,
                     const Numbers& right, Truths& result) {
    if (are_real)
        compare_by(op, count, left.real, right.real, result);
    else
        compare_by(op, count, left.whole, right.whole, result);
    for (std::size_t i = 0; i < count; ++i) result[i] &= left.valid[i] & right.valid[i];
}

void change_signs(bool absolute, bool are_real, std::size_t count, Numbers& numbers) {
    for (std::size_t i = 0; i < count; ++i) {
        if (are_real)
            numbers.real[i] = absolute ? std::fabs(numbers.real[i]) : -numbers.real[i];
        else if (!absolute || numbers.whole[i] < 0)
            numbers.whole[i] = wrapping_negate(numbers.whole[i]);
    }
}

bool contains_real(const std::vector<Range>& ranges, double value) {
    return std::any_of(ranges.begin(), ranges.end(), [value](const Range& range) {
        return value >= static_cast<double>(range.first) &&
               value <= static_cast<double>(range.second);
    });
}

void finish_aggregate(const BoundExpression& call, std::int64_t whole, double real,
                      std::uint64_t seen, std::size_t at, Numbers& result) {
    result.valid[at] = 1;
    result.real[at] = real;
    switch (call.aggregate) {
    case Aggregate::Any: result.whole[at] = whole != 0 ? 1 : 0; return;
    case Aggregate::All:
        result.whole[at] = static_cast<std::uint64_t>(whole) == seen ? 1 : 0;
        return;
    case Aggregate::Average:
        result.real[at] = seen != 0 ? real / static_cast<double>(seen) : 0;
        result.whole[at] = 0;
        result.valid[at] = seen != 0 && std::isfinite(real) ? 1 : 0;
        return;
    case Aggregate::Min:
    case Aggregate::Max: result.valid[at] = seen != 0 ? 1 : 0; break;
    case Aggregate::Sum: result.valid[at] = std::isfinite(real) ? 1 : 0; break;
    default: break;
    }
    result.whole[at] = whole;
}

} // namespace gtql
