#include "logging/gtql/bound.hpp"

#include <algorithm>
#include <array>

namespace gtql {

namespace {

std::string step_text(const Step& step) {
    const std::string count = step.count == 1 ? "" : std::to_string(step.count);
    switch (step.kind) {
    case StepKind::Parent: return "[^" + count + "]";
    case StepKind::Previous: return "[<" + count + "]";
    case StepKind::Next: return "[>" + count + "]";
    case StepKind::First: return "[first]";
    case StepKind::Last: return "[last]";
    case StepKind::Root: return "[/]";
    }
    return "";
}

std::string value_text(const BoundExpression& value, const std::vector<std::string>& attributes) {
    std::string text = value.node.from_query ? "[@]" : "";
    for (const Step& step : value.node.steps) text += step_text(step);
    if (!value.field.is_attribute()) return text + std::string(spelling(value.field.structure));
    return text + attributes[static_cast<std::size_t>(value.field.attribute)];
}

std::string ranges_text(const std::vector<Range>& ranges) {
    std::string text;
    for (const auto& [first, last] : ranges) {
        if (!text.empty()) text += ", ";
        text += std::to_string(first);
        if (last != first) text += ".." + std::to_string(last);
    }
    return "(" + text + ")";
}

std::string call_text(const BoundExpression& call, const std::vector<std::string>& attributes) {
    std::string text = std::string(spelling(call.aggregate)) + "(" +
                       std::string(spelling(call.scope)) + (call.with_self ? "+self" : "") + ": " +
                       to_text(call.operand(), attributes);
    if (call.operands.size() > 1) text += " : " + to_text(call.operand(1), attributes);
    return text + ")";
}

std::string pair_text(const BoundExpression& pair, std::string_view op,
                      const std::vector<std::string>& attributes) {
    return "(" + to_text(pair.operand(0), attributes) + " " + std::string(op) + " " +
           to_text(pair.operand(1), attributes) + ")";
}

} // namespace

std::string_view spelling(Structure structure) {
    constexpr std::array<std::string_view, kStructures + 1> kSpellings = {
        "$id",   "$post",   "$level", "$size",    "$arity",   "$index",  "$height", "$leaf",
        "$iter", "$thread", "$tree",  "$aborted", "$skipped", "$logged", "$path",   "$beside"};
    return kSpellings.at(static_cast<std::size_t>(structure));
}

BoundPtr clone(const BoundExpression& expression) {
    auto copy = std::make_unique<BoundExpression>();
    copy->kind = expression.kind;
    copy->type = expression.type;
    copy->number = expression.number;
    copy->field = expression.field;
    copy->node = expression.node;
    copy->op = expression.op;
    copy->ranges = expression.ranges;
    copy->aggregate = expression.aggregate;
    copy->scope = expression.scope;
    copy->with_self = expression.with_self;
    copy->slot = expression.slot;
    for (const BoundPtr& operand : expression.operands) copy->operands.push_back(clone(*operand));
    return copy;
}

bool equal(const BoundExpression& left, const BoundExpression& right) {
    const bool same = left.kind == right.kind && left.type == right.type &&
                      left.number == right.number && left.field == right.field &&
                      left.node == right.node && left.op == right.op &&
                      left.ranges == right.ranges && left.aggregate == right.aggregate &&
                      left.scope == right.scope && left.with_self == right.with_self;
    return same && std::equal(left.operands.begin(), left.operands.end(), right.operands.begin(),
                              right.operands.end(),
                              [](const BoundPtr& a, const BoundPtr& b) { return equal(*a, *b); });
}

BoundPtr constant_truth(bool value) {
    auto constant = std::make_unique<BoundExpression>();
    constant->number = value ? 1 : 0;
    return constant;
}

BoundPtr constant_number(std::int64_t value) {
    auto constant = std::make_unique<BoundExpression>();
    constant->type = Type::Integer;
    constant->number = value;
    return constant;
}

BoundPtr join_truths(BoundKind kind, BoundPtr left, BoundPtr right) {
    const std::int64_t neutral = kind == BoundKind::And ? 1 : 0;
    if (left->is_constant(neutral)) return right;
    if (right->is_constant(neutral)) return left;
    auto joined = std::make_unique<BoundExpression>();
    joined->kind = kind;
    joined->operands.push_back(std::move(left));
    joined->operands.push_back(std::move(right));
    return joined;
}

BoundPtr join_truths(BoundKind kind, std::span<BoundPtr> truths) {
    if (truths.size() > kLongestLeftChain) {
        const std::size_t half = truths.size() / 2;
        BoundPtr left = join_truths(kind, truths.first(half));
        return join_truths(kind, std::move(left), join_truths(kind, truths.subspan(half)));
    }
    BoundPtr joined = constant_truth(kind == BoundKind::And);
    for (BoundPtr& truth : truths) joined = join_truths(kind, std::move(joined), std::move(truth));
    return joined;
}

bool reads_query_node(const BoundExpression& expression) {
    if (expression.kind == BoundKind::Value && expression.node.from_query) return true;
    return std::any_of(expression.operands.begin(), expression.operands.end(),
                       [](const BoundPtr& operand) { return reads_query_node(*operand); });
}

bool has_tree_call(const BoundExpression& expression) {
    if (expression.kind == BoundKind::Call && expression.scope == Scope::Tree) return true;
    return std::any_of(expression.operands.begin(), expression.operands.end(),
                       [](const BoundPtr& operand) { return has_tree_call(*operand); });
}

std::string to_text(const BoundExpression& expression, const std::vector<std::string>& attributes) {
    switch (expression.kind) {
    case BoundKind::Constant:
        if (expression.type == Type::Truth) return expression.number != 0 ? "true" : "false";
        return std::to_string(expression.number);
    case BoundKind::Value: return value_text(expression, attributes);
    case BoundKind::Compare:
    case BoundKind::Compute: return pair_text(expression, spelling(expression.op), attributes);
    case BoundKind::And: return pair_text(expression, "and", attributes);
    case BoundKind::Or: return pair_text(expression, "or", attributes);
    case BoundKind::Negate: return "-" + to_text(expression.operand(), attributes);
    case BoundKind::Absolute: return "abs(" + to_text(expression.operand(), attributes) + ")";
    case BoundKind::Not: return "not " + to_text(expression.operand(), attributes);
    case BoundKind::NotZero: return to_text(expression.operand(), attributes);
    case BoundKind::Has: return "has(" + to_text(expression.operand(), attributes) + ")";
    case BoundKind::In:
        return to_text(expression.operand(), attributes) + " in " + ranges_text(expression.ranges);
    case BoundKind::Call: return call_text(expression, attributes);
    }
    return "";
}

} // namespace gtql
