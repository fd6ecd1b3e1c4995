#include "engine/base/file.hpp"
#include "logging/treelog/last_iterations.hpp"
#include "logging/treelog/log_copy.hpp"
#include "logging/treelog/log_reader.hpp"
#include "logging/treelog/memory_log.hpp"
#include "logging/treelog/recorder.hpp"
#include "tests/logging/treelog/support/made_up_tree.hpp"
#include "tests/support/temporary_folder.hpp"

#include <catch2/catch.hpp>

using namespace treelog;
using namespace treelog::test;
using rata::test::TemporaryFolder;

namespace {

/// Searches of so many iterations each, two lines an iteration. Returns the nodes of every tree.
std::vector<std::vector<MadeUpNode>> log_searches(Recorder& recorder,
                                                  const std::vector<std::uint32_t>& depths) {
    LogStream& stream = recorder.add_stream();
    std::vector<std::vector<MadeUpNode>> trees;
    std::uint32_t search = 0;
    for (const std::uint32_t depth : depths) {
        ++search;
        for (std::uint32_t iteration = 1; iteration <= depth; ++iteration) {
            for (std::uint32_t line = 1; line <= 2; ++line) {
                MadeUpSearch made_up(recorder.schema(), recorder.layout(), trees.size());
                stream.begin_tree({.search = search, .iteration = iteration, .line = line});
                made_up.search(stream, 40);
                stream.end_tree();
                trees.push_back(made_up.logged());
            }
        }
    }
    return trees;
}

} // namespace

TEST_CASE("only the last iterations of each search are kept", "[treelog][iterations]") {
    const TemporaryFolder folder;
    RecorderOptions options;
    options.filter.keep_iterations = 2;
    auto recorder = Recorder::create(folder / "log.gtf", made_up_schema(), {}, options).value();
    const auto trees = log_searches(*recorder, {5, 1, 3});
    REQUIRE(recorder->close().ok());
    const auto log = std::move(LogReader::open(folder / "log.gtf")).value();
    CHECK_FALSE(log->verify().any());
    // Numbers of the trees that are left: of 5, 1 and 3 iterations of two lines each.
    const std::vector<std::size_t> kept{6, 7, 8, 9, 10, 11, 14, 15, 16, 17};
    REQUIRE(log->trees().size() == kept.size());
    for (std::size_t i = 0; i < kept.size(); ++i) CHECK(*read_tree(*log, i) == trees[kept[i]]);
    CHECK(log->trees()[0].mark.iteration == 4);
    CHECK(log->trees()[9].mark.search == 3);
    for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
        CHECK(entry.path().filename() == "log.gtf"); // nothing stays beside it
}

TEST_CASE("parts of iterations that a crash leaves are logs", "[treelog][iterations]") {
    const TemporaryFolder folder;
    auto last = LastIterations::create(folder / "log.gtf", made_up_schema(), {}, 1).value();
    CHECK(last->open_tree({.iteration = 1}, 0).ok());
    CHECK(last->open_tree({.iteration = 2}, 0).ok());
    CHECK_FALSE(std::filesystem::exists(folder / "log.gtf.part-1"));
    const auto part = std::move(LogReader::open(folder / "log.gtf.part-2")).value();
    REQUIRE(part->trees().size() == 1);
    CHECK(part->trees()[0].mark.iteration == 2);
}

TEST_CASE("iterations stay beside a log that fails", "[treelog][iterations]") {
    const TemporaryFolder folder;
    // What is no log is not replaced, so the fourth iteration has nowhere to go.
    REQUIRE(rata::write_file(folder / "log.gtf.part-4", "a letter").ok());
    RecorderOptions options;
    options.filter.keep_iterations = 2;
    auto recorder = Recorder::create(folder / "log.gtf", made_up_schema(), {}, options).value();
    const auto trees = log_searches(*recorder, {5});
    CHECK_FALSE(recorder->close().ok());
    recorder.reset();
    CHECK_FALSE(std::filesystem::exists(folder / "log.gtf.part-1"));
    for (std::size_t iteration = 2; iteration <= 3; ++iteration) {
        INFO(iteration);
        const auto path = folder / ("log.gtf.part-" + std::to_string(iteration));
        const auto part = std::move(LogReader::open(path)).value();
        REQUIRE(part->trees().size() == 2);
        for (std::size_t line = 0; line < 2; ++line)
            CHECK(*read_tree(*part, line) == trees[2 * (iteration - 1) + line]);
    }
}

