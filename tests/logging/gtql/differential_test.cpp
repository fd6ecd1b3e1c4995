// Random queries on random trees: the engine, by every plan it has, against the oracles.
#include "logging/gtql/binder.hpp"
#include "logging/gtql/executor.hpp"
#include "tests/logging/gtql/support/oracle.hpp"
#include "tests/logging/gtql/support/query_generator.hpp"

#include <catch2/catch.hpp>

#include <cmath>

using namespace gtql;
using namespace gtql::test;

namespace {

struct Plan {
    const char* name;
    RunOptions options;
};

std::vector<Plan> plans() {
    std::vector<Plan> all;
    all.push_back({"automatic", {}});
    all.push_back({"visit", {1, Strategy::Visit, false}});
    all.push_back({"bits", {1, Strategy::Bits, true}});
    all.push_back({"sweep", {1, Strategy::Sweep, false}});
    return all;
}

using NodeName = std::pair<std::int64_t, std::int64_t>; ///< tree and id

struct Bound {
    Query query{};
    std::vector<BoundQuery> bound{};
};

Bound bind_text(const std::string& text, const treelog::Schema& schema, Dialect dialect) {
    INFO(text);
    auto query = parse_query(text, dialect);
    if (!query) FAIL(render_error(text, query.error()));
    // What is printed is read as the same.
    const std::string printed = to_text(*query);
    const auto again = parse_query(printed, dialect);
    if (!again) FAIL(printed << "\n" << render_error(printed, again.error()));
    REQUIRE(to_text(*again) == printed);
    std::vector<Warning> warnings;
    auto bound = bind({*query, text, schema, {}}, warnings);
    if (!bound) FAIL(render_error(text, bound.error()));
    Bound result;
    result.query = std::move(*query);
    result.bound.push_back(std::move(*bound));
    return result;
}

std::vector<QueryResult> run(const treelog::TreeSource& source, const Bound& bound,
                             const RunOptions& options) {
    auto forest = Forest::open(source);
    REQUIRE(forest.ok());
    auto results = execute(*forest, bound.bound, options);
    if (!results) FAIL(results.error().to_string());
    return std::move(*results);
}

std::vector<NodeName> names_of(const std::vector<const ToyNode*>& nodes) {
    std::vector<NodeName> names;
    names.reserve(nodes.size());
    for (const ToyNode* node : nodes)
        names.emplace_back(static_cast<std::int64_t>(node->tree) + 1, node->id);
    return names;
}

bool is_same(const Cell& cell, const OracleNumber& number) {
    if (!number) return cell.kind == Cell::Kind::Missing;
    if (cell.kind == Cell::Kind::Real)
        return std::fabs(cell.real - number->as_real()) <= 1e-9 * (1 + std::fabs(cell.real));
    return cell.kind != Cell::Kind::Missing && !number->is_real && cell.whole == number->whole;
}

void check_nodes(const ToyForest& toy, const treelog::TreeSource& source, const std::string& text,
                 Dialect dialect) {
    const Bound bound = bind_text(text + (dialect == Dialect::Extended ? "; show: $tree, $id" : ""),
                                  source.schema(), dialect);
    const std::vector<NodeName> expected = names_of(Oracle(toy).nodes(bound.query));
    if (dialect == Dialect::Paper && text.find("node: count") == std::string::npos &&
        to_text(bound.query).find("node: (count") == std::string::npos) {
        const bool counts_in_node =
            bound.query.condition(PartKind::Node) &&
            to_text(*bound.query.condition(PartKind::Node)).find("count(") != std::string::npos;
        if (!counts_in_node) REQUIRE(names_of(algorithm_1(toy, bound.query)) == expected);
    }
    for (const Plan& plan : plans()) {
        const std::vector<QueryResult> results = run(source, bound, plan.options);
        INFO(text << "\nplan " << plan.name);
        REQUIRE(results[0].count == expected.size());
        std::vector<NodeName> found;
        for (const auto& row : results[0].rows) {
            const std::int64_t tree = row.size() > 1 ? row[0].whole : 1;
            found.emplace_back(tree, row[row.size() > 1 ? 1 : 0].whole);
        }
        if (dialect == Dialect::Extended) REQUIRE(found == expected);
    }
}

void check_function(const ToyForest& toy, const treelog::TreeSource& source,
                    const std::string& text) {
    const Bound bound = bind_text(text, source.schema(), Dialect::Extended);
    for (const Plan& plan : plans()) {
        const std::vector<QueryResult> results = run(source, bound, plan.options);
        INFO(text << "\nplan " << plan.name);
        if (bound.bound[0].kind == ResultKind::Number) {
            REQUIRE(is_same(results[0].number, Oracle(toy).number(bound.query)));
            continue;
        }
        const auto groups = Oracle(toy).groups(bound.query);
        REQUIRE(results[0].rows.size() == groups.size());
        std::size_t at = 0;
        for (const auto& [key, value] : groups) {
            const std::vector<Cell>& row = results[0].rows[at++];
            for (std::size_t k = 0; k < key.size(); ++k) {
                REQUIRE((row[k].kind != Cell::Kind::Missing) == key[k].has_value());
                if (key[k]) REQUIRE(row[k].whole == *key[k]);
            }
            REQUIRE(is_same(row.back(), value));
        }
    }
}

void run_pairs(std::uint64_t seed, int forests, int queries) {
    rata::Rng rng(seed);
    for (int i = 0; i < forests; ++i) {
        const ToyForest toy = random_forest(rng, 1 + rng.below(60));
        const auto log = to_log(toy);
        for (int k = 0; k < queries; ++k) {
            const Dialect dialect = k % 4 == 0 ? Dialect::Paper : Dialect::Extended;
            QueryGenerator generator(rng, dialect);
            if (k % 4 == 3)
                check_function(toy, *log, generator.function());
            else
                check_nodes(toy, *log, generator.nodes(), dialect);
        }
    }
}

} // namespace

TEST_CASE("every plan answers as the oracles do", "[gtql][differential]") {
    run_pairs(2024, 150, 20);
}

TEST_CASE("every plan answers a hundred thousand queries as the oracles do",
          "[gtql][differential][slow]") {
    run_pairs(4096, 2500, 40);
}
