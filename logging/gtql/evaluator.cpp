#include "logging/gtql/evaluator.hpp"

#include "logging/gtql/constant_set.hpp"
#include "logging/gtql/lent.hpp"
#include "logging/gtql/number_loops.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace gtql {

Evaluator::Evaluator(const Forest& forest, const std::vector<Slot>& slots)
    : forest_(forest), slots_(slots) {}
Evaluator::~Evaluator() = default;

bool has_call(const BoundExpression& expression) {
    return expression.kind == BoundKind::Call ||
           std::any_of(expression.operands.begin(), expression.operands.end(),
                       [](const BoundPtr& operand) { return has_call(*operand); });
}

Batch Evaluator::dense(Row first, std::size_t count) {
    std::iota(dense_rows_.begin(), dense_rows_.begin() + static_cast<std::ptrdiff_t>(count), first);
    return {count, dense_rows_.data(), dense_rows_.data(), true, first};
}

Single Evaluator::evaluate_at(const BoundExpression& expression, Row row) {
    const Batch batch{1, &row, &row, false, row};
    if (expression.type == Type::Truth) {
        Lent<Truths> truths(truths_);
        evaluate(expression, batch, *truths);
        return {(*truths)[0], 0, true};
    }
    Lent<Numbers> numbers(numbers_);
    evaluate(expression, batch, *numbers);
    return {numbers->whole[0], numbers->real[0], numbers->valid[0] != 0};
}

void Evaluator::evaluate(const BoundExpression& expression, const Batch& batch, Truths& result) {
    switch (expression.kind) {
    case BoundKind::Constant:
        std::memset(result.data(), expression.number != 0 ? 1 : 0, batch.count);
        return;
    case BoundKind::And:
    case BoundKind::Or: return join(expression, batch, result);
    case BoundKind::Not:
        evaluate(expression.operand(), batch, result);
        for (std::size_t i = 0; i < batch.count; ++i) result[i] ^= 1U;
        return;
    case BoundKind::Compare: return compare(expression, batch, result);
    case BoundKind::Call: {
        Lent<Numbers> numbers(numbers_);
        call(expression, batch, expression.aggregate == Aggregate::Any ? 1 : kAll, *numbers);
        for (std::size_t i = 0; i < batch.count; ++i) result[i] = numbers->whole[i] != 0 ? 1 : 0;
        return;
    }
    default: return test(expression, batch, result);
    }
}

/// The tests of one number.
void Evaluator::test(const BoundExpression& expression, const Batch& batch, Truths& result) {
    Lent<Numbers> numbers(numbers_);
    evaluate(expression.operand(), batch, *numbers);
    const bool is_real = expression.operand().type == Type::Real;
    for (std::size_t i = 0; i < batch.count; ++i) {
        bool holds = true;
        if (expression.kind == BoundKind::NotZero)
            holds = is_real ? numbers->real[i] != 0 : numbers->whole[i] != 0;
        else if (expression.kind == BoundKind::In)
            holds = is_real ? contains_real(expression.ranges, numbers->real[i])
                            : contains(expression.ranges, numbers->whole[i]);
        result[i] = numbers->valid[i] & (holds ? 1U : 0U);
    }
}

void Evaluator::join(const BoundExpression& expression, const Batch& batch, Truths& result) {
    const bool is_and = expression.kind == BoundKind::And;
    evaluate(expression.operand(0), batch, result);
    Lent<Truths> open(truths_); // where the second operand decides
    std::size_t undecided = 0;
    for (std::size_t i = 0; i < batch.count; ++i) {
        (*open)[i] = is_and ? result[i] : result[i] ^ 1U;
        undecided += (*open)[i];
    }
    if (undecided == 0) return;
    Lent<Truths> second(truths_);
    // Nodes far apart have to be fetched one by one; half of them cost more than to pick them.
    const bool are_few = !batch.is_dense && undecided < batch.count / 2;
    if (are_few || (undecided < batch.count && has_call(expression.operand(1))))
        evaluate_some(expression.operand(1), batch, *open, *second);
    else
        evaluate(expression.operand(1), batch, *second);
    for (std::size_t i = 0; i < batch.count; ++i)
        result[i] = is_and ? result[i] & (*second)[i] : result[i] | (*second)[i];
}

