#include "logging/gtql/fold.hpp"

#include "logging/gtql/constant_set.hpp"
#include "logging/gtql/number_loops.hpp"

#include <algorithm>

namespace gtql {

namespace {

bool is_number(const BoundExpression& expression) {
    return expression.kind == BoundKind::Constant && expression.type == Type::Integer;
}

bool compare_constants(Operator op, std::int64_t a, std::int64_t b) {
    switch (op) {
    case Operator::Less: return a < b;
    case Operator::Greater: return a > b;
    case Operator::LessEqual: return a <= b;
    case Operator::GreaterEqual: return a >= b;
    case Operator::Equal: return a == b;
    default: return a != b;
    }
}

std::optional<std::int64_t> compute_constants(Operator op, std::int64_t a, std::int64_t b) {
    const auto x = static_cast<std::uint64_t>(a);
    const auto y = static_cast<std::uint64_t>(b);
    switch (op) {
    case Operator::Add: return wrapping_add(a, b);
    case Operator::Subtract: return static_cast<std::int64_t>(x - y);
    case Operator::Multiply: return static_cast<std::int64_t>(x * y);
    case Operator::BitAnd: return a & b;
    case Operator::Divide:
        if (b == 0) return std::nullopt;
        return b == -1 ? wrapping_negate(a) : a / b;
    default:
        if (b == 0) return std::nullopt;
        return b == -1 ? 0 : a % b;
    }
}

Operator mirrored(Operator op) {
    switch (op) {
    case Operator::Less: return Operator::Greater;
    case Operator::Greater: return Operator::Less;
    case Operator::LessEqual: return Operator::GreaterEqual;
    case Operator::GreaterEqual: return Operator::LessEqual;
    default: return op;
    }
}

/// "x - 1 > 200" to "x > 201", where x cannot wrap: only sizes are computed with like that.
BoundPtr without_offset(BoundPtr comparison) {
    const BoundExpression& left = comparison->operand(0);
    const bool is_offset = left.kind == BoundKind::Compute && left.op == Operator::Subtract &&
                           left.operand(0).kind == BoundKind::Value &&
                           left.operand(0).field == Field{-1, Structure::Logged} &&
                           left.operand(1).is_constant(1);
    const bool fits =
        is_number(comparison->operand(1)) && comparison->operand(1).number < INT64_MAX;
    if (!is_offset || !fits) return comparison;
    comparison->operands[1]->number += 1;
    BoundPtr value = std::move(comparison->operands[0]->operands[0]);
    comparison->operands[0] = std::move(value);
    return comparison;
}

BoundPtr fold_compare(BoundPtr expression) {
    if (is_number(expression->operand(0)) && is_number(expression->operand(1)))
        return constant_truth(compare_constants(expression->op, expression->operand(0).number,
                                                expression->operand(1).number));
    if (is_number(expression->operand(0))) {
        std::swap(expression->operands[0], expression->operands[1]);
        expression->op = mirrored(expression->op);
    }
    return without_offset(std::move(expression));
}

/// A product is zero or not wherever its comparison with zero says so; kernels know one form.
BoundPtr fold_connective(BoundPtr expression) {
    const bool is_and = expression->kind == BoundKind::And;
    const std::int64_t decisive = is_and ? 0 : 1;
    for (std::size_t i = 0; i < 2; ++i)
        if (expression->operand(i).is_constant(decisive)) return constant_truth(!is_and);
    return join_truths(expression->kind, std::move(expression->operands[0]),
                       std::move(expression->operands[1]));
}

BoundPtr fold_call(BoundPtr call) {
    // The nodes of a subtree are counted already; the root of it is one of them.
    const bool counts_all = call->aggregate == Aggregate::Count && call->scope == Scope::Subtree &&
                            call->operand().is_constant(1);
    if (!counts_all) return call;
    auto size = std::make_unique<BoundExpression>();
    size->kind = BoundKind::Value;
    size->type = Type::Integer;
    size->field = {-1, Structure::Logged};
    if (call->with_self) return size;
    auto rest = std::make_unique<BoundExpression>();
    rest->kind = BoundKind::Compute;
    rest->type = Type::Integer;
    rest->op = Operator::Subtract;
    rest->operands.push_back(std::move(size));
    rest->operands.push_back(constant_number(1));
    return rest;
}

BoundPtr fold_one_operand(BoundPtr expression) {
    const BoundExpression& operand = expression->operand();
    if (operand.kind != BoundKind::Constant) return expression;
    switch (expression->kind) {
    case BoundKind::Not: return constant_truth(operand.number == 0);
    case BoundKind::NotZero: return constant_truth(operand.number != 0);
    case BoundKind::Has: return constant_truth(true);
    case BoundKind::In: return constant_truth(contains(expression->ranges, operand.number));
    case BoundKind::Negate: return constant_number(wrapping_negate(operand.number));
    case BoundKind::Absolute:
        return constant_number(operand.number < 0 ? wrapping_negate(operand.number)
                                                  : operand.number);
    default: return expression;
    }
}

/// "attribute of the visited node = number".
bool is_equality(const BoundExpression& expression) {
    return expression.kind == BoundKind::Compare && expression.op == Operator::Equal &&
           expression.operand(0).kind == BoundKind::Value &&
           expression.operand(0).node.is_visited() && expression.operand(0).field.is_attribute() &&
           is_number(expression.operand(1));
}

/// Replaces the attribute of the query's node, which is `children` levels of child scopes above the
/// visited one, or none of that if another scope lies between.
void spread(BoundExpression& expression, const BoundExpression& equality,
            std::optional<std::uint32_t> children) {
    for (BoundPtr& operand : expression.operands) {
        std::optional<std::uint32_t> below = children;
        if (expression.kind == BoundKind::Call)
            below = children && expression.scope == Scope::Child
                        ? std::optional<std::uint32_t>(*children + 1)
                        : std::nullopt;
        const bool is_same_attribute =
            operand->kind == BoundKind::Value && operand->field == equality.operand(0).field;
        const NodeReference& node = operand->node;
        bool is_query_node = node.from_query && node.steps.empty();
        if (below && *below == 0) is_query_node = node.is_visited();
        if (below && *below > 0)
            is_query_node =
                node.steps == std::vector<Step>{Step{StepKind::Parent, *below}} && !node.from_query;
        if (is_same_attribute && is_query_node)
            operand = constant_number(equality.operand(1).number);
        else
            spread(*operand, equality, below);
    }
}

/// How many nodes the scope of the call must hold at least for the conjunct to be true; 0 if that
/// does not follow.
std::int64_t nodes_demanded(const BoundExpression& conjunct) {
    const auto counts_below = [](const BoundExpression& call, Aggregate aggregate) {
        return call.kind == BoundKind::Call && call.aggregate == aggregate &&
               (call.scope == Scope::Child || call.scope == Scope::Subtree);
    };
    if (counts_below(conjunct, Aggregate::Any)) return 1;
    if (conjunct.kind != BoundKind::Compare || !is_number(conjunct.operand(1))) return 0;
    if (!counts_below(conjunct.operand(0), Aggregate::Count)) return 0;
    const std::int64_t number = conjunct.operand(1).number;
    if (number < 0 || number >= INT32_MAX) return 0;
    if (conjunct.op == Operator::Greater) return number + 1;
    return conjunct.op == Operator::GreaterEqual || conjunct.op == Operator::Equal ? number : 0;
}

void add_demand(Structure structure, std::int64_t more_than, std::vector<BoundPtr>& conjuncts) {
    auto value = std::make_unique<BoundExpression>();
    value->kind = BoundKind::Value;
    value->type = Type::Integer;
    value->field = {-1, structure};
    auto demand = std::make_unique<BoundExpression>();
    demand->kind = BoundKind::Compare;
    demand->op = Operator::Greater;
    demand->operands.push_back(std::move(value));
    demand->operands.push_back(constant_number(more_than));
    conjuncts.push_back(std::move(demand));
}

/// "count(subtree: ...) > 50" cannot be true of small subtrees, nor "count(child: ...) > 5" where
/// the last child has nearly all nodes for itself; and sizes scan quickly.
void add_size_demands(const BoundExpression& conjunct, std::vector<BoundPtr>& conjuncts) {
    constexpr std::int64_t kMostBeside = 254;
    const std::int64_t demanded = nodes_demanded(conjunct);
    if (demanded < 1) return;
    const BoundExpression& call = conjunct.kind == BoundKind::Call ? conjunct : conjunct.operand(0);
    if (call.scope == Scope::Child && demanded > 1 && demanded <= kMostBeside)
        add_demand(Structure::Beside, demanded - 2, conjuncts);
    else
        add_demand(Structure::Logged, call.with_self ? demanded - 1 : demanded, conjuncts);
}

} // namespace

BoundPtr folded(BoundPtr expression) {
    for (BoundPtr& operand : expression->operands) operand = folded(std::move(operand));
    switch (expression->kind) {
    case BoundKind::Constant:
    case BoundKind::Value: return expression;
    case BoundKind::Compare: return fold_compare(std::move(expression));
    case BoundKind::And:
    case BoundKind::Or: return fold_connective(std::move(expression));
    case BoundKind::Call: return fold_call(std::move(expression));
    case BoundKind::Compute: {
        if (!is_number(expression->operand(0)) || !is_number(expression->operand(1)))
            return expression;
        const auto value = compute_constants(expression->op, expression->operand(0).number,
                                             expression->operand(1).number);
        return value ? constant_number(*value) : std::move(expression);
    }
    default: return fold_one_operand(std::move(expression));
    }
}

void split_conjuncts(BoundPtr condition, std::vector<BoundPtr>& conjuncts) {
    if (condition->kind != BoundKind::And) {
        conjuncts.push_back(std::move(condition));
        return;
    }
    split_conjuncts(std::move(condition->operands[0]), conjuncts);
    split_conjuncts(std::move(condition->operands[1]), conjuncts);
}

BoundPtr simplified_condition(BoundPtr condition) {
    std::vector<BoundPtr> conjuncts;
    split_conjuncts(folded(std::move(condition)), conjuncts);
    for (std::size_t i = 0; i < conjuncts.size(); ++i) {
        if (!is_equality(*conjuncts[i])) continue;
        for (std::size_t j = 0; j < conjuncts.size(); ++j)
            if (j != i) spread(*conjuncts[j], *conjuncts[i], 0);
    }
    std::vector<BoundPtr> all;
    for (BoundPtr& conjunct : conjuncts) {
        add_size_demands(*conjunct, all);
        all.push_back(folded(std::move(conjunct)));
    }
    return folded(join_truths(BoundKind::And, all));
}

std::optional<std::int32_t> only_attribute(const BoundExpression& expression) {
    if (expression.kind == BoundKind::Call) return std::nullopt;
    if (expression.kind == BoundKind::Value) {
        const bool plain = expression.node.is_visited() && expression.field.is_attribute();
        return plain ? std::optional(expression.field.attribute) : std::nullopt;
    }
    std::optional<std::int32_t> found;
    for (const BoundPtr& operand : expression.operands) {
        if (operand->kind == BoundKind::Constant) continue;
        const auto inside = only_attribute(*operand);
        if (!inside || (found && *found != *inside)) return std::nullopt;
        found = inside;
    }
    return found;
}

namespace {

/// A number or a truth; nothing is "missing".
std::optional<std::int64_t> value_for(const BoundExpression& expression,
                                      std::optional<std::int64_t> value) {
    const auto operand = [&](std::size_t i) { return value_for(expression.operand(i), value); };
    switch (expression.kind) {
    case BoundKind::Constant: return expression.number;
    case BoundKind::Value: return value;
    case BoundKind::And: return *operand(0) & *operand(1);
    case BoundKind::Or: return *operand(0) | *operand(1);
    case BoundKind::Not: return *operand(0) ^ 1;
    case BoundKind::Has: return operand(0) ? 1 : 0;
    case BoundKind::NotZero: return operand(0).value_or(0) != 0 ? 1 : 0;
    case BoundKind::In: return operand(0) && contains(expression.ranges, *operand(0)) ? 1 : 0;
    case BoundKind::Negate:
    case BoundKind::Absolute: {
        const auto number = operand(0);
        if (!number || (expression.kind == BoundKind::Absolute && *number >= 0)) return number;
        return wrapping_negate(*number);
    }
    default: break;
    }
    const auto left = operand(0);
    const auto right = operand(1);
    if (expression.kind == BoundKind::Compare)
        return left && right && compare_constants(expression.op, *left, *right) ? 1 : 0;
    if (!left || !right) return std::nullopt;
    return compute_constants(expression.op, *left, *right);
}

} // namespace

std::optional<bool> truth_for_value(const BoundExpression& expression,
                                    std::optional<std::int64_t> value) {
    if (expression.kind != BoundKind::Constant && !only_attribute(expression)) return std::nullopt;
    return value_for(expression, value) == 1;
}

} // namespace gtql
