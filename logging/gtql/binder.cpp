#include "logging/gtql/binder.hpp"

#include "engine/base/parse.hpp"
#include "logging/gtql/constant_set.hpp"
#include "logging/gtql/fold.hpp"
#include "logging/gtql/name_table.hpp"

#include <algorithm>

namespace gtql {

namespace {

using BoundResult = rata::Result<BoundPtr>;

BoundPtr make_bound(BoundKind kind, Type type) {
    auto bound = std::make_unique<BoundExpression>();
    bound->kind = kind;
    bound->type = type;
    return bound;
}

BoundPtr make_bound(BoundKind kind, Type type, BoundPtr operand) {
    BoundPtr bound = make_bound(kind, type);
    bound->operands.push_back(std::move(operand));
    return bound;
}

BoundPtr make_bound(BoundKind kind, Type type, BoundPtr left, BoundPtr right) {
    BoundPtr bound = make_bound(kind, type, std::move(left));
    bound->operands.push_back(std::move(right));
    return bound;
}

bool is_relation(Operator op) { return op >= Operator::Less && op <= Operator::NotEqual; }

/// Where an expression stands: which scope it is in, and which one a function without a scope of
/// its own means there.
struct Context {
    std::optional<Scope> inside{};  ///< the innermost scope; none at the node of the query
    std::optional<Scope> implied{}; ///< none inside a function: there a scope must be written
    std::uint32_t child_depth = 0;  ///< number of scopes around, if all of them are child scopes
    bool is_beyond_children = false;
};

class Binder {
public:
    Binder(const BindInput& input, std::vector<Warning>& warnings)
        : input_(input), names_(input.schema), warnings_(warnings) {}

    rata::Result<BoundQuery> bind();

private:
    using Done = rata::Result<void>;

    Done bind_node_part(BoundQuery& bound);
    Done bind_function(BoundQuery& bound, const Expression& call);
    Done bind_conditions(BoundQuery& bound);
    Done bind_items(const std::vector<Item>& items, std::vector<BoundItem>& bound);
    Done bind_expectation(BoundQuery& bound);
    Done check_result_parts(const BoundQuery& bound);

    BoundResult bind_truth(const Expression& expression, const Context& context);
    BoundResult bind_number(const Expression& expression, const Context& context);
    BoundResult bind_any(const Expression& expression, const Context& context);
    BoundResult bind_binary(const Expression& expression, const Context& context);
    BoundResult bind_reference(const Expression& expression, const Context& context);
    BoundResult bind_in(const Expression& expression, const Context& context);
    BoundResult bind_call(const Expression& call, const Context& context);
    Done bind_call_operands(const Expression& call, const Context& inside, BoundExpression& bound);
    BoundResult as_truth(BoundPtr value, const Expression& expression);
    rata::Result<NodeReference> bind_axis(const Expression& expression, const Context& context);
    rata::Result<std::vector<Range>> bind_set(const std::vector<SetElement>& set);
    rata::Result<std::int64_t> bind_constant(const Expression& expression);
    Done check_key(const Expression& call);
    Done check_scope(const Expression& call, const Context& context);
    void warn_of_mixed_names(const Expression& expression, const Expression& other);
    void warn_of_blind_child(const Expression& call, const BoundExpression& bound);

    [[nodiscard]] rata::Error error(Place place, std::string message) const {
        return error_at(input_.text, place, std::move(message));
    }
    void warn(Place place, std::string message) {
        warnings_.push_back(warning_at(input_.text, place, std::move(message)));
    }

