// Random queries on random trees: the engine, by every plan it has, against the oracles.
#include "logging/gtql/binder.hpp"
#include "logging/gtql/executor.hpp"
#include "tests/logging/gtql/support/chopped_source.hpp"
#include "tests/logging/gtql/support/oracle.hpp"
#include "tests/logging/gtql/support/query_generator.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <set>

using namespace gtql;
using namespace gtql::test;

namespace {

struct Plan {
    const char* name;
    RunOptions options;
    std::uint32_t chunk_nodes = 0; ///< the log cut into chunks of so many; 0: as it is
};

std::vector<Plan> plans(rata::ThreadCrew* crew = nullptr) {
    std::vector<Plan> all;
    all.push_back({"automatic", {}});
    all.push_back({"visit", {nullptr, Strategy::Visit, false}});
    all.push_back({"bits", {nullptr, Strategy::Bits, true}});
    all.push_back({"sweep", {nullptr, Strategy::Sweep, false}});
    all.push_back({"chunks", {crew, Strategy::Automatic, false}, 5});
    Plan windows{"windows", {nullptr, Strategy::Automatic, false}, 7};
    windows.options.memory = 0;
    all.push_back(windows);
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

/// Nothing if the query is not for windows, as it says then.
std::optional<QueryResult> run(const treelog::TreeSource& source, const Bound& bound,
                               const Plan& plan) {
    std::optional<ChoppedSource> chopped;
    if (plan.chunk_nodes > 0) chopped.emplace(source, plan.chunk_nodes);
    auto forest = Forest::open(chopped ? *chopped : source);
    REQUIRE(forest.ok());
    auto results = execute(*forest, bound.bound, plan.options);
    if (results) return std::move(results->front());
    INFO(results.error().to_string());
    const bool is_for_memory =
        plan.options.memory == 0 &&
        results.error().message.find("window by window") != std::string::npos;
    REQUIRE(is_for_memory);
    return std::nullopt;
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

/// How often each plan has answered, and how many nodes were found, lest nothing was compared.
struct Runs {
    rata::ThreadCrew crew{2};
    std::map<std::string, std::uint64_t> by_plan{};
    std::uint64_t found = 0;
};

void check_nodes(const ToyForest& toy, const treelog::TreeSource& source, const std::string& text,
                 Dialect dialect, Runs& runs) {
    const Bound bound = bind_text(text + (dialect == Dialect::Extended ? "; show: $tree, $id" : ""),
                                  source.schema(), dialect);
    const std::vector<NodeName> expected = names_of(Oracle(toy).nodes(bound.query));
    runs.found += expected.size();
    if (dialect == Dialect::Paper && text.find("node: count") == std::string::npos &&
        to_text(bound.query).find("node: (count") == std::string::npos) {
        const bool counts_in_node =
            bound.query.condition(PartKind::Node) &&
            to_text(*bound.query.condition(PartKind::Node)).find("count(") != std::string::npos;
        if (!counts_in_node) REQUIRE(names_of(algorithm_1(toy, bound.query)) == expected);
    }
    for (const Plan& plan : plans(&runs.crew)) {
        INFO(text << "\nplan " << plan.name);
        const auto result = run(source, bound, plan);
        if (!result) continue;
        ++runs.by_plan[plan.name];
        REQUIRE(result->count == expected.size());
        std::vector<NodeName> found;
        for (const auto& row : result->rows) {
            const std::int64_t tree = row.size() > 1 ? row[0].whole : 1;
            found.emplace_back(tree, row[row.size() > 1 ? 1 : 0].whole);
        }
        if (dialect == Dialect::Extended) REQUIRE(found == expected);
    }
}

void check_groups(const QueryResult& result, const Oracle::Groups& groups) {
    REQUIRE(result.rows.size() == groups.size());
    std::size_t at = 0;
    for (const auto& [key, value] : groups) {
        const std::vector<Cell>& row = result.rows[at++];
        for (std::size_t k = 0; k < key.size(); ++k) {
            REQUIRE((row[k].kind != Cell::Kind::Missing) == key[k].has_value());
            if (key[k]) REQUIRE(row[k].whole == *key[k]);
        }
        REQUIRE(is_same(row.back(), value));
    }
}

void check_function(const ToyForest& toy, const treelog::TreeSource& source,
                    const std::string& text, Dialect dialect, Runs& runs) {
    const Bound bound = bind_text(text, source.schema(), dialect);
    for (const Plan& plan : plans(&runs.crew)) {
        INFO(text << "\nplan " << plan.name);
        const auto result = run(source, bound, plan);
        if (!result) continue;
        ++runs.by_plan[plan.name];
        switch (bound.bound[0].kind) {
        case ResultKind::Number:
            REQUIRE(is_same(result->number, Oracle(toy).number(bound.query)));
            break;
        case ResultKind::Histogram: {
            const auto bars = Oracle(toy).bars(bound.query);
            REQUIRE(result->rows.size() == bars.size());
            for (std::size_t i = 0; i < bars.size(); ++i) {
                REQUIRE(result->rows[i][0].whole == bars[i].first);
                REQUIRE(result->rows[i][2].whole == bars[i].second);
            }
            break;
        }
        default: check_groups(*result, Oracle(toy).groups(bound.query));
        }
    }
}

/// Every plan answers, the one with windows at least every third time.
void check_runs(const Runs& runs, std::uint64_t pairs) {
    for (const Plan& plan : plans()) {
        INFO(plan.name);
        const auto done = runs.by_plan.find(plan.name);
        REQUIRE(done != runs.by_plan.end());
        if (plan.options.memory != 0)
            CHECK(done->second == pairs);
        else
            CHECK(done->second > pairs / 3);
    }
    CHECK(runs.found > pairs);
}

void run_pairs(std::uint64_t seed, int forests, int queries) {
    rata::Rng rng(seed);
    Runs runs;
    for (int i = 0; i < forests; ++i) {
        const ToyForest toy = random_forest(rng, 1 + rng.below(60));
        const auto log = to_log(toy);
        for (int k = 0; k < queries; ++k) {
            const Dialect dialect = k % 4 == 0 ? Dialect::Paper : Dialect::Extended;
            QueryGenerator generator(rng, dialect);
            if (k % 4 == 3)
                check_function(toy, *log, generator.function(), dialect, runs);
            else
                check_nodes(toy, *log, generator.nodes(), dialect, runs);
        }
    }
    check_runs(runs, static_cast<std::uint64_t>(forests) * static_cast<std::uint64_t>(queries));
}

/// Section 2, 4.3, 4.4 and 4.5 of the paper, as they are printed there, for several n.
std::vector<std::string> queries_of_the_paper() {
    std::vector<std::string> queries = {
        "node: type = PVNode;\nchild: count([]type = type) >= 5;\nsubtree: count(*) > 1000"};
    for (const char* n : {"0", "1", "2", "5", "7", "9"})
        queries.push_back(std::string("node: type = PVNode;\nchild: count([]type = type) >= ") + n);
    for (const char* n : {"0", "3", "10", "200"})
        queries.push_back(std::string("node: flags & QRootNode;\nsubtree: count(*) > ") + n);
    return queries;
}

} // namespace

TEST_CASE("the queries of the paper run unchanged", "[gtql][differential]") {
    rata::Rng rng(2008);
    Runs runs;
    std::uint64_t pairs = 0;
    for (int i = 0; i < 20; ++i) {
        const ToyForest toy = random_forest(rng, 200);
        const auto log = to_log(toy);
        for (const Dialect dialect : {Dialect::Paper, Dialect::Extended}) {
            for (const std::string& query : queries_of_the_paper()) {
                check_nodes(toy, *log, query, dialect, runs);
                ++pairs;
            }
            for (const char* type : {"PVNode", "CUTNode", "ALLNode"}) {
                check_function(toy, *log, std::string("node: count(type = ") + type + ")", dialect,
                               runs);
                ++pairs;
            }
        }
    }
    check_runs(runs, pairs);
}

TEST_CASE("every plan answers as the oracles do", "[gtql][differential]") {
    run_pairs(2024, 120, 20);
}

TEST_CASE("every plan reads damaged trees as the same rest of them", "[gtql][differential]") {
    rata::Rng rng(1953);
    Runs runs;
    for (int i = 0; i < 120; ++i) {
        const ToyForest whole = random_forest(rng, 1 + rng.below(60));
        const auto log = to_log(whole);
        const auto chunk_nodes = static_cast<std::uint32_t>(1 + rng.below(9));
        std::set<std::size_t> lost;
        const std::size_t chunks = ChoppedSource(*log, chunk_nodes).chunks().size();
        for (std::size_t chunk = 0; chunk + 1 < chunks; ++chunk)
            if (rng.below(4) == 0) lost.insert(chunk);
        const ChoppedSource damaged(*log, chunk_nodes, lost);
        const ToyForest rest = without_chunks(whole, chunk_nodes, lost);
        for (int k = 0; k < 20; ++k) {
            QueryGenerator generator(rng, Dialect::Extended);
            if (k % 4 == 3)
                check_function(rest, damaged, generator.function(), Dialect::Extended, runs);
            else
                check_nodes(rest, damaged, generator.nodes(), Dialect::Extended, runs);
        }
    }
    CHECK(runs.by_plan["sweep"] == 120 * 20);
    CHECK(runs.by_plan["windows"] > 120 * 20 / 10);
    CHECK(runs.found > 120 * 20);
}

TEST_CASE("every plan answers a hundred thousand queries as the oracles do",
          "[gtql][differential][slow]") {
    run_pairs(4096, 2600, 40);
}
