// What comes out of a query besides the nodes that it finds: columns, groups, numbers, and whether
// it was as expected.
#include "tests/logging/gtql/support/outcome.hpp"
#include "tests/logging/gtql/support/toy_tree.hpp"

#include <catch2/catch.hpp>

using namespace gtql;
using namespace gtql::test;

namespace {

struct ResultCase {
    std::string query{};
    std::string outcome{};
};

constexpr std::string_view kSixNodes =
    "(PVNode depth=3 value=20"
    "  (PVNode depth=2 value=-20 (ALLNode depth=1 value=15))"
    "  (CUTNode depth=2 value=-5 (CUTNode depth=1) (ALLNode depth=1 value=7)))";

/// By every plan, and window by window: none of these looks up or aside.
void check_results(const treelog::TreeSource& log, std::initializer_list<ResultCase> cases) {
    for (const ResultCase& each : cases) {
        INFO(each.query);
        for (const std::uint64_t memory : {UINT64_MAX, std::uint64_t{0}}) {
            for (const Strategy strategy :
                 {Strategy::Automatic, Strategy::Visit, Strategy::Bits, Strategy::Sweep}) {
                RunOptions options;
                options.strategy = strategy;
                options.memory = memory;
                auto forest = Forest::open(log).value();
                CHECK(outcome_of(forest, each.query, options) == each.outcome);
            }
        }
    }
}

/// A fraction beyond what floating point can hold: of averages around 9 * 10^18.
std::string huge_product() {
    std::string product;
    for (int i = 0; i < 17; ++i)
        product += std::string(i == 0 ? "" : " * ") + "avg(child: []depth + 9000000000000000000)";
    return product;
}

} // namespace

TEST_CASE("a function over the tree is a number wherever it stands", "[gtql][result]") {
    const auto log = to_log(drawn_forest(kSixNodes));
    check_results(
        *log, {
                  {"node: type = PVNode; show: $id, count(tree: *)", "1 6 | 2 6"},
                  {"node: depth = 2; show: $id; order: value - min(tree: value) desc", "4 | 2"},
                  {"node: $level = 0; show: count(tree: depth > avg(tree: depth))", "3"},
                  {"node: count(*) by depth > avg(tree: depth)", "false 3 | true 3"},
                  {"node: sum(depth) by type = PVNode and count(tree: *) = 6", "false 5 | true 5"},
              });
}

TEST_CASE("every group says whether its nodes are such", "[gtql][result]") {
    const auto log = to_log(drawn_forest(kSixNodes));
    check_results(
        *log, {
                  {"node: all(depth > 1) by type", "PVNode true | CUTNode false | ALLNode false"},
                  {"node: any(value > 6 : depth = 1) by type",
                   "PVNode false | CUTNode false | ALLNode true"},
                  {"node: all(value > 10 : depth = 1) by type",
                   "PVNode true | CUTNode false | ALLNode false"},
                  {"node: any(value > 6)", "true"},
                  {"node: all(depth > 1)", "false"},
                  {"node: all(depth > 0)", "true"},
              });
}

TEST_CASE("what is expected of a table are all its rows", "[gtql][result]") {
    const auto log = to_log(drawn_forest(kSixNodes));
    check_results(
        *log, {
                  {"node: count(*) by type; limit: 1; expect: = 3", "PVNode 2 met"},
                  {"node: hist(depth, 1); limit: 1; expect: = 3", "1 1 3 met"},
                  {"node: any(depth = 3) by type; limit: 1; expect: != 3", "PVNode true not met"},
                  {"node: depth = 1; show: $id; limit: 1; expect: = 3", "3 met"},
              });
    auto forest = Forest::open(*log).value();
    RunOptions options;
    options.row_limit = 1;
    CHECK(outcome_of(forest, "node: count(*) by type; expect: = 3", options) == "PVNode 2 met");
    options.rows = RowsMade::WholeTables;
    CHECK(outcome_of(forest, "node: count(*) by type; limit: 1", options) ==
          "PVNode 2 | CUTNode 2 | ALLNode 2");
    CHECK(outcome_of(forest, "node: depth = 1; expect: = 3", options) == "none met");
}

