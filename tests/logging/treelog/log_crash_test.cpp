// A program that logs is killed, as by the system when memory runs out: what it had finished stays.
#include "logging/treelog/log_copy.hpp"
#include "logging/treelog/log_repair.hpp"
#include "logging/treelog/memory_log.hpp"
#include "logging/treelog/recorder.hpp"
#include "tests/logging/treelog/support/made_up_tree.hpp"
#include "tests/support/temporary_folder.hpp"

#include <catch2/catch.hpp>

#include <csignal>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace treelog;
using namespace treelog::test;
using rata::test::TemporaryFolder;

namespace {

constexpr std::uint64_t kSeed = 11;

/// Never returns: trees of ten chunks, until the process ends.
[[noreturn]] void log_for_ever(const std::filesystem::path& path) {
    auto recorder = Recorder::create(path, made_up_schema()).value();
    LogStream& stream = recorder->add_stream();
    for (;;) {
        MadeUpSearch search(recorder->schema(), recorder->layout(), kSeed);
        stream.begin_tree({.iteration = 1});
        search.search(stream, 10 * kChunkNodes);
        stream.end_tree();
    }
}

std::uint64_t size_of(const std::filesystem::path& path) {
    std::error_code ignored;
    const auto size = std::filesystem::file_size(path, ignored);
    return ignored ? 0 : size;
}

} // namespace

TEST_CASE("after kill -9 every complete chunk is kept", "[treelog][damage][slow]") {
    const TemporaryFolder folder;
    const auto path = folder / "killed.gtf";
    const std::uint64_t enough = GENERATE(1'000'000, 3'000'000, 9'000'000);
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) log_for_ever(path);
    while (size_of(path) < enough) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    kill(child, SIGKILL);
    REQUIRE(waitpid(child, nullptr, 0) == child);

    // Nothing but the section that was being written may be lost.
    const auto lost = repair_log(path, folder / "repaired.gtf");
    REQUIRE(lost.ok());
    CHECK(lost->damage.index_rebuilt);
    CHECK(lost->damage.lost_chunks == 0);
    const auto repaired = std::move(LogReader::open(folder / "repaired.gtf")).value();
    CHECK_FALSE(repaired->verify().any());
    std::uint64_t largest = 0;
    const auto& chunks = repaired->chunks();
    REQUIRE(!chunks.empty());
    for (const ChunkInfo& chunk : chunks) largest = std::max<std::uint64_t>(largest, chunk.count);
    CHECK(lost->damage.lost_bytes < size_of(path) / chunks.size() * 2);
    CHECK(largest == kChunkNodes);

    // And what is kept is what was logged.
    MemoryLog memory(made_up_schema());
    Recorder recorder(made_up_schema(), memory);
    LogStream& stream = recorder.add_stream();
    MadeUpSearch again(recorder.schema(), recorder.layout(), kSeed);
    stream.begin_tree({});
    again.search(stream, 10 * kChunkNodes);
    stream.end_tree();
    REQUIRE(recorder.close().ok());
    for (std::size_t tree = 0; tree < repaired->trees().size(); ++tree) {
        const auto nodes = read_tree(*repaired, tree).value();
        REQUIRE(nodes.size() <= again.logged().size());
        CHECK(std::equal(nodes.begin(), nodes.end(), again.logged().begin()));
    }
}
