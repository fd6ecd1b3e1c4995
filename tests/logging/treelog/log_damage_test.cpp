#include "engine/base/file.hpp"
#include "logging/treelog/log_copy.hpp"
#include "logging/treelog/log_repair.hpp"
#include "logging/treelog/recorder.hpp"
#include "tests/logging/treelog/support/made_up_tree.hpp"
#include "tests/support/temporary_folder.hpp"

#include <catch2/catch.hpp>

using namespace treelog;
using namespace treelog::test;
using rata::test::TemporaryFolder;

namespace {

std::string log_of(const TemporaryFolder& folder, Profile profile,
                   const std::vector<std::size_t>& sizes) {
    const auto path = folder / "whole.gtf";
    auto recorder =
        Recorder::create(path, made_up_schema(), {.profile = profile, .max_bytes = {}}).value();
    LogStream& stream = recorder->add_stream();
    MadeUpSearch search(recorder->schema(), recorder->layout(), 3);
    for (const std::size_t size : sizes) {
        stream.begin_tree({.iteration = 1});
        search.search(stream, size);
        stream.end_tree();
    }
    REQUIRE(recorder->close().ok());
    return rata::read_file(path).value();
}

std::unique_ptr<LogReader> reader_of(const std::string& bytes) {
    return std::move(LogReader::open(std::as_bytes(std::span(bytes)), "test")).value();
}

std::uint64_t nodes_of(const TreeSource& source) {
    std::uint64_t sum = 0;
    for (const TreeInfo& tree : source.trees()) sum += tree.nodes;
    return sum;
}

} // namespace

TEST_CASE("every flipped bit is found, and costs one chunk at most", "[treelog][damage]") {
    const TemporaryFolder folder;
    const std::string whole = log_of(folder, GENERATE(Profile::Fast, Profile::Small), {40, 30, 25});
    const auto reader = reader_of(whole);
    REQUIRE(reader->verify() == LogReader::Damage{});
    std::uint64_t largest = 0;
    for (const ChunkInfo& chunk : reader->chunks())
        largest = std::max<std::uint64_t>(largest, chunk.count);
    for (std::size_t byte = 0; byte < whole.size(); ++byte) {
        std::string flipped = whole;
        flipped[byte] = static_cast<char>(flipped[byte] ^ 1 << byte % 8);
        INFO("byte " << byte << " of " << whole.size());
        const auto damaged = reader_of(flipped);
        const auto found = damaged->verify();
        if (!found.any() || found.lost_chunks > 1 || found.lost_nodes > largest)
            FAIL("chunks " << found.lost_chunks << ", nodes " << found.lost_nodes);
    }
}

namespace {

/// Of the chunk whose bytes these are.
std::string column_at_byte(const std::string& bytes, std::size_t byte) {
    format::FileHead head;
    std::memcpy(&head, bytes.data(), sizeof head);
    const auto file = std::as_bytes(std::span(bytes));
    for (std::uint64_t offset = 0; offset < byte; offset += format::kAlignment) {
        const auto section = section_at(file, offset, head.log_id);
        if (!section || section->head.kind != format::SectionKind::Chunk) continue;
        const auto chunk = format::read_chunk(section->descriptor);
        for (const format::ColumnEntry& column : chunk->columns) {
            const auto begin = offset + format::data_offset(section->head) + column.offset;
            if (byte >= begin && byte < begin + column.stored_size)
                return name_of(made_up_schema(), column.id);
        }
    }
    return {};
}

} // namespace

TEST_CASE("a column that the schema lacks is named by its number", "[treelog][damage]") {
    const Schema schema = made_up_schema();
    CHECK(name_of(schema, attribute_column(0)) == schema.attributes[0].name);
    const auto count = static_cast<unsigned>(schema.attributes.size());
    CHECK(name_of(schema, attribute_column(count)) == "number " + std::to_string(count));
}