TEST_CASE("expected numbers are whole, and may be computed", "[gtql][result]") {
    const auto log = to_log(drawn_forest(kSixNodes));
    // The next whole number cannot be told from this one in floating point.
    const std::string large = "node: max(depth + 9007199254740990); expect: ";
    check_results(*log, {
                            {large + "= 9007199254740993", "9007199254740993 met"},
                            {large + "= 9007199254740992", "9007199254740993 not met"},
                            {large + "in (9007199254740992)", "9007199254740993 not met"},
                            {large + "> 9007199254740992", "9007199254740993 met"},
                            {"node: count(*); expect: = 2 * 3", "6 met"},
                            {"node: count(*); expect: in ((1 + 1)..(2 * 3))", "6 met"},
                            {"node: count(*); expect: = 6 / 0",
                             "!! 1:27: expected a number, the name of a constant, or what is "
                             "computed from such"},
                            {"node: count(*); expect: = depth",
                             "!! 1:27: expected a number, the name of a constant, or what is "
                             "computed from such"},
                        });
}

TEST_CASE("fractions are no groups, and none is infinite", "[gtql][result]") {
    const auto log = to_log(drawn_forest(kSixNodes));
    const std::string huge = huge_product();
    check_results(*log, {
                            {"node: count(*) by avg(child: []depth)",
                             "!! 1:19: 'by' needs whole numbers, and an average is none; compare "
                             "it with one, as in avg(child: []depth) > 3"},
                            {"node: has(" + huge + ")", "none"},
                        });
    auto forest = Forest::open(*log).value();
    CHECK(outcome_of(forest, "node:; show: $id; order: " + huge + " - " + huge + ", depth, $id") ==
          "3 | 5 | 6 | 2 | 4 | 1");
    CHECK(outcome_of(forest, "node: $level < 2; show: $id; order: 5 / (depth - 2), value / 0") ==
          "1 | 2 | 4");
}

TEST_CASE("the sum for an average does not wrap", "[gtql][result]") {
    const std::string wide = "9000000000000000000";
    const auto log = to_log(drawn_forest("(PVNode wide=" + wide + " (PVNode wide=" + wide +
                                         ") (CUTNode wide=" + wide + "))"));
    check_results(*log, {
                            {"node: avg(wide)", wide},
                            {"node: avg(wide + 0)", wide},
                            {"node: avg(wide) by type", "PVNode " + wide + " | CUTNode " + wide},
                            {"child: avg([]wide) > 0; show: $id", "1"},
                            {"subtree: avg(wide) = " + wide + "; show: $id", "1"},
                        });
}

TEST_CASE("an attribute may be called as a truth is", "[gtql][result]") {
    treelog::Schema schema;
    schema.attributes.push_back({.name = "true",
                                 .type = treelog::ElementType::U8,
                                 .kind = treelog::Kind::Integer,
                                 .role = treelog::Role::None,
                                 .null_value = {},
                                 .help = {}});
    treelog::MemoryLog log(std::move(schema));
    log.begin_tree({});
    for (const std::int64_t value : {1, 0, 1}) {
        const std::optional<std::int64_t> values[] = {value};
        log.add({.level = 1}, values);
    }
    const std::optional<std::int64_t> none[] = {0};
    log.add({.level = 0}, none);
    log.end_tree();
    log.finish();
    check_results(log, {{"child: count(*) = 3 and count([]true) = 2; show: $id", "1"}});
}

TEST_CASE("an attribute called node_id goes before the number of the node", "[gtql][result]") {
    treelog::Schema schema;
    schema.attributes.push_back({.name = "node_id",
                                 .type = treelog::ElementType::U8,
                                 .kind = treelog::Kind::Integer,
                                 .role = treelog::Role::None,
                                 .null_value = {},
                                 .help = {}});
    treelog::MemoryLog log(std::move(schema));
    log.begin_tree({});
    for (const std::int64_t value : {40, 50}) {
        const std::optional<std::int64_t> values[] = {value};
        log.add({.level = 1}, values);
    }
    const std::optional<std::int64_t> root[] = {60};
    log.add({.level = 0}, root);
    log.end_tree();
    log.finish();
    check_results(log, {{"node: node_id = 50; show: $id, node_id", "3 50"},
                        {"node: $id = 1; show: node_id", "60"},
                        {"node: node_id = 1", "none"}});
}

TEST_CASE("groups of missing values come last, by every plan", "[gtql][result]") {
    const auto log = to_log(drawn_forest(kSixNodes));
    check_results(*log,
                  {{"node: count(*) by value", "-20 1 | -5 1 | 7 1 | 15 1 | 20 1 | - 1"},
                   {"node: count(depth > 0) by value > 0, value",
                    "false -20 1 | false -5 1 | false - 1 | true 7 1 | true 15 1 | true 20 1"},
                   {"node: count(*) by -value", "-20 1 | -15 1 | -7 1 | 5 1 | 20 1 | - 1"}});
}
