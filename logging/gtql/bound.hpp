// A query whose names are resolved and whose types are checked: what the planner and the executor
// work on. It refers to attributes by their number in a schema and knows nothing of text any more,
// but for places and labels.
//
// Every reference reads from one of two nodes: the node that the innermost scope visits, or the
// node that the query is asked of. That is enough, because all others are steps from one of them:
// in a child scope, the node itself is the parent of the visited one.
#pragma once

#include "logging/gtql/ast.hpp"

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace gtql {

enum class Type {
    Truth,
    Integer,
    Real, ///< averages, and what is computed from them
    Path, ///< "$path", which can only be shown
};

/// What the language itself knows of a node, without anything having been logged.
enum class Structure {
    Id,
    Post,
    Level,
    Size,
    Arity,
    Index,
    Height,
    Leaf,
    Iteration,
    Thread,
    Tree,
    Aborted,
    Skipped,
    Logged,
    Path,
    Beside, ///< not in the language: plans use it, see SubtreeSizes::beside()
};
inline constexpr std::size_t kStructures = 15; ///< those of the language

/// "$id".
[[nodiscard]] std::string_view spelling(Structure structure);

/// Which value of a node: attribute number `attribute`, or, if that is negative, `structure`.
struct Field {
    std::int32_t attribute = -1;
    Structure structure = Structure::Id;

    [[nodiscard]] bool is_attribute() const { return attribute >= 0; }
    bool operator==(const Field&) const = default;
};

enum class StepKind { Parent, Previous, Next, First, Last, Root };

struct Step {
    StepKind kind = StepKind::Parent;
    std::uint32_t count = 1;

    bool operator==(const Step&) const = default;
};

/// A node near one of the two that an expression is evaluated for.
struct NodeReference {
    bool from_query = false; ///< from the node of the query, not the visited one
    std::vector<Step> steps{};

    [[nodiscard]] bool is_visited() const { return !from_query && steps.empty(); }
    /// The sibling before the visited node.
    [[nodiscard]] bool is_previous() const {
        return !from_query && steps.size() == 1 && steps[0] == Step{StepKind::Previous, 1};
    }
    bool operator==(const NodeReference&) const = default;
};

enum class BoundKind {
    Constant, ///< number; of type Truth: 0 or 1
    Value,    ///< field of node
    Compare,  ///< op, two numbers
    Compute,  ///< op (with BitAnd), two numbers
    Negate,
    Absolute,
    And,
    Or,
    Not,
    NotZero, ///< truth of a number
    Has,
    In,   ///< operand and ranges
    Call, ///< aggregate over scope: operands[0], and operands[1] as filter if there are two
};

struct BoundExpression;
using BoundPtr = std::unique_ptr<BoundExpression>;

/// Closed: both ends belong to it.
using Range = std::pair<std::int64_t, std::int64_t>;

struct BoundExpression {
    BoundKind kind = BoundKind::Constant;
    Type type = Type::Truth;
    std::int64_t number = 0;
    Field field{};
    NodeReference node{};
    Operator op = Operator::And;
    std::vector<BoundPtr> operands{};
    std::vector<Range> ranges{}; ///< ascending, apart from one another; of a Real in any order
    Aggregate aggregate = Aggregate::Count;
    Scope scope = Scope::Tree;
    bool with_self = false; ///< the subtree scope visits the node, too
    /// Of a call: where the plan keeps what it knows of it in advance; -1 if nothing.
    std::int32_t slot = -1;

    [[nodiscard]] const BoundExpression& operand(std::size_t i = 0) const { return *operands[i]; }
    [[nodiscard]] bool is_constant(std::int64_t value) const {
        return kind == BoundKind::Constant && number == value;
    }
};

[[nodiscard]] BoundPtr clone(const BoundExpression& expression);
[[nodiscard]] bool equal(const BoundExpression& left, const BoundExpression& right);
[[nodiscard]] BoundPtr constant_truth(bool value);
[[nodiscard]] BoundPtr constant_number(std::int64_t value);
[[nodiscard]] BoundPtr join_truths(BoundKind kind, BoundPtr left, BoundPtr right);
/// The same of any number of truths, left empty behind; a tree as the parser makes of a chain.
[[nodiscard]] BoundPtr join_truths(BoundKind kind, std::span<BoundPtr> truths);

/// Whether the expression reads from the node of the query, which a scope around it does not visit.
[[nodiscard]] bool reads_query_node(const BoundExpression& expression);

/// Whether it holds a function over the whole tree, which has to be computed before anything else.
[[nodiscard]] bool has_tree_call(const BoundExpression& expression);

/// The expression in a notation close to the language, with the names of `attributes`: for plans.
[[nodiscard]] std::string to_text(const BoundExpression& expression,
                                  const std::vector<std::string>& attributes);

struct BoundItem {
    BoundPtr expression{};
    std::string label{};
    bool descending = false;
};

/// What a query yields.
enum class ResultKind {
    Nodes,     ///< the nodes for which the condition is true
    Number,    ///< one number over the whole log
    Groups,    ///< a number for each combination of values
    Histogram, ///< how many values lie in each bar
};

struct BoundExpectation {
    Operator op = Operator::Equal;
    std::int64_t value = 0;
    std::vector<Range> ranges{}; ///< used instead if not empty
    std::string label{};
};

struct BoundQuery {
    std::string name{};
    std::string text{};
    Place place{};
    ResultKind kind = ResultKind::Nodes;
    BoundPtr condition{}; ///< all parts joined; for Nodes
    BoundPtr function{};  ///< the call over the tree; for the other kinds
    std::vector<BoundItem> by{};
    std::vector<BoundItem> show{};
    std::vector<BoundItem> order{};
    std::optional<std::uint64_t> limit{};
    std::optional<BoundExpectation> expect{};
    std::int64_t bar_width = 0; ///< of a histogram
};

} // namespace gtql