TEST_CASE("a damaged chunk is an error, its neighbours are not", "[treelog][damage]") {
    const TemporaryFolder folder;
    std::string bytes = log_of(folder, Profile::Small, {70, 200'000});
    const std::string damaged_column = column_at_byte(bytes, bytes.size() / 2);
    REQUIRE_FALSE(damaged_column.empty());
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 4);
    const auto reader = reader_of(bytes);
    CHECK_FALSE(reader->damage().any()); // nobody has looked there yet
    std::size_t damaged = 0;
    ColumnBuffer buffer;
    for (std::size_t chunk = 0; chunk < reader->chunks().size(); ++chunk) {
        bool is_whole = true;
        for (std::size_t i = 0; i < reader->schema().attributes.size(); ++i) {
            const auto view = reader->column(chunk, attribute_column(i), buffer);
            if (!view) {
                CHECK(view.error().code == ErrorCode::Corrupt);
                CHECK(view.error().message ==
                      "chunk " + std::to_string(chunk) + ": column " + damaged_column +
                          ": it fails its checksum; gtq repair saves what can be saved");
            }
            is_whole = is_whole && view.ok();
        }
        damaged += is_whole ? 0 : 1;
    }
    CHECK(damaged == 1);
    CHECK(reader->verify().lost_chunks == 1);
}

TEST_CASE("repair keeps what is whole and says what is not", "[treelog][damage]") {
    const TemporaryFolder folder;
    std::string bytes = log_of(folder, Profile::Fast, {70, 200'000, 50});
    const std::uint64_t all = nodes_of(*reader_of(bytes));
    SECTION("a chunk in the middle") {
        for (const std::size_t byte : {0U, 1U, 100U}) { // one alone would be put right
            char& each = bytes[bytes.size() / 2 + byte];
            each = static_cast<char>(each ^ 4);
        }
        REQUIRE(rata::write_file(folder / "damaged.gtf", bytes).ok());
        const auto lost = repair_log(folder / "damaged.gtf", folder / "repaired.gtf");
        REQUIRE(lost.ok());
        CHECK(lost->damage.lost_chunks == 1);
        const auto repaired = std::move(LogReader::open(folder / "repaired.gtf")).value();
        CHECK_FALSE(repaired->damage().index_rebuilt);
        CHECK(repaired->damage().lost_nodes == lost->damage.lost_nodes);
        CHECK(nodes_of(*repaired) + lost->damage.lost_nodes == all);
        CHECK(repaired->verify().lost_bytes == 0);
        CHECK_FALSE(repaired->trees()[1].is_whole());
        CHECK(repaired->trees()[2].is_whole());
    }
    SECTION("the end") {
        bytes.resize(bytes.size() * 2 / 3);
        REQUIRE(rata::write_file(folder / "damaged.gtf", bytes).ok());
        REQUIRE(repair_log(folder / "damaged.gtf", folder / "repaired.gtf").ok());
        const auto repaired = std::move(LogReader::open(folder / "repaired.gtf")).value();
        CHECK(nodes_of(*repaired) % kChunkNodes == 70);
        CHECK_FALSE(repaired->trees()[1].is_closed);
    }
    SECTION("a repair that is stopped changes nothing") {
        REQUIRE(rata::write_file(folder / "damaged.gtf", bytes).ok());
        std::filesystem::copy_file(folder / "damaged.gtf", folder / "repaired.gtf");
        int chunks = 0;
        const auto stopped = repair_log(folder / "damaged.gtf", folder / "repaired.gtf",
                                        [&chunks] { return ++chunks == 3; });
        REQUIRE_FALSE(stopped.ok());
        CHECK(stopped.error().message == "interrupted");
        CHECK(rata::read_file(folder / "repaired.gtf").value() == bytes);
        CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 3);
    }
    CHECK_FALSE(repair_log(folder / "damaged.gtf", folder / "damaged.gtf").ok());
}

TEST_CASE("a log is the same in the other profile", "[treelog][file]") {
    const TemporaryFolder folder;
    const std::string fast = log_of(folder, Profile::Fast, {100, 70'000});
    const auto source = reader_of(fast);
    REQUIRE(copy_log(*source, folder / "small.gtf", Profile::Small).ok());
    const auto small = std::move(LogReader::open(folder / "small.gtf")).value();
    CHECK(small->file_size() < fast.size());
    for (std::size_t tree = 0; tree < 2; ++tree)
        CHECK(*read_tree(*small, tree) == *read_tree(*source, tree));
}

TEST_CASE("a log is packed into itself, or stays as it is", "[treelog][damage]") {
    const TemporaryFolder folder;
    std::string bytes = log_of(folder, Profile::Fast, {70, 200'000, 50});
    const auto path = folder / "whole.gtf";
    SECTION("when it is whole") {
        const auto source = std::move(LogReader::open(path)).value();
        REQUIRE(copy_log(*source, path, Profile::Fast).ok());
        CHECK(rata::read_file(path).value() != bytes); // each log has an identity of its own
        const auto packed = std::move(LogReader::open(path)).value();
        CHECK_FALSE(packed->verify().any());
        for (std::size_t tree = 0; tree < 3; ++tree)
            CHECK(*read_tree(*packed, tree) == *read_tree(*source, tree));
    }
    SECTION("when a chunk is damaged") {
        bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 4);
        REQUIRE(rata::write_file(path, bytes).ok());
        const auto source = std::move(LogReader::open(path)).value();
        CHECK(copy_log(*source, path, Profile::Fast).error().code == ErrorCode::Corrupt);
        CHECK(rata::read_file(path).value() == bytes);
    }
    SECTION("when somebody stops it") {
        const auto source = std::move(LogReader::open(path)).value();
        int looks = 0;
        const auto copied =
            copy_log(*source, path, Profile::Fast, [&looks] { return ++looks == 3; });
        CHECK_FALSE(copied.ok());
        CHECK(looks == 3);
        CHECK(rata::read_file(path).value() == bytes);
    }
    for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
        CHECK(entry.path().filename() == "whole.gtf"); // nothing stays beside it
}

TEST_CASE("a log of another version is refused in words", "[treelog][damage]") {
    const TemporaryFolder folder;
    std::string bytes = log_of(folder, Profile::Fast, {3});
    format::FileHead head;
    std::memcpy(&head, bytes.data(), sizeof head);
    head.version = format::kVersion + 1;
    head.head_checksum = format::checksum_of(head);
    std::memcpy(bytes.data(), &head, sizeof head);
    const auto opened = LogReader::open(std::as_bytes(std::span(bytes)), "later.gtf");
    REQUIRE_FALSE(opened.ok());
    CHECK(opened.error().code == ErrorCode::Unsupported);
    CHECK(opened.error().to_string() ==
          "later.gtf: the log has version 3 of the format; this program reads version 2");
}
