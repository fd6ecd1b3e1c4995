// The language by the book, and nothing else: every expression is walked for every node, every
// scope for every function. What it says is what the engine has to say.
#pragma once

#include "logging/gtql/ast.hpp"
#include "tests/logging/gtql/support/toy_tree.hpp"

#include <map>

namespace gtql::test {

/// A number, whole or not; nothing if it is missing.
struct OracleValue {
    bool is_real = false;
    std::int64_t whole = 0;
    double real = 0;

    [[nodiscard]] double as_real() const { return is_real ? real : static_cast<double>(whole); }
};
using OracleNumber = std::optional<OracleValue>;

class Oracle {
public:
    explicit Oracle(const ToyForest& forest) : forest_(forest), schema_(toy_schema()) {}

    /// The nodes for which all parts are true, in the order of results.
    [[nodiscard]] std::vector<const ToyNode*> nodes(const Query& query) const;
    /// A lone function.
    [[nodiscard]] OracleNumber number(const Query& query) const;
    using Key = std::vector<std::optional<std::int64_t>>;
    /// A missing value stands behind all others.
    struct KeyOrder {
        [[nodiscard]] bool operator()(const Key& a, const Key& b) const {
            for (std::size_t i = 0; i < a.size(); ++i) {
                if (a[i] == b[i]) continue;
                return a[i] && (!b[i] || *a[i] < *b[i]);
            }
            return false;
        }
    };
    using Groups = std::map<Key, OracleNumber, KeyOrder>;
    [[nodiscard]] Groups groups(const Query& query) const;
    /// Of a histogram: where each bar begins, and how many values it holds.
    [[nodiscard]] std::vector<std::pair<std::int64_t, std::int64_t>> bars(const Query& query) const;

private:
    /// Where an expression is evaluated: `subject` is what a name without prefix reads.
    struct Place {
        const ToyNode* query = nullptr;
        const ToyNode* visited = nullptr;
        const ToyNode* subject = nullptr;
        Scope implied = Scope::Tree;
    };

    [[nodiscard]] bool truth(const Expression& expression, const Place& place) const;
    [[nodiscard]] OracleNumber number(const Expression& expression, const Place& place) const;
    [[nodiscard]] OracleNumber binary(const Expression& expression, const Place& place) const;
    [[nodiscard]] OracleNumber reference(const Expression& expression, const Place& place) const;
    [[nodiscard]] OracleNumber call(const Expression& expression, const Place& place) const;
    [[nodiscard]] OracleNumber aggregate(const Expression& call,
                                         const std::vector<Place>& places) const;
    [[nodiscard]] std::vector<Place> scope(Scope scope, const Place& place) const;
    [[nodiscard]] OracleNumber structure(const std::string& name, const ToyNode& node) const;
    [[nodiscard]] bool is_in(const Expression& expression, const Place& place) const;

    const ToyForest& forest_;
    treelog::Schema schema_;
};

/// Algorithm 1 of the paper, line by line, for queries of the published language.
[[nodiscard]] std::vector<const ToyNode*> algorithm_1(const ToyForest& forest, const Query& query);

} // namespace gtql::test
