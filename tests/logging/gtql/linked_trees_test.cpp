// Queries do not see who searched a subtree, unless they ask for the thread.
#include "engine/base/thread_crew.hpp"
#include "logging/treelog/memory_log.hpp"
#include "tests/logging/gtql/support/outcome.hpp"
#include "tests/logging/treelog/support/helped_search.hpp"

#include <catch2/catch.hpp>

using namespace treelog;
using gtql::test::outcome_of;
using helped::Helpers;

namespace {

std::unique_ptr<MemoryLog> helped_log(Helpers helpers, std::size_t nodes) {
    auto log = std::make_unique<MemoryLog>(helped::helped_schema());
    Recorder recorder(helped::helped_schema(), *log);
    helped::log_helped_search(recorder, helpers, 4, nodes);
    REQUIRE(recorder.close().ok());
    return log;
}

const char* const kQueries[] = {
    "node: count(*)",
    "node: count(*) by $tree, who",
    "node: count($leaf) by $iter",
    "node: $size > 20 and who > 0; show: $id, $post, $size, number; limit: 20",
    "node: [^]who != who; show: $id, $level, $index, [^]number; limit: 50",
    "node: who = 0; child: count([]who = 1) > 0; show: $id, $arity; limit: 50",
    "node: who = 0; subtree: count(who >= 2) > 3; show: $id, $height; limit: 50",
    "node: who = 2; ancestor: count(who = 0) > 2; show: $id, $level; limit: 50",
    "node: [<]who = 0 and who = 1; show: $id; limit: 50",
    "node: max(value) by who",
    "node: hist(value, 5000 : who = 1)",
};

} // namespace

TEST_CASE("linked subtrees belong to their parent in queries", "[gtql][links]") {
    const auto helped = helped_log(Helpers::OwnTrees, 2'000);
    const auto single = helped_log(Helpers::None, 2'000);
    auto forest = gtql::Forest::open(*helped).value();
    auto expected = gtql::Forest::open(*single).value();
    for (const std::string query : kQueries) {
        INFO(query);
        const std::string outcome = outcome_of(forest, query);
        CHECK(outcome == outcome_of(expected, query));
        CHECK(outcome.find("!!") == std::string::npos);
    }
    // Streams are what the search says of itself; one thread has no others.
    CHECK(outcome_of(forest, "node: $thread != who") == "none");
    CHECK(outcome_of(forest, "node: [^]$thread != $thread; limit: 0") ==
          outcome_of(expected, "node: [^]who != who; limit: 0"));
    CHECK(outcome_of(forest, "node: count([^]$thread != $thread)") != "0");
    CHECK(outcome_of(expected, "node: count([^]$thread != $thread)") == "0");
    CHECK(outcome_of(forest, "node: count(*) by $thread") ==
          outcome_of(expected, "node: count(*) by who"));
}

TEST_CASE("linked subtrees are the same window by window", "[gtql][links][slow]") {
    const auto helped = helped_log(Helpers::OwnTrees, 150'000);
    auto whole = gtql::Forest::open(*helped).value();
    rata::ThreadCrew crew(2);
    gtql::RunOptions windows;
    windows.memory = 0;
    gtql::RunOptions shared;
    shared.crew = &crew;
    for (const std::string query :
         {"node: count(*) by $thread", "node: who = 0; child: count([]who = 1) > 1; limit: 9",
          "node: who = 1; subtree: count(who = 2) > 5; limit: 9",
          "node: $thread != who; limit: 3"}) {
        INFO(query);
        const std::string outcome = outcome_of(whole, query);
        auto windowed = gtql::Forest::open(*helped).value();
        CHECK(outcome_of(windowed, query, windows) == outcome);
        auto by_crew = gtql::Forest::open(*helped).value();
        CHECK(outcome_of(by_crew, query, shared) == outcome);
    }
}

TEST_CASE("a filter by tree chooses the parts with it", "[gtql][links]") {
    const auto helped = helped_log(Helpers::OwnTrees, 300);
    const auto single = helped_log(Helpers::None, 300);
    gtql::TreeFilter last;
    last.of_search = treelog::IterationChoice::Last;
    gtql::TreeFilter second;
    second.tree = 2;
    for (const gtql::TreeFilter& filter : {last, second}) {
        auto forest = gtql::Forest::open(*helped, filter).value();
        auto expected = gtql::Forest::open(*single, filter).value();
        CHECK(forest.trees().size() == 1);
        CHECK(outcome_of(forest, "node: count(*) by who") ==
              outcome_of(expected, "node: count(*) by who"));
    }
}
