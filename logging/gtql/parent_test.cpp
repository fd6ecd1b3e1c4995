#include "logging/gtql/parent_test.hpp"

#include <algorithm>

namespace gtql {

namespace {

bool is_parent_value(const BoundExpression& value) {
    return value.kind == BoundKind::Value && value.field.is_attribute() && !value.node.from_query &&
           value.node.steps == std::vector<Step>{Step{StepKind::Parent, 1}};
}

/// The value of the parent in "value" or "value & constant".
BoundExpression* parent_value(BoundExpression& operand) {
    if (is_parent_value(operand)) return &operand;
    const bool is_bit_test = operand.kind == BoundKind::Compute && operand.op == Operator::BitAnd;
    if (!is_bit_test) return nullptr;
    for (std::size_t i = 0; i < 2; ++i)
        if (is_parent_value(operand.operand(i)) &&
            operand.operand(1 - i).kind == BoundKind::Constant)
            return operand.operands[i].get();
    return nullptr;
}

} // namespace

/// Only what is false where there is no parent: all of these are.
BoundPtr try_as_parent_test(const BoundExpression& condition) {
    const bool compares_with_constant =
        condition.kind == BoundKind::Compare && condition.operand(1).kind == BoundKind::Constant;
    if (!compares_with_constant && condition.kind != BoundKind::In &&
        condition.kind != BoundKind::NotZero && condition.kind != BoundKind::Has)
        return nullptr;
    BoundPtr test = clone(condition);
    BoundExpression* value = parent_value(*test->operands[0]);
    if (value == nullptr) return nullptr;
    value->node.steps.clear();
    return test;
}

RowBits children_of(const Forest& forest, const RowBits& parents) {
    RowBits children = RowBits::none(forest.rows());
    const SubtreeSizes& sizes = forest.sizes();
    parents.for_each(0, forest.rows(), [&](Row parent) {
        const Row first = forest.first_of_subtree(parent);
        for (Row left = parent - first; left > 0;) {
            const Row child = first + left - 1;
            children.set(child);
            left -= std::min(left, sizes[child]);
        }
    });
    return children;
}

} // namespace gtql