    const BindInput& input_;
    NameTable names_;
    std::vector<Warning>& warnings_;
    std::uint32_t calls_in_node_part_ = 0;
};

bool is_lone_function(const Expression& expression) {
    return expression.kind == ExpressionKind::Call &&
           (!expression.scope || *expression.scope == Scope::Tree);
}

rata::Result<BoundQuery> Binder::bind() {
    const Query& query = input_.query;
    BoundQuery bound;
    bound.name = query.name;
    bound.text = query.text;
    bound.place = query.place;
    bound.limit = query.limit;
    bound.condition = constant_truth(true);
    if (const auto done = bind_node_part(bound); !done) return done.error();
    if (const auto done = check_result_parts(bound); !done) return done.error();
    if (const auto done = bind_conditions(bound); !done) return done.error();
    if (const auto done = bind_items(query.by, bound.by); !done) return done.error();
    if (const auto done = bind_items(query.show, bound.show); !done) return done.error();
    if (const auto done = bind_items(query.order, bound.order); !done) return done.error();
    if (const auto done = bind_expectation(bound); !done) return done.error();
    return bound;
}

Binder::Done Binder::bind_node_part(BoundQuery& bound) {
    const ExpressionPtr& node = input_.query.condition(PartKind::Node);
    if (!node) return {};
    if (is_lone_function(*node)) return bind_function(bound, *node);
    if (!input_.query.by.empty())
        return error(node->place, "'by' needs a lone function over the whole tree before it");
    Context context;
    context.implied = Scope::Tree;
    auto condition = bind_truth(*node, context);
    if (!condition) return condition.error();
    bound.condition = std::move(*condition);
    return {};
}

Binder::Done Binder::bind_function(BoundQuery& bound, const Expression& call) {
    Context context;
    context.implied = Scope::Tree;
    if (call.aggregate == Aggregate::Histogram) {
        bound.kind = ResultKind::Histogram;
        bound.bar_width = call.number;
        if (!input_.query.by.empty())
            return error(call.place,
                         "hist cannot be grouped; filter it instead: hist(x, 50 : ...)");
    } else {
        bound.kind = input_.query.by.empty() ? ResultKind::Number : ResultKind::Groups;
    }
    auto function = bind_call(call, context);
    if (!function) return function.error();
    bound.function = std::move(*function);
    return {};
}

Binder::Done Binder::check_result_parts(const BoundQuery& bound) {
    if (bound.kind == ResultKind::Nodes) return {};
    const Query& query = input_.query;
    const auto refuse = [&](Place place, std::string_view part) {
        return error(place, "a lone function yields a number, not nodes, and has no use for '" +
                                std::string(part) + ":'");
    };
    for (std::size_t part = 1; part < query.conditions.size(); ++part)
        if (query.conditions.at(part))
            return refuse(query.conditions.at(part)->place, spelling(static_cast<PartKind>(part)));
    if (!query.show.empty()) return refuse(query.show.front().expression->place, "show");
    if (!query.order.empty()) return refuse(query.order.front().expression->place, "order");
    return {};
}

Binder::Done Binder::bind_conditions(BoundQuery& bound) {
    constexpr std::pair<PartKind, Scope> kParts[] = {{PartKind::Child, Scope::Child},
                                                     {PartKind::Subtree, Scope::Subtree},
                                                     {PartKind::Ancestor, Scope::Ancestor},
                                                     {PartKind::Sibling, Scope::Sibling}};
    for (const auto& [part, scope] : kParts) {
        const ExpressionPtr& written = input_.query.condition(part);
        if (!written) continue;
        Context context;
        context.implied = scope;
        auto condition = bind_truth(*written, context);
        if (!condition) return condition.error();
        bound.condition =
            join_truths(BoundKind::And, std::move(bound.condition), std::move(*condition));
    }
    return {};
}

Binder::Done Binder::bind_items(const std::vector<Item>& items, std::vector<BoundItem>& bound) {
    for (const Item& item : items) {
        auto expression = bind_any(*item.expression, Context{});
        if (!expression) return expression.error();
        const bool is_shown = &items == &input_.query.show;
        if ((*expression)->type == Type::Path && !is_shown)
            return error(item.expression->place, "$path can only be shown");
        if ((*expression)->type == Type::Real && &items == &input_.query.by)
            return error(item.expression->place,
                         "'by' needs whole numbers, and an average is none; compare it with one, "
                         "as in avg(child: []depth) > 3");
        bound.push_back({std::move(*expression), item.label, item.descending});
    }
    return {};
}

Binder::Done Binder::bind_expectation(BoundQuery& bound) {
    const auto& written = input_.query.expect;
    if (!written) return {};
    BoundExpectation expectation;
    expectation.op = written->op;
    expectation.label = written->label;
    if (!written->set.empty()) {
        auto ranges = bind_set(written->set);
        if (!ranges) return ranges.error();
        expectation.ranges = std::move(*ranges);
    } else {
        const auto value = bind_constant(*written->value);
        if (!value) return value.error();
        expectation.value = *value;
    }
    bound.expect = std::move(expectation);
    return {};
}

BoundResult Binder::bind_truth(const Expression& expression, const Context& context) {
    auto bound = bind_any(expression, context);
    if (!bound) return bound;
    return as_truth(std::move(*bound), expression);
}

BoundResult Binder::as_truth(BoundPtr value, const Expression& expression) {
    if (value->type == Type::Truth) return value;
    if (value->type == Type::Path) return error(expression.place, "$path can only be shown");
    const bool is_bit_test = value->kind == BoundKind::Compute && value->op == Operator::BitAnd;
    const bool is_flag =
        value->kind == BoundKind::Value && !value->field.is_attribute() &&
        (value->field.structure == Structure::Leaf || value->field.structure == Structure::Aborted);
    if (!is_bit_test && !is_flag) {
        const std::string message = "a number stands where something true or false is expected";
        if (input_.options.is_strict || input_.options.dialect == Dialect::Paper)
            return error(expression.place, message + "; compare it, for instance with '!= 0'");
        warn(expression.place, message + "; taken as '!= 0'");
    }
    return make_bound(BoundKind::NotZero, Type::Truth, std::move(value));
}

BoundResult Binder::bind_number(const Expression& expression, const Context& context) {
    auto bound = bind_any(expression, context);
    if (!bound) return bound;
    if ((*bound)->type == Type::Truth)
        return error(expression.place, "something true or false stands where a number is expected");
    if ((*bound)->type == Type::Path) return error(expression.place, "$path can only be shown");
    return bound;
}

BoundResult Binder::bind_any(const Expression& expression, const Context& context) {
    const auto unary = [&](BoundKind kind, std::optional<Type> type) -> BoundResult {
        auto operand = bind_number(*expression.operands[0], context);
        if (!operand) return operand;
        const Type own = type.value_or((*operand)->type);
        return make_bound(kind, own, std::move(*operand));
    };
    switch (expression.kind) {
    case ExpressionKind::Number: return constant_number(expression.number);
    case ExpressionKind::Reference: return bind_reference(expression, context);
    case ExpressionKind::Binary: return bind_binary(expression, context);
    case ExpressionKind::Negate: return unary(BoundKind::Negate, std::nullopt);
    case ExpressionKind::Absolute: return unary(BoundKind::Absolute, std::nullopt);
    case ExpressionKind::Has: return unary(BoundKind::Has, Type::Truth);
    case ExpressionKind::In: return bind_in(expression, context);
    case ExpressionKind::Call: return bind_call(expression, context);
    case ExpressionKind::Not: break;
    }
    auto operand = bind_truth(*expression.operands[0], context);
    if (!operand) return operand;
    return make_bound(BoundKind::Not, Type::Truth, std::move(*operand));
}

BoundResult Binder::bind_binary(const Expression& expression, const Context& context) {
    const Expression& first = *expression.operands[0];
    const Expression& second = *expression.operands[1];
    const bool is_logical = expression.op == Operator::And || expression.op == Operator::Or;
    auto left = is_logical ? bind_truth(first, context) : bind_number(first, context);
    if (!left) return left;
    auto right = is_logical ? bind_truth(second, context) : bind_number(second, context);
    if (!right) return right;
    if (is_logical) {
        const BoundKind kind = expression.op == Operator::And ? BoundKind::And : BoundKind::Or;
        return make_bound(kind, Type::Truth, std::move(*left), std::move(*right));
    }
    warn_of_mixed_names(first, second);
    warn_of_mixed_names(second, first);
    const bool is_real = (*left)->type == Type::Real || (*right)->type == Type::Real;
    if (is_real && (expression.op == Operator::BitAnd || expression.op == Operator::Remainder))
        return error(expression.place, "'" + std::string(spelling(expression.op)) +
                                           "' needs whole numbers, and an average is none");
    const bool compares = is_relation(expression.op);
    const Type type = compares ? Type::Truth : is_real ? Type::Real : Type::Integer;
    BoundPtr bound = make_bound(compares ? BoundKind::Compare : BoundKind::Compute, type,
                                std::move(*left), std::move(*right));
    bound->op = expression.op;
    return bound;
}

BoundResult Binder::bind_reference(const Expression& expression, const Context& context) {
    const auto name = names_.find(expression.name);
    if (!name) return error(expression.place, names_.explain_unknown(expression.name));
    if (name->is_constant) {
        if (expression.axis.kind != AxisKind::Here)
            return error(expression.place, rata::in_quotes(expression.name) +
                                               " is a constant, the same at every node");
        return constant_number(name->value);
    }
    auto node = bind_axis(expression, context);
    if (!node) return node.error();
    const bool is_path = name->field == Field{-1, Structure::Path};
    if (is_path && !node->is_visited()) return error(expression.place, "$path takes no prefix");
    BoundPtr value = make_bound(BoundKind::Value, is_path ? Type::Path : Type::Integer);
    value->field = name->field;
    value->node = std::move(*node);
    return value;
}

rata::Result<NodeReference> Binder::bind_axis(const Expression& expression,
                                              const Context& context) {
    const bool in_children = context.inside == Scope::Child;
    const std::uint32_t steps = expression.axis.steps;
    const auto stepped = [](StepKind kind, std::uint32_t count) {
        return NodeReference{false, {Step{kind, count}}};
    };
    switch (expression.axis.kind) {
    case AxisKind::Here: return in_children ? stepped(StepKind::Parent, 1) : NodeReference{};
    case AxisKind::Child:
        if (in_children) return NodeReference{};
        return error(expression.place,
                     "[] is the visited child and means something inside child: count(...) only");
    case AxisKind::Previous:
        if (!in_children && input_.options.dialect == Dialect::Paper)
            return error(expression.place,
                         "[<] means something inside child: count(...) only, in the paper");
        return stepped(StepKind::Previous, steps);
    case AxisKind::Next: return stepped(StepKind::Next, steps);
    case AxisKind::First: return stepped(StepKind::First, 1);
    case AxisKind::Last: return stepped(StepKind::Last, 1);
    case AxisKind::Parent: return stepped(StepKind::Parent, steps + (in_children ? 1 : 0));
    case AxisKind::Root: return stepped(StepKind::Root, 1);
    case AxisKind::Query: break;
    }
    if (context.is_beyond_children) return NodeReference{true, {}};
    if (context.child_depth == 0) return NodeReference{};
    return stepped(StepKind::Parent, context.child_depth);
}

BoundResult Binder::bind_in(const Expression& expression, const Context& context) {
    auto operand = bind_number(*expression.operands[0], context);
    if (!operand) return operand;
    auto ranges = bind_set(expression.set);
    if (!ranges) return ranges.error();
    for (const SetElement& element : expression.set) {
        warn_of_mixed_names(*expression.operands[0], *element.first);
        if (element.last) warn_of_mixed_names(*expression.operands[0], *element.last);
    }
    BoundPtr bound = make_bound(BoundKind::In, Type::Truth, std::move(*operand));
    // Between two whole numbers that touch there is room for a fraction.
    const bool is_real = bound->operand().type == Type::Real;
    bound->ranges = is_real ? std::move(*ranges) : merged(std::move(*ranges));
    return bound;
}

rata::Result<std::vector<Range>> Binder::bind_set(const std::vector<SetElement>& set) {
    std::vector<Range> ranges;
    for (const SetElement& element : set) {
        const auto first = bind_constant(*element.first);
        if (!first) return first.error();
        const auto last = element.last ? bind_constant(*element.last) : first;
        if (!last) return last.error();
        if (*last < *first)
            return error({element.first->place.begin, element.last->place.end},
                         "the range ends before it begins");
        ranges.emplace_back(*first, *last);
    }
    return ranges;
}

rata::Result<std::int64_t> Binder::bind_constant(const Expression& expression) {
    auto bound = bind_number(expression, Context{});
    if (!bound) return bound.error();
    const BoundPtr value = folded(std::move(*bound));
    if (value->kind == BoundKind::Constant) return value->number;
    return error(expression.place,
                 "expected a number, the name of a constant, or what is computed from such");
}

Binder::Done Binder::check_scope(const Expression& call, const Context& context) {
    const std::string name(spelling(call.aggregate));
    if (call.aggregate == Aggregate::Histogram &&
        (context.implied != Scope::Tree || !is_lone_function(call) ||
         input_.query.condition(PartKind::Node).get() != &call))
        return error(call.place, "hist(...) must stand alone in the node part");
    if (!call.scope && !context.implied) {
        if (input_.options.dialect == Dialect::Paper)
            return error(call.place, "a function cannot stand inside another one");
        return error(call.place, "expected a scope here, as in " + name + "(child: ...) or " +
                                     name + "(subtree: ...)");
    }
    const bool in_node_part = !context.inside && context.implied == Scope::Tree;
    if (in_node_part && input_.options.dialect == Dialect::Paper && ++calls_in_node_part_ > 1)
        return error(call.place, "the node part may hold one count only");
    return {};
}

BoundResult Binder::bind_call(const Expression& call, const Context& context) {
    if (const auto done = check_scope(call, context); !done) return done.error();
    const Scope scope = call.scope.value_or(context.implied.value_or(Scope::Tree));
    if (scope == Scope::SameKey)
        if (const auto done = check_key(call); !done) return done.error();
    Context inside;
    inside.inside = scope;
    inside.is_beyond_children = context.is_beyond_children || scope != Scope::Child;
    inside.child_depth = inside.is_beyond_children ? 0 : context.child_depth + 1;
    const bool is_truth = call.aggregate == Aggregate::Any || call.aggregate == Aggregate::All;
    const bool is_real = call.aggregate == Aggregate::Average;
    BoundPtr bound = make_bound(BoundKind::Call, is_truth  ? Type::Truth
                                                 : is_real ? Type::Real
                                                           : Type::Integer);
    bound->aggregate = call.aggregate;
    bound->scope = scope;
    bound->with_self = scope == Scope::Subtree && input_.options.subtree_with_self;
    if (const auto done = bind_call_operands(call, inside, *bound); !done) return done.error();
    if (scope == Scope::Tree && reads_query_node(*bound))
        return error(call.place,
                     "a function over the whole tree cannot look at [@]: it is computed once");
    warn_of_blind_child(call, *bound);
    return bound;
}

/// The filter of a truth becomes a part of it; that of a value stays apart.
Binder::Done Binder::bind_call_operands(const Expression& call, const Context& inside,
                                        BoundExpression& bound) {
    const bool wants_truth = call.aggregate == Aggregate::Count ||
                             call.aggregate == Aggregate::Any || call.aggregate == Aggregate::All;
    auto operand = call.operands.empty() ? BoundResult(constant_truth(true))
                   : wants_truth         ? bind_truth(*call.operands[0], inside)
                                         : bind_number(*call.operands[0], inside);
    if (!operand) return operand.error();
    BoundPtr body = std::move(*operand);
    const bool is_real = body->type == Type::Real;
    if (is_real && call.aggregate == Aggregate::Histogram)
        return error(call.place, "hist needs whole numbers, and an average is none");
    if (is_real) bound.type = Type::Real;
    if (!call.filter) {
        bound.operands.push_back(std::move(body));
        return {};
    }
    auto filter = bind_truth(*call.filter, inside);
    if (!filter) return filter.error();
    if (call.aggregate == Aggregate::All) {
        BoundPtr excused = make_bound(BoundKind::Not, Type::Truth, std::move(*filter));
        body = join_truths(BoundKind::Or, std::move(excused), std::move(body));
    } else if (wants_truth) {
        body = join_truths(BoundKind::And, std::move(*filter), std::move(body));
    }
    bound.operands.push_back(std::move(body));
    if (!wants_truth) bound.operands.push_back(std::move(*filter));
    return {};
}

Binder::Done Binder::check_key(const Expression& call) {
    if (names_.key_attribute()) return {};
    return error(call.place, "[=] needs an attribute of kind key, and this log has none");
}

void Binder::warn_of_mixed_names(const Expression& expression, const Expression& other) {
    if (expression.kind != ExpressionKind::Reference || other.kind != ExpressionKind::Reference)
        return;
    const auto attribute = names_.find(expression.name);
    const treelog::Constant* constant = input_.schema.find_constant(other.name);
    if (!attribute || attribute->is_constant || constant == nullptr) return;
    if (constant->attribute.empty() || constant->attribute == expression.name) return;
    warn(other.place, rata::in_quotes(other.name) + " is a value of " +
                          rata::in_quotes(constant->attribute) + ", not of " +
                          rata::in_quotes(expression.name));
}

bool looks_beside_parent(const BoundExpression& expression) {
    if (expression.kind == BoundKind::Value) {
        const std::vector<Step>& steps = expression.node.steps;
        return steps.empty() || steps.front().kind != StepKind::Parent;
    }
    if (expression.kind == BoundKind::Call) return true;
    return std::any_of(expression.operands.begin(), expression.operands.end(),
                       [](const BoundPtr& operand) { return looks_beside_parent(*operand); });
}

void Binder::warn_of_blind_child(const Expression& call, const BoundExpression& bound) {
    if (bound.scope != Scope::Child || bound.operand().kind == BoundKind::Constant) return;
    const bool looks =
        std::any_of(bound.operands.begin(), bound.operands.end(),
                    [](const BoundPtr& operand) { return looks_beside_parent(*operand); });
    if (!looks) warn(call.place, "without [] this looks at the node itself, not at its children");
}

} // namespace

rata::Result<BoundQuery> bind(const BindInput& input, std::vector<Warning>& warnings) {
    return Binder(input, warnings).bind();
}

} // namespace gtql
