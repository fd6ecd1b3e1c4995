// Algorithm 1 of the paper (DFT-QUERY-EVAL), with its instances and counters, for the published
// language. Line numbers are those of the paper; only `count` outside of scopes, which the paper
// leaves open, is not here.
#include "tests/logging/gtql/support/oracle.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

namespace gtql::test {

namespace {

/// The nodes that an expression may look at; null where there is none.
struct Sight {
    const ToyNode* node = nullptr;
    const ToyNode* child = nullptr;
    const ToyNode* previous = nullptr;
};

using Counters = std::vector<std::pair<const Expression*, std::int64_t>>;

struct QueryInstance {
    Counters subtree{};
    Counters child{};
};

void find_counts(const Expression* expression, Counters& counters) {
    if (expression == nullptr) return;
    if (expression->kind == ExpressionKind::Call) counters.emplace_back(expression, 0);
    for (const ExpressionPtr& operand : expression->operands)
        if (expression->kind != ExpressionKind::Call) find_counts(operand.get(), counters);
}

class Evaluation {
public:
    Evaluation(const Query& query, std::vector<const ToyNode*>& result)
        : query_(query), result_(result) {}

    void dft_query_eval(const ToyNode& node) {
        std::shared_ptr<QueryInstance> instance;          // 1
        if (holds(part(PartKind::Node), {&node}, {})) {   // 2
            instance = std::make_shared<QueryInstance>(); // 3
            find_counts(part(PartKind::Subtree), instance->subtree);
            find_counts(part(PartKind::Child), instance->child);
            stack_.push_back(instance); // 4
        }
        const ToyNode* previous = nullptr;                                   // 6
        for (const ToyNode* child : node.children) {                         // 5, 7
            dft_query_eval(*child);                                          // 8
            if (instance) update(instance->child, {&node, child, previous}); // 9
            previous = child;                                                // 10
        }
        if (instance && !stack_.empty() && stack_.back() == instance) {       // 11, 12
            if (holds(part(PartKind::Subtree), {&node}, instance->subtree) && // 13
                holds(part(PartKind::Child), {&node}, instance->child))
                result_.push_back(&node); // 14
            stack_.pop_back();            // 15, 16
        }
        for (const auto& open : stack_) update(open->subtree, {&node}); // 17
    }

private:
    const Expression* part(PartKind kind) const { return query_.condition(kind).get(); }

    void update(Counters& counters, const Sight& sight) const {
        for (auto& [call, count] : counters)
            count += call->operands.empty() || holds(call->operands[0].get(), sight, {}) ? 1 : 0;
    }

    bool holds(const Expression* expression, const Sight& sight, const Counters& counters) const {
        if (expression == nullptr) return true;
        const auto truth = [&](std::size_t i) {
            return holds(expression->operands[i].get(), sight, counters);
        };
        if (expression->kind == ExpressionKind::Not) return !truth(0);
        if (expression->kind != ExpressionKind::Binary || expression->op == Operator::BitAnd)
            return value(*expression, sight, counters).value_or(0) != 0;
        if (expression->op == Operator::And) return truth(0) && truth(1);
        if (expression->op == Operator::Or) return truth(0) || truth(1);
        const auto a = value(*expression->operands[0], sight, counters);
        const auto b = value(*expression->operands[1], sight, counters);
        if (!a || !b) return false;
        switch (expression->op) {
        case Operator::Less: return *a < *b;
        case Operator::Greater: return *a > *b;
        case Operator::LessEqual: return *a <= *b;
        case Operator::GreaterEqual: return *a >= *b;
        case Operator::Equal: return *a == *b;
        default: return *a != *b;
        }
    }

    std::optional<std::int64_t> value(const Expression& expression, const Sight& sight,
                                      const Counters& counters) const {
        if (expression.kind == ExpressionKind::Number) return expression.number;
        if (expression.kind == ExpressionKind::Call) {
            const auto counter = std::find_if(counters.begin(), counters.end(), [&](const auto& c) {
                return c.first == &expression;
            });
            REQUIRE(counter != counters.end());
            return counter->second;
        }
        if (expression.kind == ExpressionKind::Binary && expression.op == Operator::BitAnd) {
            const auto a = value(*expression.operands[0], sight, counters);
            const auto b = value(*expression.operands[1], sight, counters);
            return a && b ? std::optional(*a & *b) : std::nullopt;
        }
        if (expression.kind != ExpressionKind::Reference)
            return holds(&expression, sight, counters) ? 1 : 0;
        if (const auto* constant = schema_.find_constant(expression.name)) return constant->value;
        const ToyNode* node = expression.axis.kind == AxisKind::Child      ? sight.child
                              : expression.axis.kind == AxisKind::Previous ? sight.previous
                                                                           : sight.node;
        if (node == nullptr) return std::nullopt;
        if (expression.name == "node_id") return node->id;
        return node->values[*schema_.find_attribute(expression.name)];
    }

    const Query& query_;
    std::vector<const ToyNode*>& result_;
    treelog::Schema schema_ = toy_schema();
    std::vector<std::shared_ptr<QueryInstance>> stack_{};
};

} // namespace

std::vector<const ToyNode*> algorithm_1(const ToyForest& forest, const Query& query) {
    std::vector<const ToyNode*> result;
    for (const ToyTree& tree : forest.trees) Evaluation(query, result).dft_query_eval(*tree.root);
    std::sort(result.begin(), result.end(), [](const ToyNode* a, const ToyNode* b) {
        return a->tree != b->tree ? a->tree < b->tree : a->id < b->id;
    });
    return result;
}

} // namespace gtql::test
