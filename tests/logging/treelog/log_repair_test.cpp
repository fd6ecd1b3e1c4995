// What a repair saves: everything where single bytes are damaged, and iterations that lie beside a
// log that was killed.
#include "engine/base/file.hpp"
#include "engine/base/rng.hpp"
#include "logging/treelog/byte_mending.hpp"
#include "logging/treelog/checksum.hpp"
#include "logging/treelog/last_iterations.hpp"
#include "logging/treelog/log_parts.hpp"
#include "logging/treelog/log_repair.hpp"
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

using Trees = std::vector<std::vector<MadeUpNode>>;

/// Not for CHECK to print: there are many nodes.
bool are_equal(const Trees& a, const Trees& b) { return a == b; }

Trees trees_of_file(const std::filesystem::path& path) {
    const auto log = std::move(LogReader::open(path)).value();
    Trees trees;
    for (std::size_t tree = 0; tree < log->trees().size(); ++tree)
        trees.push_back(read_tree(*log, tree).value());
    return trees;
}

/// Writes whole.gtf, two trees with that number of nodes.
std::string write_log(const TemporaryFolder& folder, Profile profile, std::size_t nodes) {
    const auto path = folder / "whole.gtf";
    auto recorder = Recorder::create(path, made_up_schema(), {.profile = profile}).value();
    LogStream& stream = recorder->add_stream();
    MadeUpSearch search(recorder->schema(), recorder->layout(), 3);
    for (const std::uint32_t iteration : {1U, 2U}) {
        stream.begin_tree({.iteration = iteration, .label = "root"});
        search.search(stream, nodes);
        stream.end_tree();
    }
    REQUIRE(recorder->close().ok());
    return rata::read_file(path).value();
}

void flip_bits(std::string& bytes, std::size_t place, unsigned bits) {
    bytes[place] = static_cast<char>(static_cast<unsigned char>(bytes[place]) ^ bits);
}

/// Iterations without end, each of which is one tree, of which the last two are kept.
[[noreturn]] void log_iterations_for_ever(const std::filesystem::path& path) {
    RecorderOptions options;
    options.filter.keep_iterations = 2;
    auto recorder = Recorder::create(path, made_up_schema(), {}, options).value();
    LogStream& stream = recorder->add_stream();
    for (std::uint32_t iteration = 1;; ++iteration) {
        MadeUpSearch search(recorder->schema(), recorder->layout(), iteration);
        stream.begin_tree({.search = 1, .iteration = iteration});
        search.search(stream, iteration < 4 ? 200 : 100 * kChunkNodes);
        stream.end_tree();
    }
}

} // namespace

