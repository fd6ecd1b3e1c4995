#include "logging/gtql/expression_parser.hpp"

#include "engine/base/parse.hpp"
#include "logging/gtql/diagnostic.hpp"

#include <algorithm>
#include <iterator>

namespace gtql {

namespace {

std::optional<Operator> relation_of(TokenKind kind) {
    switch (kind) {
    case TokenKind::Less: return Operator::Less;
    case TokenKind::Greater: return Operator::Greater;
    case TokenKind::LessEqual: return Operator::LessEqual;
    case TokenKind::GreaterEqual: return Operator::GreaterEqual;
    case TokenKind::Equal: return Operator::Equal;
    case TokenKind::NotEqual: return Operator::NotEqual;
    default: return std::nullopt;
    }
}

constexpr std::string_view kReserved[] = {"node", "child", "subtree", "count", "and", "or", "not"};

bool is_reserved(std::string_view name) {
    return std::find(std::begin(kReserved), std::end(kReserved), name) != std::end(kReserved);
}

std::optional<Aggregate> aggregate_named(std::string_view name) {
    constexpr Aggregate kAll[] = {Aggregate::Count, Aggregate::Sum,      Aggregate::Min,
                                  Aggregate::Max,   Aggregate::Average,  Aggregate::Any,
                                  Aggregate::All,   Aggregate::Histogram};
    for (const Aggregate each : kAll)
        if (spelling(each) == name) return each;
    return std::nullopt;
}

std::optional<Scope> scope_named(std::string_view name) {
    constexpr Scope kAll[] = {Scope::Tree, Scope::Child, Scope::Subtree, Scope::Ancestor,
                              Scope::Sibling};
    for (const Scope each : kAll)
        if (spelling(each) == name) return each;
    return std::nullopt;
}

std::string unknown_function_text(std::string_view name) {
    const std::vector<std::string> known = {"count", "sum", "min",  "max", "avg",
                                            "any",   "all", "hist", "has", "abs"};
    const auto nearest = nearest_name(name, known);
    return "there is no function " + rata::in_quotes(name) +
           ", expected count, sum, min, max, avg, any, all, hist, has or abs" +
           (nearest ? "; did you mean " + rata::in_quotes(*nearest) + "?" : "");
}

std::uint32_t height_of(const ExpressionPtr& expression) {
    return expression ? expression->height : 0;
}

std::uint32_t height_below(const Expression& expression) {
    std::uint32_t height = height_of(expression.filter);
    for (const ExpressionPtr& operand : expression.operands)
        height = std::max(height, height_of(operand));
    for (const SetElement& element : expression.set)
        height = std::max({height, height_of(element.first), height_of(element.last)});
    return height;
}

constexpr std::string_view kExpectedOperand =
    "an attribute, a constant, a number, count(...) or '('";

} // namespace

ExpressionPtr ExpressionParser::make(ExpressionKind kind, std::uint32_t begin) const {
    auto expression = std::make_unique<Expression>();
    expression->kind = kind;
    expression->place = {begin, std::max(begin, cursor_.end())};
    return expression;
}

/// Sets the height, and refuses trees so high that walking them would need too much stack.
ExpressionParser::Parsed ExpressionParser::checked(ExpressionPtr expression) {
    expression->place.end = std::max(expression->place.begin, cursor_.end());
    expression->height = 1 + height_below(*expression);
    if (expression->height <= kMaxExpressionHeight) return expression;
    return cursor_.error(expression->place,
                         "the expression is nested too deeply, expected at most " +
                             std::to_string(kMaxExpressionHeight) + " levels");
}

ExpressionParser::Parsed ExpressionParser::join(Operator op, ExpressionPtr left,
                                                ExpressionPtr right) {
    ExpressionPtr joined = make(ExpressionKind::Binary, left->place.begin);
    joined->op = op;
    joined->operands.push_back(std::move(left));
    joined->operands.push_back(std::move(right));
    return checked(std::move(joined));
}

ExpressionParser::Parsed ExpressionParser::wrap(ExpressionKind kind, std::uint32_t begin,
                                                ExpressionPtr operand) {
    ExpressionPtr wrapped = make(kind, begin);
    wrapped->operands.push_back(std::move(operand));
    return checked(std::move(wrapped));
}

/// One call deeper, if the stack permits. Whoever could call itself again goes through here.
rata::Result<void> ExpressionParser::descend() {
    if (depth_ >= kMaxExpressionHeight)
        return cursor_.error(cursor_.peek().place, "the expression is nested too deeply");
    ++depth_;
    return {};
}

ExpressionParser::Parsed ExpressionParser::parse() {
    if (const auto deeper = descend(); !deeper) return deeper.error();
    Parsed chain = parse_chain(Operator::Or);
    --depth_;
    return chain;
}

ExpressionParser::Parsed ExpressionParser::parse_chain(Operator op) {
    std::vector<ExpressionPtr> operands;
    do {
        Parsed operand = op == Operator::Or ? parse_chain(Operator::And) : parse_not();
        if (!operand) return operand;
        operands.push_back(std::move(*operand));
    } while (cursor_.skip_name(spelling(op)));
    return join_all(op, operands);
}

ExpressionParser::Parsed ExpressionParser::join_all(Operator op,
                                                    std::span<ExpressionPtr> operands) {
    if (operands.size() > kLongestLeftChain) {
        const std::size_t half = operands.size() / 2;
        Parsed left = join_all(op, operands.first(half));
        if (!left) return left;
        Parsed right = join_all(op, operands.subspan(half));
        return right ? join(op, std::move(*left), std::move(*right)) : std::move(right);
    }
    Parsed joined = std::move(operands.front());
    for (ExpressionPtr& operand : operands.subspan(1))
        if (joined) joined = join(op, std::move(*joined), std::move(operand));
    return joined;
}

ExpressionParser::Parsed ExpressionParser::parse_not() {
    const std::uint32_t begin = cursor_.peek().place.begin;
    std::uint32_t negations = 0;
    while (cursor_.skip_name("not")) ++negations;
    Parsed operand = parse_relation();
    for (; operand && negations > 0; --negations)
        operand = wrap(ExpressionKind::Not, begin, std::move(*operand));
    return operand;
}

ExpressionParser::Parsed ExpressionParser::parse_relation() {
    Parsed left = parse_sum();
    if (!left) return left;
    if (cursor_.at_name("in") && cursor_.peek(1).kind == TokenKind::LeftParen)
        return parse_membership(std::move(*left));
    const auto relation = relation_of(cursor_.peek().kind);
    if (!relation) return left;
    cursor_.take();
    Parsed right = parse_sum();
    if (!right) return right;
    if (relation_of(cursor_.peek().kind))
        return cursor_.error(cursor_.peek().place,
                             "comparisons cannot be chained; join two of them by 'and'");
    return join(*relation, std::move(*left), std::move(*right));
}

ExpressionParser::Parsed ExpressionParser::parse_membership(ExpressionPtr operand) {
    const Place place = cursor_.take().place;
    if (const auto allowed = cursor_.allow_extension(place, "'in'"); !allowed)
        return allowed.error();
    auto set = parse_set();
    if (!set) return set.error();
    ExpressionPtr membership = make(ExpressionKind::In, operand->place.begin);
    membership->operands.push_back(std::move(operand));
    membership->set = std::move(*set);
    return checked(std::move(membership));
}

rata::Result<std::vector<SetElement>> ExpressionParser::parse_set() {
    if (!cursor_.skip(TokenKind::LeftParen)) return cursor_.expected("'(' before the values");
    std::vector<SetElement> set;
    do {
        auto element = parse_element();
        if (!element) return element.error();
        set.push_back(std::move(*element));
    } while (cursor_.skip(TokenKind::Comma));
    if (!cursor_.skip(TokenKind::RightParen))
        return cursor_.expected("',' or ')' after a value of the set");
    return set;
}

rata::Result<SetElement> ExpressionParser::parse_element() {
    SetElement element;
    Parsed first = parse_unary();
    if (!first) return first.error();
    element.first = std::move(*first);
    if (cursor_.skip(TokenKind::DotDot)) {
        Parsed last = parse_unary();
        if (!last) return last.error();
        element.last = std::move(*last);
    }
    return element;
}

ExpressionParser::Parsed ExpressionParser::parse_sum() {
    Parsed left = parse_product();
    while (left && (cursor_.at(TokenKind::Plus) || cursor_.at(TokenKind::Minus))) {
        const Token op = cursor_.take();
        if (const auto allowed = cursor_.allow_extension(op.place, "arithmetic"); !allowed)
            return allowed.error();
        Parsed right = parse_product();
        const Operator kind = op.kind == TokenKind::Plus ? Operator::Add : Operator::Subtract;
        left = right ? join(kind, std::move(*left), std::move(*right)) : std::move(right);
    }
    return left;
}

ExpressionParser::Parsed ExpressionParser::parse_product() {
    const auto operator_of = [](TokenKind kind) -> std::optional<Operator> {
        if (kind == TokenKind::Star) return Operator::Multiply;
        if (kind == TokenKind::Slash) return Operator::Divide;
        if (kind == TokenKind::Percent) return Operator::Remainder;
        return std::nullopt;
    };
    Parsed left = parse_bits();
    while (left) {
        const auto op = operator_of(cursor_.peek().kind);
        if (!op) break;
        const Place place = cursor_.take().place;
        if (const auto allowed = cursor_.allow_extension(place, "arithmetic"); !allowed)
            return allowed.error();
        Parsed right = parse_bits();
        left = right ? join(*op, std::move(*left), std::move(*right)) : std::move(right);
    }
    return left;
}

ExpressionParser::Parsed ExpressionParser::parse_bits() {
    Parsed left = parse_unary();
    while (left && (cursor_.at(TokenKind::Ampersand) || cursor_.at(TokenKind::Bar))) {
        const bool is_bar = cursor_.take().kind == TokenKind::Bar;
        Parsed right = parse_unary();
        left =
            right ? join(Operator::BitAnd, std::move(*left), std::move(*right)) : std::move(right);
        if (left) (*left)->is_bar = is_bar;
    }
    return left;
}

ExpressionParser::Parsed ExpressionParser::parse_unary() {
    const std::uint32_t begin = cursor_.peek().place.begin;
    std::uint32_t signs = 0;
    while (cursor_.skip(TokenKind::Minus)) ++signs;
    Parsed operand = parse_primary();
    if (!operand || signs == 0) return operand;
    // The sign of a number belongs to it; that of anything else is arithmetic.
    if ((*operand)->kind == ExpressionKind::Number && (*operand)->number > 0) {
        (*operand)->number = -(*operand)->number;
        (*operand)->place.begin = begin;
        --signs;
    }
    if (signs > 0) {
        const auto allowed = cursor_.allow_extension({begin, begin + 1}, "arithmetic");
        if (!allowed) return allowed.error();
    }
    for (; operand && signs > 0; --signs)
        operand = wrap(ExpressionKind::Negate, begin, std::move(*operand));
    return operand;
}

ExpressionParser::Parsed ExpressionParser::parse_primary() {
    switch (cursor_.peek().kind) {
    case TokenKind::LeftParen: return parse_parenthesis();
    case TokenKind::Number: return parse_number();
    case TokenKind::Name:
    case TokenKind::Structure: return parse_name();
    case TokenKind::LeftBracket: return parse_axis();
    case TokenKind::Star:
        return cursor_.error(cursor_.peek().place,
                             "'*' is no value; it may stand alone in count(*)");
    default: return cursor_.expected(kExpectedOperand);
    }
}

ExpressionParser::Parsed ExpressionParser::parse_parenthesis() {
    cursor_.take();
    Parsed inner = parse();
    if (inner && !cursor_.skip(TokenKind::RightParen))
        return cursor_.expected("an operator or ')'");
    return inner;
}

ExpressionParser::Parsed ExpressionParser::parse_number() {
    const Token token = cursor_.take();
    const auto value = rata::try_parse_integer<std::int64_t>(token.text);
    if (!value)
        return cursor_.error(token.place, "the number " + shortened(token.text) +
                                              " is too large, expected at most " +
                                              std::to_string(INT64_MAX));
    ExpressionPtr number = make(ExpressionKind::Number, token.place.begin);
    number->number = *value;
    return number;
}

ExpressionParser::Parsed ExpressionParser::parse_name() {
    const Token token = cursor_.peek();
    if (cursor_.peek(1).kind == TokenKind::LeftParen && token.kind == TokenKind::Name) {
        if (const auto aggregate = aggregate_named(token.text)) return parse_call(*aggregate);
        if (token.text == "has") return parse_function(ExpressionKind::Has);
        if (token.text == "abs") return parse_function(ExpressionKind::Absolute);
        if (!is_reserved(token.text))
            return cursor_.error(token.place, unknown_function_text(token.text));
    }
    if (is_reserved(token.text)) return cursor_.expected(kExpectedOperand);
    cursor_.take();
    if (token.kind == TokenKind::Structure)
        if (const auto allowed = cursor_.allow_extension(token.place, token.text); !allowed)
            return allowed.error();
    ExpressionPtr reference = make(ExpressionKind::Reference, token.place.begin);
    reference->name = std::string(token.text);
    return reference;
}

ExpressionParser::Parsed ExpressionParser::parse_axis() {
    const std::uint32_t begin = cursor_.take().place.begin;
    const auto axis = parse_axis_word();
    if (!axis) return axis.error();
    if (!cursor_.skip(TokenKind::RightBracket)) return cursor_.expected("']'");
    const bool published =
        *axis == Axis{AxisKind::Child, 1} || *axis == Axis{AxisKind::Previous, 1};
    if (!published)
        if (const auto allowed =
                cursor_.allow_extension({begin, cursor_.end()}, cursor_.text_from(begin));
            !allowed)
            return allowed.error();
    const Token name = cursor_.peek();
    const bool usable = name.kind == TokenKind::Structure ||
                        (name.kind == TokenKind::Name && !is_reserved(name.text));
    if (!usable) return cursor_.expected("the name of an attribute after ']'");
    Parsed reference = parse_name();
    if (!reference) return reference;
    if ((*reference)->kind != ExpressionKind::Reference)
        return cursor_.error((*reference)->place,
                             "a prefix in brackets belongs before an attribute, not a function");
    (*reference)->axis = *axis;
    (*reference)->place.begin = begin;
    return reference;
}

rata::Result<Axis> ExpressionParser::parse_axis_word() {
    const Token token = cursor_.peek();
    const auto with_steps = [this](AxisKind kind) -> rata::Result<Axis> {
        cursor_.take();
        const auto steps = parse_steps();
        if (!steps) return steps.error();
        return Axis{kind, *steps};
    };
    const auto plain = [this](AxisKind kind) {
        cursor_.take();
        return Axis{kind, 1};
    };
    if (token.kind == TokenKind::RightBracket) return Axis{AxisKind::Child, 1};
    if (token.kind == TokenKind::Less) return with_steps(AxisKind::Previous);
    if (token.kind == TokenKind::Greater) return with_steps(AxisKind::Next);
    if (token.kind == TokenKind::Caret) return with_steps(AxisKind::Parent);
    if (token.kind == TokenKind::Slash) return plain(AxisKind::Root);
    if (token.kind == TokenKind::At) return plain(AxisKind::Query);
    if (token.is_name("first")) return plain(AxisKind::First);
    if (token.is_name("last")) return plain(AxisKind::Last);
    if (token.kind == TokenKind::Equal)
        return cursor_.error(token.place,
                             "[=] is a scope, to be used as in count([=]) or max([=]: value)");
    return cursor_.expected("'<', '>', '^', '/', '@', first, last or ']'");
}

rata::Result<std::uint32_t> ExpressionParser::parse_steps() {
    if (!cursor_.at(TokenKind::Number)) return std::uint32_t{1};
    constexpr std::uint32_t kMaxSteps = 1000;
    const Token token = cursor_.take();
    const auto steps = rata::try_parse_integer<std::uint32_t>(token.text, 1, kMaxSteps);
    if (steps) return *steps;
    return cursor_.error(token.place, "found " + shortened(token.text) + " steps, expected 1 to " +
                                          std::to_string(kMaxSteps));
}

ExpressionParser::Parsed ExpressionParser::parse_function(ExpressionKind kind) {
    const Token name = cursor_.take();
    if (const auto allowed = cursor_.allow_extension(name.place, name.text); !allowed)
        return allowed.error();
    cursor_.take();
    if (const auto deeper = descend(); !deeper) return deeper.error();
    Parsed operand = parse_sum();
    --depth_;
    if (!operand) return operand;
    if (!cursor_.skip(TokenKind::RightParen)) return cursor_.expected("')'");
    return wrap(kind, name.place.begin, std::move(*operand));
}

ExpressionParser::Parsed ExpressionParser::parse_call(Aggregate aggregate) {
    const Token name = cursor_.take();
    if (aggregate != Aggregate::Count)
        if (const auto allowed = cursor_.allow_extension(name.place, name.text); !allowed)
            return allowed.error();
    cursor_.take();
    ExpressionPtr call = make(ExpressionKind::Call, name.place.begin);
    call->aggregate = aggregate;
    const Token scope = cursor_.peek();
    if (scope.kind == TokenKind::LeftBracket && cursor_.peek(1).kind == TokenKind::Equal) {
        if (const auto parsed = parse_same_key(*call); !parsed) return parsed.error();
        if (cursor_.at(TokenKind::RightParen)) return finish_call(std::move(call));
    } else if (scope.kind == TokenKind::Name && cursor_.peek(1).kind == TokenKind::Colon &&
               scope_named(scope.text)) {
        const auto allowed = cursor_.allow_extension(scope.place, "a scope inside a function");
        if (!allowed) return allowed.error();
        call->scope = scope_named(scope.text);
        cursor_.take();
        cursor_.take();
    }
    if (const auto parsed = parse_argument(*call); !parsed) return parsed.error();
    return finish_call(std::move(call));
}

/// "[=]" alone, or "[=]:" before an argument.
rata::Result<void> ExpressionParser::parse_same_key(Expression& call) {
    const Place place = cursor_.take().place;
    cursor_.take();
    if (auto allowed = cursor_.allow_extension(place, "[=]"); !allowed) return allowed;
    if (!cursor_.skip(TokenKind::RightBracket)) return cursor_.expected("']'");
    call.scope = Scope::SameKey;
    const bool alone = cursor_.at(TokenKind::RightParen);
    if (alone && call.aggregate != Aggregate::Count)
        return cursor_.expected("':' and what to look at; only count([=]) needs no more");
    if (!alone && !cursor_.skip(TokenKind::Colon)) return cursor_.expected("':' or ')' after [=]");
    return {};
}

rata::Result<void> ExpressionParser::parse_argument(Expression& call) {
    if (cursor_.at(TokenKind::Star)) {
        if (call.aggregate != Aggregate::Count)
            return cursor_.error(cursor_.peek().place, "'*' goes with count only; " +
                                                           std::string(spelling(call.aggregate)) +
                                                           " needs something to look at");
        cursor_.take();
    } else {
        Parsed argument = parse();
        if (!argument) return argument.error();
        call.operands.push_back(std::move(*argument));
    }
    if (call.aggregate == Aggregate::Histogram)
        if (auto parsed = parse_width(call); !parsed) return parsed;
    if (!cursor_.at(TokenKind::Colon)) return {};
    const Place colon = cursor_.take().place;
    if (auto allowed = cursor_.allow_extension(colon, "a filter after ':'"); !allowed)
        return allowed;
    Parsed filter = parse();
    if (!filter) return filter.error();
    call.filter = std::move(*filter);
    return {};
}

rata::Result<void> ExpressionParser::parse_width(Expression& call) {
    if (!cursor_.skip(TokenKind::Comma))
        return cursor_.expected("',' and the width of a bar, as in hist(value, 50)");
    const Token token = cursor_.peek();
    const auto width = token.kind == TokenKind::Number
                           ? rata::try_parse_integer<std::int64_t>(token.text, 1)
                           : std::nullopt;
    if (!width) return cursor_.expected("the width of a bar, a number from 1 up");
    cursor_.take();
    call.number = *width;
    return {};
}

ExpressionParser::Parsed ExpressionParser::finish_call(ExpressionPtr call) {
    if (cursor_.skip(TokenKind::RightParen)) return checked(std::move(call));
    return cursor_.expected(call->filter ? "an operator or ')'" : "an operator, ':' or ')'");
}

} // namespace gtql