TEST_CASE("iterations that do not fit into the log stay beside it", "[treelog][iterations]") {
    const TemporaryFolder folder;
    const auto path = folder / "log.gtf";
    RecorderOptions options;
    options.filter.keep_iterations = 2;
    auto whole = Recorder::create(path, made_up_schema(), {}, options).value();
    const auto trees = log_searches(*whole, {3});
    REQUIRE(whole->close().ok());

    // One of the two fits. The second search makes them a log at its beginning, and not once more.
    const auto depths = GENERATE(std::vector<std::uint32_t>{3}, std::vector<std::uint32_t>{3, 1});
    const std::uint64_t limit = std::filesystem::file_size(path) * 3 / 4;
    auto recorder = Recorder::create(path, made_up_schema(), {.max_bytes = limit}, options).value();
    log_searches(*recorder, depths);
    const auto closed = recorder->close();
    REQUIRE_FALSE(closed.ok());
    CHECK(closed.error().code == ErrorCode::Range);
    recorder.reset();
    const auto log = std::move(LogReader::open(path)).value();
    CHECK_FALSE(log->damage().index_rebuilt);
    REQUIRE(log->trees().size() >= 2);
    CHECK(log->trees().size() <= 4);
    const auto part = std::move(LogReader::open(folder / "log.gtf.part-3")).value();
    CHECK_FALSE(part->verify().any());
    REQUIRE(part->trees().size() == 2);
    for (std::size_t line = 0; line < 2; ++line) {
        CHECK(*read_tree(*log, line) == trees[2 + line]);
        CHECK(*read_tree(*part, line) == trees[4 + line]);
    }
    CHECK_FALSE(std::filesystem::exists(folder / "log.gtf.part-2"));
}

TEST_CASE("a log is split into its iterations", "[treelog][iterations]") {
    const TemporaryFolder folder;
    const auto part = [&folder](int iteration) {
        return folder / ("log.b-0" + std::to_string(iteration) + ".gtf");
    };
    const auto log_and_split = [&folder](const std::vector<std::uint32_t>& depths) {
        auto recorder = Recorder::create(folder / "log.b.gtf", made_up_schema()).value();
        auto trees = log_searches(*recorder, depths);
        REQUIRE(recorder->close().ok());
        REQUIRE(split_log(folder / "log.b.gtf").ok());
        return trees;
    };
    const auto trees = log_and_split({3, 1});
    // Of each part, the numbers of its trees: two searches of 3 and 1 iterations, two lines each.
    const std::vector<std::vector<std::size_t>> parts{{0, 1, 6, 7}, {2, 3}, {4, 5}};
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto log = std::move(LogReader::open(part(static_cast<int>(i) + 1))).value();
        CHECK_FALSE(log->verify().any());
        REQUIRE(log->trees().size() == parts[i].size());
        for (std::size_t tree = 0; tree < parts[i].size(); ++tree) {
            CHECK(*read_tree(*log, tree) == trees[parts[i][tree]]);
            CHECK(log->trees()[tree].mark.iteration == i + 1);
        }
    }
    // Those of a longer log that was there before go away, but for what is no log.
    REQUIRE(rata::write_file(part(5), "not a log").ok());
    log_and_split({2});
    CHECK(std::filesystem::exists(part(2)));
    CHECK_FALSE(std::filesystem::exists(part(3)));
    CHECK(std::filesystem::exists(part(5)));
    CHECK_FALSE(split_log(folder / "nothing.gtf").ok());
}

TEST_CASE("a log in memory forgets iterations", "[treelog][iterations][memory]") {
    MemoryLog log(made_up_schema());
    Recorder recorder(made_up_schema(), log);
    const auto trees = log_searches(recorder, {4});
    REQUIRE(recorder.close().ok());
    MemoryLog other(made_up_schema());
    for (std::uint32_t iteration = 1; iteration <= 4; ++iteration) {
        if (iteration > 2) other.forget_trees(0, iteration - 2);
        other.begin_tree({.iteration = iteration});
        other.add({}, std::vector<std::optional<std::int64_t>>(made_up_schema().attributes.size()));
        other.end_tree();
    }
    const std::size_t memory = other.memory();
    other.finish();
    CHECK(other.memory() == memory);
    REQUIRE(other.trees().size() == 2);
    CHECK(other.trees()[0].mark.iteration == 3);
    CHECK(other.chunks().size() == 2);
    CHECK(other.chunks()[1].tree == 1);
    CHECK(log.trees().size() == trees.size());
}
