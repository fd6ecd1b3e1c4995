// Which iteration stands for a search: the last complete one, whatever cut off those behind it.
#include "logging/treelog/iterations.hpp"
#include "logging/treelog/log_reader.hpp"
#include "logging/treelog/recorder.hpp"
#include "tests/logging/treelog/support/made_up_tree.hpp"
#include "tests/support/temporary_folder.hpp"

#include <catch2/catch.hpp>

using namespace treelog;
using namespace treelog::test;

namespace {

struct TreeCase {
    std::uint32_t stream = 0;
    std::uint32_t search = 0;
    std::uint32_t iteration = 0;
    TreeState state = TreeState::Whole;
    bool has_link = false;
};

std::vector<TreeInfo> trees_of(const std::vector<TreeCase>& cases) {
    std::vector<TreeInfo> trees;
    for (const TreeCase& each : cases) {
        TreeInfo tree;
        tree.stream = each.stream;
        tree.mark = {.search = each.search, .iteration = each.iteration};
        if (each.has_link) tree.mark.link.emplace();
        tree.nodes = 10;
        tree.is_closed = each.state != TreeState::Unfinished;
        tree.is_aborted = each.state == TreeState::Stopped;
        tree.lost = each.state == TreeState::Damaged ? 1 : 0;
        trees.push_back(tree);
    }
    return trees;
}

/// "stream/search/iteration" of each.
std::string names(const std::vector<TreeCase>& cases, IterationChoice choice) {
    std::string text;
    for (const Iteration& each : chosen_iterations(trees_of(cases), choice)) {
        for (const std::uint32_t number : {each.stream, each.search})
            text += std::to_string(number) + '/';
        text += std::to_string(each.number) + ' ';
    }
    return text;
}

} // namespace

TEST_CASE("the last iteration is the last complete one", "[treelog][iterations]") {
    struct Case {
        const char* name;
        std::vector<TreeCase> trees;
        const char* last;
        const char* newest;
    };
    using enum TreeState;
    const Case cases[] = {
        {"none", {}, "", ""},
        {"all whole", {{0, 1, 1}, {0, 1, 2}, {0, 1, 3}}, "0/1/3 ", "0/1/3 "},
        {"cut off", {{0, 1, 1}, {0, 1, 2}, {0, 1, 3, Unfinished}}, "0/1/2 ", "0/1/3 "},
        {"stopped", {{0, 1, 1}, {0, 1, 2, Stopped}}, "0/1/1 ", "0/1/2 "},
        {"damaged", {{0, 1, 1}, {0, 1, 2, Damaged}}, "0/1/1 ", "0/1/2 "},
        {"none complete", {{0, 1, 1, Stopped}, {0, 1, 2, Unfinished}}, "0/1/2 ", "0/1/2 "},
        {"a hole in the middle", {{0, 1, 1}, {0, 1, 2, Damaged}, {0, 1, 3}}, "0/1/3 ", "0/1/3 "},
        {"a second window that was stopped",
         {{0, 1, 1}, {0, 1, 2}, {0, 1, 2, Stopped}},
         "0/1/1 ",
         "0/1/2 "},
        {"each search",
         {{0, 1, 4}, {0, 2, 1}, {0, 2, 2, Unfinished}},
         "0/1/4 0/2/1 ",
         "0/1/4 0/2/2 "},
        {"each stream", {{0, 1, 4}, {1, 1, 4, Stopped}}, "0/1/4 1/1/4 ", "0/1/4 1/1/4 "},
        {"a helper that was stopped",
         {{0, 1, 4}, {1, 1, 4, Stopped, true}},
         "0/1/4 1/1/4 ",
         "0/1/4 1/1/4 "},
    };
    for (const Case& each : cases) {
        INFO(each.name);
        CHECK(names(each.trees, IterationChoice::Last) == each.last);
        CHECK(names(each.trees, IterationChoice::Newest) == each.newest);
    }
}

TEST_CASE("an iteration has all trees of its number", "[treelog][iterations]") {
    const auto trees = trees_of({{0, 1, 2}, {0, 1, 1}, {0, 1, 2, TreeState::Stopped}, {1, 1, 2}});
    const auto found = iterations_of(trees);
    REQUIRE(found.size() == 3);
    CHECK(found[0].number == 1);
    CHECK(found[1].trees == std::vector<std::size_t>{0, 2});
    CHECK(found[1].nodes == 20);
    CHECK(found[1].state == TreeState::Stopped);
    CHECK_FALSE(found[1].is_complete());
    CHECK(found[2].stream == 1);
    CHECK(to_string(found[1].state) == "stopped");
}

TEST_CASE("a log that reached its limit says that it is unfinished", "[treelog][iterations]") {
    const rata::test::TemporaryFolder folder;
    const auto path = folder / "short.gtf";
    auto recorder = Recorder::create(path, made_up_schema(), {.max_bytes = 3'000'000}).value();
    LogStream& stream = recorder->add_stream();
    MadeUpSearch search(recorder->schema(), recorder->layout(), 5);
    for (const std::uint32_t iteration : {1U, 2U}) {
        stream.begin_tree({.iteration = iteration});
        search.search(stream, iteration == 1 ? 1'000 : 1'000'000);
        stream.end_tree();
    }
    CHECK_FALSE(recorder->close().ok());

    const auto log = std::move(LogReader::open(path)).value();
    CHECK(log->damage() == LogReader::Damage{.unfinished_trees = 1});
    CHECK(log->verify() == LogReader::Damage{.unfinished_trees = 1});
    CHECK_FALSE(log->damage().is_complete());
    CHECK_FALSE(log->damage().is_repairable()); // what is missing was never written
    const auto last = chosen_iterations(log->trees(), IterationChoice::Last);
    REQUIRE(last.size() == 1);
    CHECK(last[0].number == 1);
    const auto newest = chosen_iterations(log->trees(), IterationChoice::Newest);
    REQUIRE(newest.size() == 1);
    CHECK(newest[0].number == 2);
    CHECK(newest[0].state == TreeState::Unfinished);
}