void Evaluator::evaluate_some(const BoundExpression& expression, const Batch& batch,
                              const Truths& wanted, Truths& result) {
    Lent<Rows> visited(rows_);
    Lent<Rows> query(rows_);
    Lent<Rows> previous(rows_);
    std::size_t count = 0;
    for (std::size_t i = 0; i < batch.count; ++i) {
        (*visited)[count] = batch.visited[i];
        (*query)[count] = batch.query[i];
        (*previous)[count] = batch.previous != nullptr ? batch.previous[i] : kNoRow;
        count += wanted[i];
    }
    Batch some{count, visited->data(), query->data(), false, 0};
    if (batch.previous != nullptr) some.previous = previous->data();
    Lent<Truths> packed(truths_);
    evaluate(expression, some, *packed);
    std::size_t next = 0;
    for (std::size_t i = 0; i < batch.count; ++i)
        result[i] = wanted[i] != 0 ? (*packed)[next++] : std::uint8_t{0};
}

/// Which count decides a comparison of the sort "count(...) >= 5"; kAll if it is not of that sort.
std::int64_t Evaluator::deciding_count(const BoundExpression& comparison) {
    const BoundExpression& call = comparison.operand(0);
    const BoundExpression& limit = comparison.operand(1);
    const bool is_count = call.kind == BoundKind::Call && call.aggregate == Aggregate::Count &&
                          limit.kind == BoundKind::Constant && limit.number >= 0 &&
                          limit.number < INT32_MAX;
    if (is_count && comparison.op == Operator::Greater) return limit.number + 1;
    if (is_count && comparison.op == Operator::GreaterEqual) return limit.number;
    return kAll;
}

void Evaluator::compare(const BoundExpression& expression, const Batch& batch, Truths& result) {
    Lent<Numbers> left(numbers_);
    Lent<Numbers> right(numbers_);
    const std::int64_t enough = deciding_count(expression);
    if (enough == kAll)
        evaluate(expression.operand(0), batch, *left);
    else
        call(expression.operand(0), batch, enough, *left);
    evaluate(expression.operand(1), batch, *right);
    const bool left_real = expression.operand(0).type == Type::Real;
    const bool right_real = expression.operand(1).type == Type::Real;
    if (left_real && !right_real) make_real(*right, batch.count);
    if (right_real && !left_real) make_real(*left, batch.count);
    compare_numbers(expression.op, left_real || right_real, batch.count, *left, *right, result);
}

void Evaluator::evaluate(const BoundExpression& expression, const Batch& batch, Numbers& result) {
    const std::size_t count = batch.count;
    switch (expression.kind) {
    case BoundKind::Constant:
        std::fill_n(result.whole.begin(), count, expression.number);
        std::memset(result.valid.data(), 1, count);
        return;
    case BoundKind::Value: return load(expression, batch, result);
    case BoundKind::Call: return call(expression, batch, kAll, result);
    case BoundKind::Compute: return compute(expression, batch, result);
    case BoundKind::Negate:
    case BoundKind::Absolute:
        evaluate(expression.operand(), batch, result);
        change_signs(expression.kind == BoundKind::Absolute, expression.type == Type::Real, count,
                     result);
        return;
    default: { // truths, as what may be shown
        Lent<Truths> truths(truths_);
        evaluate(expression, batch, *truths);
        for (std::size_t i = 0; i < count; ++i) result.whole[i] = (*truths)[i];
        std::memset(result.valid.data(), 1, count);
    }
    }
}

void Evaluator::compute(const BoundExpression& expression, const Batch& batch, Numbers& result) {
    Lent<Numbers> right(numbers_);
    evaluate(expression.operand(0), batch, result);
    evaluate(expression.operand(1), batch, *right);
    if (expression.type == Type::Real) {
        if (expression.operand(0).type != Type::Real) make_real(result, batch.count);
        if (expression.operand(1).type != Type::Real) make_real(*right, batch.count);
        compute_reals(expression.op, batch.count, result, *right);
    } else {
        compute_wholes(expression.op, batch.count, result, *right);
    }
}

// ---- values of nodes

void Evaluator::load(const BoundExpression& value, const Batch& batch, Numbers& result) {
    const Field& field = value.field;
    if (value.node.is_visited()) {
        if (!field.is_attribute())
            return load_structure(field.structure, batch.count, batch.visited, result);
        return load_attribute(forest_.attribute(static_cast<std::size_t>(field.attribute)), batch,
                              batch.visited, result);
    }
    Lent<Rows> rows(rows_);
    follow(value.node, batch, rows->data());
    if (field.is_attribute()) {
        const Batch elsewhere{batch.count, rows->data(), batch.query, false, 0};
        load_attribute(forest_.attribute(static_cast<std::size_t>(field.attribute)), elsewhere,
                       rows->data(), result);
    } else {
        load_structure(field.structure, batch.count, rows->data(), result);
    }
}