TEST_CASE("a checksum names the byte that was changed", "[treelog][damage]") {
    rata::Rng rng(17);
    std::vector<std::byte> bytes(1'000);
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(rng.next());
    const std::uint32_t right = checksum(bytes);
    CHECK(flipped_bytes(bytes.size(), right, right).empty());
    for (const std::size_t place : {0U, 1U, 500U, 998U, 999U}) {
        for (const unsigned bits : {1U, 0x80U, 0xFFU, 0x5AU}) {
            const FlippedByte flipped{place, static_cast<std::byte>(bits)};
            flip(bytes, flipped);
            const auto found = flipped_bytes(bytes.size(), checksum(bytes), right);
            CHECK(found == std::vector{flipped});
            flip(bytes, flipped);
        }
    }
    bytes[3] ^= std::byte{1};
    bytes[700] ^= std::byte{1};
    CHECK(flipped_bytes(bytes.size(), checksum(bytes), right).empty());
    CHECK(differ_in_one_byte(0x12345678, 0x12FF5678));
    CHECK_FALSE(differ_in_one_byte(0x12345678, 0x12FF5679));
    CHECK_FALSE(differ_in_one_byte(7, 7));
}

TEST_CASE("a flipped byte costs nothing at repair", "[treelog][damage]") {
    const TemporaryFolder folder;
    const std::string whole = write_log(folder, GENERATE(Profile::Fast, Profile::Small), 40);
    const auto bytes_of = [](const std::string& text) { return std::as_bytes(std::span(text)); };
    const LogStart start = read_start(bytes_of(whole), "whole").value();
    const LogContents expected = read_by_index(bytes_of(whole), start).value();
    const unsigned bits = GENERATE(0x01U, 0xFFU);
    for (std::size_t byte = 0; byte < whole.size(); ++byte) {
        std::string damaged = whole;
        flip_bits(damaged, byte, bits);
        const auto file = bytes_of(damaged);
        const LogStart found_start = read_start(file, "damaged").value();
        SectionMender mender(file, found_start.schema, found_start.log_id);
        const LogContents found = read_mended(file, found_start, mender);
        INFO("byte " << byte << " of " << whole.size());
        REQUIRE(found_start.schema == start.schema);
        REQUIRE(found.lost_nodes == 0);
        REQUIRE(found.trees.size() == 2);
        REQUIRE(found.trees[1].mark.label == "root");
        REQUIRE(found.trees[1].is_whole());
        REQUIRE(found.places.size() == expected.places.size());
        for (std::size_t i = 0; i < found.places.size(); ++i) {
            const auto [offset, size] = expected.places[i];
            REQUIRE(found.places[i].offset == offset);
            const auto section = mender.section(offset);
            REQUIRE(section);
            const bool is_same = std::memcmp(section->descriptor.data(),
                                             whole.data() + offset + sizeof section->head,
                                             size - sizeof section->head) == 0;
            REQUIRE(is_same);
        }
    }
}

TEST_CASE("what is put right is written", "[treelog][damage]") {
    const TemporaryFolder folder;
    const std::string whole = write_log(folder, GENERATE(Profile::Fast, Profile::Small), 40);
    const Trees trees = trees_of_file(folder / "whole.gtf");
    for (const std::size_t part : {1U, 2U, 3U, 4U, 5U, 6U, 7U}) {
        std::string damaged = whole;
        flip_bits(damaged, whole.size() * part / 8, 0x42);
        REQUIRE(rata::write_file(folder / "damaged.gtf", damaged).ok());
        const auto report = repair_log(folder / "damaged.gtf", folder / "repaired.gtf");
        REQUIRE(report.ok());
        CHECK(report->damage.lost_nodes == 0);
        CHECK(are_equal(trees_of_file(folder / "repaired.gtf"), trees));
        const auto log = std::move(LogReader::open(folder / "repaired.gtf")).value();
        CHECK(log->verify() == LogReader::Damage{});
    }
}

TEST_CASE("a byte in each of many columns costs nothing at repair", "[treelog][damage]") {
    const TemporaryFolder folder;
    std::string bytes = write_log(folder, GENERATE(Profile::Fast, Profile::Small), 100'000);
    const Trees trees = trees_of_file(folder / "whole.gtf");
    const auto log = std::move(LogReader::open(std::as_bytes(std::span(bytes)), "test")).value();
    // Sections lie one behind the other; a chunk has its columns in its data.
    std::size_t flips = 0;
    format::FileHead head;
    std::memcpy(&head, bytes.data(), sizeof head);
    std::string damaged = bytes;
    for (std::uint64_t offset = 0; offset < bytes.size(); offset += format::kAlignment) {
        const auto section = section_at(std::as_bytes(std::span(bytes)), offset, head.log_id);
        if (!section || section->head.kind != format::SectionKind::Chunk) continue;
        const auto chunk = format::read_chunk(section->descriptor);
        REQUIRE(chunk);
        flip_bits(damaged, offset + sizeof section->head + 3, 0x10);
        ++flips;
        for (const format::ColumnEntry& column : chunk->columns) {
            if (column.stored_size == 0) continue;
            const auto data = offset + format::data_offset(section->head);
            flip_bits(damaged, data + column.offset + column.stored_size / 2, 0x24);
            ++flips;
        }
    }
    REQUIRE(rata::write_file(folder / "damaged.gtf", damaged).ok());
    const auto report = repair_log(folder / "damaged.gtf", folder / "repaired.gtf");
    REQUIRE(report.ok());
    CHECK(report->damage.lost_nodes == 0);
    CHECK(report->mended_bytes == flips);
    CHECK(flips > 20);
    CHECK(are_equal(trees_of_file(folder / "repaired.gtf"), trees));
}

TEST_CASE("after kill -9 the iterations beside the log are put into it",
          "[treelog][damage][slow]") {
    const TemporaryFolder folder;
    const auto path = folder / "killed.gtf";
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) log_iterations_for_ever(path);
    std::error_code ignored;
    const auto part = part_path(path, 4);
    while (!std::filesystem::exists(part, ignored) ||
           std::filesystem::file_size(part, ignored) < 2'000'000)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    kill(child, SIGKILL);
    REQUIRE(waitpid(child, nullptr, 0) == child);

    const std::vector<std::filesystem::path> parts{part_path(path, 3), part};
    CHECK(parts_of(path) == parts);
    const auto report = repair_log(path, folder / "repaired.gtf");
    REQUIRE(report.ok());
    CHECK(report->parts == parts);
    CHECK(report->damage.unfinished_trees == 1);
    const auto log = std::move(LogReader::open(folder / "repaired.gtf")).value();
    REQUIRE(log->trees().size() == 2);
    CHECK(log->trees()[0].mark.iteration == 3);
    CHECK(log->trees()[0].is_whole());
    CHECK(log->trees()[1].mark.iteration == 4);
    CHECK_FALSE(log->trees()[1].is_closed);
    CHECK(std::filesystem::exists(part)); // the files stay
}

TEST_CASE("files beside another log are not taken", "[treelog][damage]") {
    const TemporaryFolder folder;
    const auto path = folder / "log.gtf";
    {
        auto last = LastIterations::create(path, made_up_schema(), {}, 2).value();
        CHECK(last->open_tree({.iteration = 1}, 0).ok());
        CHECK(last->open_tree({.iteration = 2}, 0).ok());
    }
    CHECK(parts_of(path).size() == 2);
    REQUIRE(rata::write_file(folder / "log.gtf.part-9", "a letter").ok());
    CHECK(parts_of(path).size() == 2);
    CHECK(LogFile::create(path, made_up_schema(), {}).ok()); // another one of that name
    CHECK(parts_of(path).empty());
}
