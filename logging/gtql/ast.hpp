// What a query says, before anybody knows which attributes the log has: the tree that the parser
// makes and the binder reads. Everything keeps its place in the text, for messages.
#pragma once

#include "logging/gtql/token.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gtql {

/// From which node a reference reads, seen from the node (in a child scope: see GRAMMAR.md).
enum class AxisKind {
    Here,     ///< no prefix
    Child,    ///< [] the visited child
    Previous, ///< [<] [<2] the sibling visited before
    Next,     ///< [>] [>2] the sibling visited after
    First,    ///< [first] the first of the siblings
    Last,     ///< [last]
    Parent,   ///< [^] [^2]
    Root,     ///< [/]
    Query,    ///< [@] the node that the query is asked of, from inside any scope
};

struct Axis {
    AxisKind kind = AxisKind::Here;
    std::uint32_t steps = 1; ///< for Previous, Next and Parent

    bool operator==(const Axis&) const = default;
};

enum class Operator {
    Or,
    And,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    Equal,
    NotEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    BitAnd,
};

[[nodiscard]] std::string_view spelling(Operator op);

/// The functions that look at the nodes of a scope.
enum class Aggregate { Count, Sum, Min, Max, Average, Any, All, Histogram };

[[nodiscard]] std::string_view spelling(Aggregate aggregate);

/// The nodes that a function looks at.
enum class Scope { Tree, Child, Subtree, Ancestor, Sibling, SameKey };

[[nodiscard]] std::string_view spelling(Scope scope);

struct Expression;
using ExpressionPtr = std::unique_ptr<Expression>;

/// One element of "x in (1, 3..7)"; first and last are constants, equal if only one was written.
struct SetElement {
    ExpressionPtr first{};
    ExpressionPtr last{}; ///< null if the element is no range
};

enum class ExpressionKind {
    Number,    ///< number
    Reference, ///< axis and name: attribute or constant, or "$size"
    Binary,    ///< op, operands[0], operands[1]
    Not,       ///< operands[0]
    Negate,
    Absolute,
    Has,
    In,   ///< operands[0] and set
    Call, ///< aggregate, scope, operands[0] (none for "*"), filter, number (width of hist)
};

struct Expression {
    ExpressionKind kind = ExpressionKind::Number;
    Place place{};
    std::int64_t number = 0;
    std::string name{};
    Axis axis{};
    Operator op = Operator::And;
    bool is_bar = false; ///< the older spelling "|" of "&"
    Aggregate aggregate = Aggregate::Count;
    std::optional<Scope> scope{}; ///< as written in front, "child:"; else that of the part
    std::vector<ExpressionPtr> operands{};
    ExpressionPtr filter{};
    std::vector<SetElement> set{};
    std::uint32_t height = 1; ///< of this tree; bounded, so that walks may recurse
};

/// Chains of "and" or "or" up to this length are joined from left to right, as all other operators
/// are; longer ones in halves. It does not matter what "and" and "or" join first.
inline constexpr std::size_t kLongestLeftChain = 32;

/// Higher expression trees are refused by the parser.
inline constexpr std::uint32_t kMaxExpressionHeight = 200;

enum class PartKind { Node, Child, Subtree, Ancestor, Sibling, Show, Order, Limit, Expect };
inline constexpr std::size_t kPartKinds = 9;

[[nodiscard]] std::string_view spelling(PartKind part);

/// One column of "show:", or one criterion of "order:".
struct Item {
    ExpressionPtr expression{};
    std::string label{}; ///< as written
    bool descending = false;
};

/// "expect: = 3", "expect: in (1, 4..6)".
struct Expectation {
    Operator op = Operator::Equal;
    std::vector<SetElement> set{}; ///< used instead of op and value if not empty
    ExpressionPtr value{};
    std::string label{}; ///< as written
};

struct Query {
    std::string name{}; ///< of "@name", or empty
    std::string text{}; ///< as written, without the name, blanks at the ends and comments behind
    Place place{};
    /// The conditions by PartKind, Node to Sibling. A part that was left empty or out is null.
    std::array<ExpressionPtr, 5> conditions{};
    std::vector<Item> by{}; ///< groups of a lone function in the node part
    std::vector<Item> show{};
    std::vector<Item> order{};
    std::optional<std::uint64_t> limit{};
    std::optional<Expectation> expect{};

    [[nodiscard]] const ExpressionPtr& condition(PartKind part) const {
        return conditions.at(static_cast<std::size_t>(part));
    }
};

/// The expression as text that is parsed into a tree of the same meaning, with only the parentheses
/// it needs: none inside chains of "and" or "or".
[[nodiscard]] std::string to_text(const Expression& expression);

/// The query in the same sense, on one line.
[[nodiscard]] std::string to_text(const Query& query);

} // namespace gtql
