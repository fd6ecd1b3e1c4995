// Trees of which a chunk is lost: by every plan the same rest, in which what lost its parent
// belongs to the next node that is higher up.
#include "tests/logging/gtql/support/chopped_source.hpp"
#include "tests/logging/gtql/support/outcome.hpp"
#include "tests/logging/gtql/support/toy_tree.hpp"

#include <catch2/catch.hpp>

using namespace gtql;
using namespace gtql::test;

namespace {

struct DamagedCase {
    const char* query;
    const char* outcome;
};

/// By every plan, and window by window where that is possible.
void check_by_all_plans(const treelog::TreeSource& source, const DamagedCase& expected) {
    INFO(expected.query);
    RunOptions options;
    for (const Strategy strategy :
         {Strategy::Automatic, Strategy::Visit, Strategy::Bits, Strategy::Sweep}) {
        auto forest = Forest::open(source).value();
        options.strategy = strategy;
        CHECK(outcome_of(forest, expected.query, options) == expected.outcome);
    }
    auto forest = Forest::open(source).value();
    options.memory = 0;
    const std::string in_windows = outcome_of(forest, expected.query, options);
    if (in_windows.find("window by window") == std::string::npos)
        CHECK(in_windows == expected.outcome);
}

} // namespace

TEST_CASE("nodes whose parent is lost belong to the next one above it", "[gtql][damage]") {
    // In post-order the levels are 3 3 2 3 2 1 3 2 1 0. The fifth node is lost; what is left is
    // numbered by $post: 3 is the parent of 1 and 2; 5 of 3 and 4; 7 of 6; 8 of 7; 9 of 5 and 8.
    const ToyForest toy =
        drawn_forest("(PVNode (PVNode (PVNode (PVNode) (PVNode)) (PVNode (PVNode)))"
                     " (PVNode (PVNode (PVNode))))");
    const auto log = to_log(toy);
    const ChoppedSource damaged(*log, 1, {4});
    const DamagedCase cases[] = {
        {"node: count(*)", "9"},
        {"node: $logged = 5; show: $post", "5"},
        {"node: $size = 9; show: $post", "9"},
        {"node: $leaf; show: $post", "1 | 2 | 4 | 6"},
        {"node: $arity = 2; show: $post", "9 | 5 | 3"},
        {"node: $height = 2; show: $post", "5 | 8"},
        {"node: $index = 2; show: $post", "2 | 4 | 8"},
        {"node: [^]$post = 5; show: $post", "3 | 4"},
        {"node: [<]$post = 3; show: $post", "4"},
        {"node: [>]$post = 4; show: $post", "3"},
        {"node: [first]$post = 3; show: $post", "3 | 4"},
        {"node: [last]$post = 4; show: $post", "3 | 4"},
        {"node: [/]$post = 9; limit: 0; expect: = 9", "none met"},
        {"child: count(*) = 2; show: $post", "9 | 5 | 3"},
        {"child: count([]$level = 3) = 1; show: $post", "5 | 7"},
        {"child: sum([]$level) = 5; show: $post", "5"},
        {"child: count([]$level > [<]$level) = 1; show: $post", "5"},
        {"subtree: count($level = 3) = 3; show: $post", "5"},
        {"subtree: max($post) = 4; show: $post", "5"},
        {"ancestor: count(*) = 2; show: $post", "3 | 4 | 7"},
        {"sibling: count(*) = 1; show: $post", "5 | 3 | 1 | 2 | 4 | 8"},
    };
    for (const DamagedCase& each : cases) check_by_all_plans(damaged, each);
}

TEST_CASE("no sibling lies in another tree", "[gtql][damage]") {
    // Of the first tree the root is lost, and what is left of it ends at the level at which the
    // second one begins.
    const auto log = to_log(drawn_forest("(PVNode (PVNode)) (CUTNode (CUTNode))"));
    const ChoppedSource damaged(*log, 1, {1});
    check_by_all_plans(damaged, {"node: has([<]$post); show: $tree, $id", "none"});
    check_by_all_plans(damaged, {"node: has([>]$post); show: $tree, $id", "none"});
    check_by_all_plans(damaged, {"node: $index = 1; show: $tree", "1 | 2 | 2"});
}
