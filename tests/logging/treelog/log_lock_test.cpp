// One writer for each log, and what readers are told while it writes.
#include "engine/base/file.hpp"
#include "engine/base/process.hpp"
#include "logging/treelog/log_copy.hpp"
#include "logging/treelog/recorder.hpp"
#include "tests/logging/treelog/support/made_up_tree.hpp"
#include "tests/support/temporary_folder.hpp"

#include <catch2/catch.hpp>

#include <sys/stat.h>
#include <unistd.h>

using namespace treelog;
using namespace treelog::test;
using rata::test::TemporaryFolder;

TEST_CASE("a second writer of a log is refused with the id of the first", "[treelog][file]") {
    const TemporaryFolder folder;
    const auto path = folder / "log.gtf";
    const std::string own_id = std::to_string(getpid());
    auto first = Recorder::create(path, made_up_schema()).value();
    LogStream& stream = first->add_stream();
    MadeUpSearch search(first->schema(), first->layout(), 5);
    stream.begin_tree({.iteration = 1});
    search.search(stream, 100);

    const auto second = Recorder::create(path, made_up_schema());
    REQUIRE_FALSE(second.ok());
    CHECK(second.error().code == ErrorCode::InUse);
    CHECK(second.error().to_string() == path.string() + ": in use by process " + own_id);
    RecorderOptions keeps_last;
    keeps_last.filter.keep_iterations = 1;
    CHECK_FALSE(Recorder::create(path, made_up_schema(), {}, keeps_last).ok());
    const auto live = std::move(LogReader::open(path)).value();
    CHECK(live->writer() == own_id);
    CHECK(copy_log(*live, path, Profile::Small).error().code == ErrorCode::InUse);

    stream.end_tree();
    REQUIRE(first->close().ok()); // the log is finished, and free
    const auto whole = std::move(LogReader::open(path)).value();
    CHECK_FALSE(whole->writer());
    CHECK(*read_tree(*whole, 0) == search.logged());
    CHECK(Recorder::create(path, made_up_schema()).ok());
    CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
}

TEST_CASE("a pipe is no place for a log, and stops nobody", "[treelog][file]") {
    const TemporaryFolder folder;
    const auto path = folder / "pipe.gtf";
    REQUIRE(mkfifo(path.c_str(), 0600) == 0);
    const auto written = Recorder::create(path, made_up_schema());
    REQUIRE_FALSE(written.ok());
    CHECK(written.error().message ==
          "a tree log needs a regular file, and this is a pipe or socket");
    const auto read = LogReader::open(path);
    REQUIRE_FALSE(read.ok());
    CHECK(read.error().message == "cannot map: not a regular file");
    CHECK(Recorder::create("/dev/null", made_up_schema()).ok());
}
