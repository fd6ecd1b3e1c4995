#include "tests/logging/gtql/support/oracle.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

namespace gtql::test {

namespace {

OracleNumber whole(std::int64_t value) { return OracleValue{false, value, 0}; }
OracleNumber real(double value) { return OracleValue{true, 0, value}; }

void collect_below(const ToyNode& node, std::vector<const ToyNode*>& nodes) {
    for (const ToyNode* child : node.children) {
        nodes.push_back(child);
        collect_below(*child, nodes);
    }
}

std::int64_t size_of(const ToyNode& node, bool with_skipped) {
    std::int64_t size = 1 + (with_skipped ? node.skipped : 0);
    for (const ToyNode* child : node.children) size += size_of(*child, with_skipped);
    return size;
}

std::int64_t height_of(const ToyNode& node) {
    std::int64_t height = 0;
    for (const ToyNode* child : node.children) height = std::max(height, 1 + height_of(*child));
    return height;
}

std::int64_t index_of(const ToyNode& node) {
    if (node.parent == nullptr) return 0;
    const auto& all = node.parent->children;
    return std::find(all.begin(), all.end(), &node) - all.begin();
}

const ToyNode* sibling(const ToyNode& node, std::int64_t distance) {
    if (node.parent == nullptr) return nullptr;
    const std::int64_t index = index_of(node) + distance;
    const auto& all = node.parent->children;
    return index < 0 || index >= std::ssize(all) ? nullptr : all[static_cast<std::size_t>(index)];
}

const ToyNode* ancestor(const ToyNode* node, std::uint32_t steps) {
    for (; node != nullptr && steps > 0; --steps) node = node->parent;
    return node;
}

bool compare(Operator op, const OracleValue& a, const OracleValue& b) {
    const bool reals = a.is_real || b.is_real;
    const bool less = reals ? a.as_real() < b.as_real() : a.whole < b.whole;
    const bool greater = reals ? a.as_real() > b.as_real() : a.whole > b.whole;
    switch (op) {
    case Operator::Less: return less;
    case Operator::Greater: return greater;
    case Operator::LessEqual: return !greater;
    case Operator::GreaterEqual: return !less;
    case Operator::Equal: return !less && !greater;
    default: return less || greater;
    }
}

} // namespace

bool Oracle::truth(const Expression& expression, const Place& place) const {
    const auto side = [&](std::size_t i) { return truth(*expression.operands[i], place); };
    switch (expression.kind) {
    case ExpressionKind::Not: return !side(0);
    case ExpressionKind::Has: return number(*expression.operands[0], place).has_value();
    case ExpressionKind::In: return is_in(expression, place);
    case ExpressionKind::Binary:
        if (expression.op == Operator::And) return side(0) && side(1);
        if (expression.op == Operator::Or) return side(0) || side(1);
        if (expression.op >= Operator::Less && expression.op <= Operator::NotEqual) {
            const auto left = number(*expression.operands[0], place);
            const auto right = number(*expression.operands[1], place);
            return left && right && compare(expression.op, *left, *right);
        }
        break;
    default: break;
    }
    const auto value = number(expression, place);
    return value && (value->is_real ? value->real != 0 : value->whole != 0);
}

bool Oracle::is_in(const Expression& expression, const Place& place) const {
    const auto value = number(*expression.operands[0], place);
    return value && std::any_of(expression.set.begin(), expression.set.end(),
                                [&](const SetElement& element) {
                                    const auto first = number(*element.first, place);
                                    const auto last =
                                        element.last ? number(*element.last, place) : first;
                                    return compare(Operator::GreaterEqual, *value, *first) &&
                                           compare(Operator::LessEqual, *value, *last);
                                });
}

OracleNumber Oracle::number(const Expression& expression, const Place& place) const {
    switch (expression.kind) {
    case ExpressionKind::Number: return whole(expression.number);
    case ExpressionKind::Reference: return reference(expression, place);
    case ExpressionKind::Call: return call(expression, place);
    case ExpressionKind::Binary: return binary(expression, place);
    case ExpressionKind::Negate:
    case ExpressionKind::Absolute: {
        auto value = number(*expression.operands[0], place);
        if (!value) return value;
        const bool turns = expression.kind == ExpressionKind::Negate || value->as_real() < 0;
        return turns ? OracleValue{value->is_real, -value->whole, -value->real} : *value;
    }
    default: return whole(truth(expression, place) ? 1 : 0);
    }
}

OracleNumber Oracle::binary(const Expression& expression, const Place& place) const {
    if (expression.op <= Operator::NotEqual) return whole(truth(expression, place) ? 1 : 0);
    const auto left = number(*expression.operands[0], place);
    const auto right = number(*expression.operands[1], place);
    if (!left || !right) return std::nullopt;
    const bool reals = left->is_real || right->is_real;
    const double x = left->as_real();
    const double y = right->as_real();
    const std::int64_t a = left->whole;
    const std::int64_t b = right->whole;
    switch (expression.op) {
    case Operator::Add: return reals ? real(x + y) : whole(a + b);
    case Operator::Subtract: return reals ? real(x - y) : whole(a - b);
    case Operator::Multiply: return reals ? real(x * y) : whole(a * b);
    case Operator::BitAnd: return whole(a & b);
    default: break;
    }
    if (reals ? y == 0 : b == 0) return std::nullopt;
    if (expression.op == Operator::Remainder) return whole(a % b);
    return reals ? real(x / y) : whole(a / b);
}

OracleNumber Oracle::reference(const Expression& expression, const Place& place) const {
    if (const auto* constant = schema_.find_constant(expression.name))
        return whole(constant->value);
    const auto steps = static_cast<std::int64_t>(expression.axis.steps);
    const ToyNode* node = place.subject;
    switch (expression.axis.kind) {
    case AxisKind::Here: break;
    case AxisKind::Child: node = place.visited; break;
    case AxisKind::Previous: node = sibling(*place.visited, -steps); break;
    case AxisKind::Next: node = sibling(*place.visited, steps); break;
    case AxisKind::First:
        node = place.visited->parent != nullptr ? place.visited->parent->children.front() : nullptr;
        break;
    case AxisKind::Last:
        node = place.visited->parent != nullptr ? place.visited->parent->children.back() : nullptr;
        break;
    case AxisKind::Parent: node = ancestor(place.subject, expression.axis.steps); break;
    case AxisKind::Root:
        while (node->parent != nullptr) node = node->parent;
        if (node->level != 0) node = nullptr; // it is lost
        break;
    case AxisKind::Query: node = place.query; break;
    }
    if (node == nullptr) return std::nullopt;
    if (expression.name.starts_with('$')) return structure(expression.name, *node);
    if (expression.name == "node_id") return whole(node->id);
    const auto& value = node->values[*schema_.find_attribute(expression.name)];
    return value ? whole(*value) : std::nullopt;
}

OracleNumber Oracle::structure(const std::string& name, const ToyNode& node) const {
    if (name == "$id") return whole(node.id);
    if (name == "$post") return whole(node.post);
    if (name == "$level") return whole(node.level);
    if (name == "$size") return whole(size_of(node, true));
    if (name == "$logged") return whole(size_of(node, false));
    if (name == "$arity") return whole(std::ssize(node.children));
    if (name == "$index") return whole(index_of(node) + 1);
    if (name == "$height") return whole(height_of(node));
    if (name == "$leaf") return whole(node.children.empty() ? 1 : 0);
    if (name == "$iter") return whole(forest_.trees[node.tree].iteration);
    if (name == "$thread") return whole(forest_.trees[node.tree].stream);
    if (name == "$tree") return whole(static_cast<std::int64_t>(node.tree) + 1);
    if (name == "$aborted") return whole(node.is_aborted ? 1 : 0);
    REQUIRE(name == "$skipped");
    return whole(node.skipped);
}

std::vector<Oracle::Place> Oracle::scope(Scope scope, const Place& place) const {
    std::vector<const ToyNode*> nodes;
    const ToyNode* subject = nullptr;
    if (scope == Scope::Tree) { // of no node in particular
        std::vector<Place> places;
        for (const auto& node : forest_.nodes)
            places.push_back({place.query, node.get(), node.get(), scope});
        return places;
    }
    const ToyNode& base = *place.visited;
    switch (scope) {
    case Scope::Tree: break;
    case Scope::Child:
        nodes.assign(base.children.begin(), base.children.end());
        subject = &base;
        break;
    case Scope::Subtree: collect_below(base, nodes); break;
    case Scope::Ancestor:
        for (const ToyNode* node = base.parent; node != nullptr; node = node->parent)
            nodes.push_back(node);
        break;
    case Scope::Sibling:
        if (base.parent == nullptr) break;
        for (const ToyNode* node : base.parent->children)
            if (node != &base) nodes.push_back(node);
        break;
    case Scope::SameKey:
        for (const auto& node : forest_.nodes)
            if (node.get() != &base && node->tree == base.tree && base.values[ToyColumn::kKey] &&
                node->values[ToyColumn::kKey] == base.values[ToyColumn::kKey])
                nodes.push_back(node.get());
        break;
    }
    std::vector<Place> places;
    for (const ToyNode* node : nodes)
        places.push_back({place.query, node, subject != nullptr ? subject : node, scope});
    return places;
}

OracleNumber Oracle::call(const Expression& expression, const Place& place) const {
    return aggregate(expression, scope(expression.scope.value_or(place.implied), place));
}

OracleNumber Oracle::aggregate(const Expression& call, const std::vector<Place>& places) const {
    std::int64_t trues = 0;
    std::int64_t seen = 0;
    std::vector<OracleValue> values;
    for (const Place& place : places) {
        if (call.filter && !truth(*call.filter, place)) continue;
        ++seen;
        const bool is_truth = call.aggregate == Aggregate::Count ||
                              call.aggregate == Aggregate::Any || call.aggregate == Aggregate::All;
        if (is_truth)
            trues += call.operands.empty() || truth(*call.operands[0], place) ? 1 : 0;
        else if (const auto value = number(*call.operands[0], place))
            values.push_back(*value);
    }
    OracleValue sum{!values.empty() && values[0].is_real, 0, 0};
    for (const OracleValue& value : values) {
        sum.whole += value.whole;
        sum.real += value.real;
    }
    const auto less = [](const OracleValue& a, const OracleValue& b) {
        return compare(Operator::Less, a, b);
    };
    switch (call.aggregate) {
    case Aggregate::Count: return whole(trues);
    case Aggregate::Any: return whole(trues > 0 ? 1 : 0);
    case Aggregate::All: return whole(trues == seen ? 1 : 0);
    case Aggregate::Sum: return sum;
    case Aggregate::Average:
        return values.empty() ? std::nullopt
                              : real(sum.as_real() / static_cast<double>(values.size()));
    default: break;
    }
    if (values.empty()) return std::nullopt;
    return call.aggregate == Aggregate::Min ? *std::min_element(values.begin(), values.end(), less)
                                            : *std::max_element(values.begin(), values.end(), less);
}

std::vector<const ToyNode*> Oracle::nodes(const Query& query) const {
    constexpr Scope kImplied[] = {Scope::Tree, Scope::Child, Scope::Subtree, Scope::Ancestor,
                                  Scope::Sibling};
    std::vector<const ToyNode*> found;
    for (const auto& node : forest_.nodes) {
        bool holds = true;
        for (std::size_t part = 0; part < query.conditions.size(); ++part)
            holds = holds && (!query.conditions[part] ||
                              truth(*query.conditions[part],
                                    {node.get(), node.get(), node.get(), kImplied[part]}));
        if (holds) found.push_back(node.get());
    }
    return found;
}

OracleNumber Oracle::number(const Query& query) const {
    return call(*query.condition(PartKind::Node), {});
}

Oracle::Groups Oracle::groups(const Query& query) const {
    const Expression& call = *query.condition(PartKind::Node);
    // A group exists if something in it was counted; whether its nodes are such, every group says.
    const auto is_member = [&](const Place& place) {
        if (call.aggregate == Aggregate::Any || call.aggregate == Aggregate::All) return true;
        if (call.filter && !truth(*call.filter, place)) return false;
        if (call.aggregate != Aggregate::Count) return number(*call.operands[0], place).has_value();
        return call.operands.empty() || truth(*call.operands[0], place);
    };
    std::map<Key, std::vector<Place>> members;
    for (const auto& node : forest_.nodes) {
        const Place place{node.get(), node.get(), node.get(), Scope::Tree};
        if (!is_member(place)) continue;
        Key key;
        for (const Item& item : query.by) {
            const auto value = number(*item.expression, place);
            key.push_back(value ? std::optional(value->whole) : std::nullopt);
        }
        members[key].push_back(place);
    }
    Groups groups;
    for (const auto& [key, places] : members) groups[key] = aggregate(call, places);
    return groups;
}

std::vector<std::pair<std::int64_t, std::int64_t>> Oracle::bars(const Query& query) const {
    const Expression& call = *query.condition(PartKind::Node);
    std::map<std::int64_t, std::int64_t> counts;
    for (const auto& node : forest_.nodes) {
        const Place place{node.get(), node.get(), node.get(), Scope::Tree};
        if (call.filter && !truth(*call.filter, place)) continue;
        const auto value = number(*call.operands[0], place);
        if (!value) continue;
        std::int64_t begin = value->whole;
        while (begin % call.number != 0) --begin;
        ++counts[begin];
    }
    return {counts.begin(), counts.end()};
}

} // namespace gtql::test