void Evaluator::load_attribute(const RowColumn& column, const Batch& batch, const Row* rows,
                               Numbers& result) {
    const std::size_t count = batch.count;
    treelog::visit_type(column.type, [&]<typename T>(T*) {
        const T* values = column.as<T>();
        if (batch.is_dense) {
            for (std::size_t i = 0; i < count; ++i)
                result.whole[i] = treelog::as_number(values[batch.first + i]);
            std::memset(result.valid.data(), 1, count);
        } else {
            for (std::size_t i = 0; i < count; ++i) {
                const bool exists = rows[i] != kNoRow;
                result.whole[i] = treelog::as_number(values[exists ? rows[i] : 0]);
                result.valid[i] = exists ? 1 : 0;
            }
        }
    });
    if (column.validity.empty()) return;
    // What is missing has the null value, which is there already; the bits would have to be
    // fetched.
    for (std::size_t i = 0; i < count; ++i)
        result.valid[i] &= result.whole[i] != column.null_value ? 1U : 0U;
}

void Evaluator::load_structure(Structure structure, std::size_t count, const Row* rows,
                               Numbers& result) {
    for (std::size_t i = 0; i < count; ++i) {
        result.valid[i] = rows[i] != kNoRow ? 1 : 0;
        result.whole[i] = rows[i] != kNoRow ? structure_at(structure, rows[i]) : 0;
    }
}

std::int64_t Evaluator::structure_at(Structure structure, Row row) const {
    switch (structure) {
    case Structure::Id: return forest_.preorder(row);
    case Structure::Post: return Forest::position(forest_.tree_of(row), row) + 1;
    case Structure::Level: return forest_.levels()[row];
    case Structure::Size: return forest_.full_size(row);
    case Structure::Arity: return forest_.arities()[row];
    case Structure::Index: return forest_.indices()[row];
    case Structure::Height: return forest_.heights()[row];
    case Structure::Leaf: return forest_.sizes()[row] == 1 ? 1 : 0;
    case Structure::Iteration: return forest_.tree_of(row).iteration;
    case Structure::Thread: return forest_.thread_of(row);
    case Structure::Tree: return forest_.tree_of(row).number;
    case Structure::Aborted: return forest_.aborted().as<std::uint8_t>()[row];
    case Structure::Skipped: return forest_.skipped().as<std::uint32_t>()[row];
    case Structure::Logged: return forest_.sizes()[row];
    case Structure::Beside: return forest_.sizes().beside(row);
    case Structure::Path: break;
    }
    return 0;
}

void Evaluator::follow(const NodeReference& node, const Batch& batch, Row* rows) const {
    if (node.is_previous() && batch.previous != nullptr) {
        std::copy_n(batch.previous, batch.count, rows);
        return;
    }
    const Row* from = node.from_query ? batch.query : batch.visited;
    std::copy_n(from, batch.count, rows);
    for (const Step& each : node.steps)
        for (std::size_t i = 0; i < batch.count; ++i)
            if (rows[i] != kNoRow) rows[i] = step(each, rows[i]);
}

Row Evaluator::step(const Step& step, Row row) const {
    switch (step.kind) {
    case StepKind::Parent:
        for (std::uint32_t i = 0; i < step.count && row != kNoRow; ++i)
            row = forest_.parents()[row];
        return row;
    case StepKind::Previous:
        for (std::uint32_t i = 0; i < step.count && row != kNoRow; ++i) row = forest_.previous(row);
        return row;
    case StepKind::Next:
        for (std::uint32_t i = 0; i < step.count && row != kNoRow; ++i) row = forest_.nexts()[row];
        return row;
    case StepKind::First:
        if (forest_.parents()[row] == kNoRow) return kNoRow;
        for (Row before = row; before != kNoRow; before = forest_.previous(row)) row = before;
        return row;
    case StepKind::Last: {
        const Row parent = forest_.parents()[row];
        return parent == kNoRow ? kNoRow : parent - 1;
    }
    case StepKind::Root: break;
    }
    while (forest_.levels()[row] != 0) {
        row = forest_.parents()[row];
        if (row == kNoRow) return kNoRow;
    }
    return row;
}

} // namespace gtql
