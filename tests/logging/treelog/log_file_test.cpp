#include "engine/base/file.hpp"
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

/// Writes trees of these sizes and returns their nodes.
std::vector<std::vector<MadeUpNode>> write_log(const std::filesystem::path& path, Profile profile,
                                               const std::vector<std::size_t>& sizes) {
    auto recorder =
        Recorder::create(path, made_up_schema(), {.profile = profile, .max_bytes = {}}).value();
    LogStream& stream = recorder->add_stream();
    std::vector<std::vector<MadeUpNode>> trees;
    std::uint32_t number = 0;
    for (const std::size_t size : sizes) {
        MadeUpSearch search(recorder->schema(), recorder->layout(), ++number);
        stream.begin_tree({.iteration = number, .label = "tree"});
        search.search(stream, size);
        stream.end_tree();
        trees.push_back(search.logged());
    }
    REQUIRE(recorder->close().ok());
    return trees;
}

void check_trees(const TreeSource& source, const std::vector<std::vector<MadeUpNode>>& trees) {
    REQUIRE(source.trees().size() == trees.size());
    for (std::size_t i = 0; i < trees.size(); ++i) {
        const auto nodes = read_tree(source, i);
        REQUIRE(nodes.ok());
        CHECK(*nodes == trees[i]);
        CHECK(source.trees()[i].is_whole());
        CHECK(source.trees()[i].mark.iteration == i + 1);
    }
}

} // namespace

TEST_CASE("what is logged is read, in either profile", "[treelog][file]") {
    const TemporaryFolder folder;
    const Profile profile = GENERATE(Profile::Fast, Profile::Small);
    const auto trees = write_log(folder / "log.gtf", profile, {1, 2, 500, 70'000, 0, 140'000});
    auto reader = LogReader::open(folder / "log.gtf");
    REQUIRE(reader.ok());
    CHECK_FALSE((*reader)->damage().any());
    CHECK((*reader)->schema() == made_up_schema());
    check_trees(**reader, trees);
    CHECK((*reader)->verify() == LogReader::Damage{});
}

TEST_CASE("sizes and statistics of a file are those of memory", "[treelog][file]") {
    const TemporaryFolder folder;
    const Profile profile = GENERATE(Profile::Fast, Profile::Small);
    write_log(folder / "log.gtf", profile, {100'000});
    const auto file = std::move(LogReader::open(folder / "log.gtf")).value();
    MemoryLog memory(made_up_schema());
    Recorder recorder(made_up_schema(), memory);
    LogStream& stream = recorder.add_stream();
    MadeUpSearch search(recorder.schema(), recorder.layout(), 1);
    stream.begin_tree({});
    search.search(stream, 100'000);
    stream.end_tree();
    REQUIRE(recorder.close().ok());

    REQUIRE(file->chunks().size() == memory.chunks().size());
    ColumnBuffer buffer;
    ColumnBuffer other;
    for (std::size_t chunk = 0; chunk < memory.chunks().size(); ++chunk) {
        CHECK(file->chunks()[chunk].waiting_size == memory.chunks()[chunk].waiting_size);
        CHECK(file->chunks()[chunk].waiting_nodes == memory.chunks()[chunk].waiting_nodes);
        const auto sizes = file->column(chunk, ColumnId::Size, buffer).value();
        const auto expected = memory.column(chunk, ColumnId::Size, other).value();
        CHECK(std::memcmp(sizes.data, expected.data, sizes.count * 4) == 0);
        const SizesView parts = file->sizes(chunk, buffer).value();
        const SizesView same = memory.sizes(chunk, other).value();
        CHECK(std::memcmp(parts.cut_off.data, same.cut_off.data, parts.cut_off.count) == 0);
        CHECK(std::equal(parts.large.begin(), parts.large.end(), same.large.begin(),
                         same.large.end()));
        for (std::size_t place = 0; place < made_up_schema().attributes.size(); ++place) {
            const ColumnId id = attribute_column(place);
            CHECK(file->statistics(chunk, id).value() == memory.statistics(chunk, id).value());
            const auto one = file->column(chunk, id, buffer).value();
            const auto two = memory.column(chunk, id, other).value();
            CHECK(std::memcmp(one.data, two.data, one.count * width(one.type)) == 0);
            REQUIRE((one.validity == nullptr) == (two.validity == nullptr));
            if (one.validity != nullptr)
                CHECK(std::memcmp(one.validity, two.validity, (one.count + 63) / 64 * 8) == 0);
        }
    }
}

TEST_CASE("a file without its end is indexed anew", "[treelog][file][crash]") {
    const TemporaryFolder folder;
    struct Cut {
        Profile profile;
        std::size_t nodes;
        std::vector<std::size_t> shares;
    };
    // Small chunks take long to write and to read, and are found like others.
    const Cut cut = GENERATE(Cut{Profile::Fast, 200'000, {100, 99, 70, 40}},
                             Cut{Profile::Small, kChunkNodes + 1000, {100, 99}});
    const auto trees = write_log(folder / "log.gtf", cut.profile, {300, cut.nodes});
    const std::string whole = rata::read_file(folder / "log.gtf").value();
    for (const std::size_t share : cut.shares) {
        INFO(share);
        const std::string part =
            whole.substr(0, whole.size() * share / 100 - (share == 100 ? 64 : 0));
        REQUIRE(rata::write_file(folder / "cut.gtf", part).ok());
        const auto reader = std::move(LogReader::open(folder / "cut.gtf")).value();
        CHECK(reader->damage().index_rebuilt);
        REQUIRE(reader->trees().size() == 2);
        const auto nodes = read_tree(*reader, 1);
        REQUIRE(nodes.ok());
        CHECK(nodes->size() >= kChunkNodes);
        CHECK(std::equal(nodes->begin(), nodes->end(), trees[1].begin()));
        CHECK(nodes->size() % kChunkNodes == (share == 100 ? trees[1].size() % kChunkNodes : 0));
    }
}

TEST_CASE("what is no log is refused and left alone", "[treelog][file]") {
    const TemporaryFolder folder;
    REQUIRE(rata::write_file(folder / "letter", "Dear Ratatosk,").ok());
    CHECK(LogReader::open(folder / "letter").error().code == ErrorCode::Corrupt);
    const auto created = Recorder::create(folder / "letter", made_up_schema());
    REQUIRE_FALSE(created.ok());
    CHECK_THAT(created.error().message, Catch::Contains("no tree log"));
    CHECK(rata::read_file(folder / "letter").value() == "Dear Ratatosk,");
    CHECK_FALSE(Recorder::create(folder / "nowhere" / "log.gtf", made_up_schema()).ok());
    CHECK(LogReader::open(folder / "missing").error().code == ErrorCode::NotFound);
}
