#include "logging/gtql/ast.hpp"

namespace gtql {

namespace {

/// From loose to tight, as in GRAMMAR.md.
enum class Binding { Or = 1, And, Not, Relation, Sum, Product, Bits, Unary, Primary };

Binding binding_of(Operator op) {
    switch (op) {
    case Operator::Or: return Binding::Or;
    case Operator::And: return Binding::And;
    case Operator::Add:
    case Operator::Subtract: return Binding::Sum;
    case Operator::Multiply:
    case Operator::Divide:
    case Operator::Remainder: return Binding::Product;
    case Operator::BitAnd: return Binding::Bits;
    default: return Binding::Relation;
    }
}

Binding tighter(Binding binding) { return static_cast<Binding>(static_cast<int>(binding) + 1); }

Binding binding_of(const Expression& expression) {
    switch (expression.kind) {
    case ExpressionKind::Binary: return binding_of(expression.op);
    case ExpressionKind::Not: return Binding::Not;
    case ExpressionKind::In: return Binding::Relation;
    case ExpressionKind::Negate: return Binding::Unary;
    default: return Binding::Primary;
    }
}

std::string text_of(const Expression& expression, Binding least);

std::string text_of_axis(const Axis& axis) {
    const std::string steps = axis.steps == 1 ? "" : std::to_string(axis.steps);
    switch (axis.kind) {
    case AxisKind::Here: return "";
    case AxisKind::Child: return "[]";
    case AxisKind::Previous: return "[<" + steps + "]";
    case AxisKind::Next: return "[>" + steps + "]";
    case AxisKind::First: return "[first]";
    case AxisKind::Last: return "[last]";
    case AxisKind::Parent: return "[^" + steps + "]";
    case AxisKind::Root: return "[/]";
    case AxisKind::Query: return "[@]";
    }
    return "";
}

std::string text_of(const std::vector<SetElement>& set) {
    std::string text = "(";
    for (const SetElement& element : set) {
        if (text.size() > 1) text += ", ";
        text += text_of(*element.first, Binding::Unary);
        if (element.last) text += ".." + text_of(*element.last, Binding::Unary);
    }
    return text + ")";
}

std::string text_of_call(const Expression& call) {
    std::string text = std::string(spelling(call.aggregate)) + "(";
    const bool bare = call.operands.empty() && !call.filter;
    if (call.scope == Scope::SameKey)
        text += bare ? "[=]" : "[=]: ";
    else if (call.scope)
        text += std::string(spelling(*call.scope)) + ": ";
    if (!call.operands.empty())
        text += text_of(*call.operands[0], Binding::Or);
    else if (call.scope != Scope::SameKey || !bare)
        text += "*";
    if (call.aggregate == Aggregate::Histogram) text += ", " + std::to_string(call.number);
    if (call.filter) text += " : " + text_of(*call.filter, Binding::Or);
    return text + ")";
}

std::string text_of_binary(const Expression& expression) {
    const Binding binding = binding_of(expression.op);
    const bool chains = binding != Binding::Relation;
    const bool is_logical = expression.op == Operator::Or || expression.op == Operator::And;
    const std::string_view op = expression.is_bar ? "|" : spelling(expression.op);
    return text_of(*expression.operands[0], chains ? binding : tighter(binding)) + ' ' +
           std::string(op) + ' ' +
           text_of(*expression.operands[1], is_logical ? binding : tighter(binding));
}

std::string unguarded_text(const Expression& expression) {
    switch (expression.kind) {
    case ExpressionKind::Number: return std::to_string(expression.number);
    case ExpressionKind::Reference: return text_of_axis(expression.axis) + expression.name;
    case ExpressionKind::Binary: return text_of_binary(expression);
    case ExpressionKind::Not: return "not " + text_of(*expression.operands[0], Binding::Not);
    case ExpressionKind::Negate: return "-" + text_of(*expression.operands[0], Binding::Unary);
    case ExpressionKind::Absolute:
        return "abs(" + text_of(*expression.operands[0], Binding::Sum) + ")";
    case ExpressionKind::Has: return "has(" + text_of(*expression.operands[0], Binding::Sum) + ")";
    case ExpressionKind::In:
        return text_of(*expression.operands[0], Binding::Sum) + " in " + text_of(expression.set);
    case ExpressionKind::Call: return text_of_call(expression);
    }
    return "";
}

std::string text_of(const Expression& expression, Binding least) {
    std::string text = unguarded_text(expression);
    return binding_of(expression) < least ? "(" + text + ")" : text;
}

std::string text_of(const std::vector<Item>& items) {
    std::string text;
    for (const Item& item : items) {
        if (!text.empty()) text += ", ";
        text += to_text(*item.expression);
        if (item.descending) text += " desc";
    }
    return text;
}

void add_part(std::string& text, PartKind part, const std::string& content) {
    if (content.empty()) return;
    if (!text.empty() && text.back() != ' ') text += "; ";
    text += std::string(spelling(part)) + ": " + content;
}

std::string text_of(const Expectation& expectation) {
    if (!expectation.set.empty()) return "in " + text_of(expectation.set);
    return std::string(spelling(expectation.op)) + ' ' +
           text_of(*expectation.value, Binding::Unary);
}

} // namespace

std::string_view spelling(Operator op) {
    constexpr std::array<std::string_view, 14> kSpellings = {
        "or", "and", "<", ">", "<=", ">=", "=", "!=", "+", "-", "*", "/", "%", "&"};
    return kSpellings.at(static_cast<std::size_t>(op));
}

std::string_view spelling(Aggregate aggregate) {
    constexpr std::array<std::string_view, 8> kSpellings = {"count", "sum", "min", "max",
                                                            "avg",   "any", "all", "hist"};
    return kSpellings.at(static_cast<std::size_t>(aggregate));
}

std::string_view spelling(Scope scope) {
    constexpr std::array<std::string_view, 6> kSpellings = {"tree",     "child",   "subtree",
                                                            "ancestor", "sibling", "[=]"};
    return kSpellings.at(static_cast<std::size_t>(scope));
}

std::string_view spelling(PartKind part) {
    constexpr std::array<std::string_view, kPartKinds> kSpellings = {
        "node", "child", "subtree", "ancestor", "sibling", "show", "order", "limit", "expect"};
    return kSpellings.at(static_cast<std::size_t>(part));
}

std::string to_text(const Expression& expression) { return text_of(expression, Binding::Or); }

std::string to_text(const Query& query) {
    std::string text = query.name.empty() ? "" : "@" + query.name + ' ';
    const std::size_t start = text.size();
    for (std::size_t part = 0; part < query.conditions.size(); ++part) {
        const auto kind = static_cast<PartKind>(part);
        if (!query.conditions.at(part)) continue;
        std::string content = to_text(*query.conditions.at(part));
        if (kind == PartKind::Node && !query.by.empty()) content += " by " + text_of(query.by);
        add_part(text, kind, content);
    }
    if (text.size() == start) text += "node:";
    add_part(text, PartKind::Show, text_of(query.show));
    add_part(text, PartKind::Order, text_of(query.order));
    if (query.limit) add_part(text, PartKind::Limit, std::to_string(*query.limit));
    if (query.expect) add_part(text, PartKind::Expect, text_of(*query.expect));
    return text;
}

} // namespace gtql
