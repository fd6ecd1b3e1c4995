// Trees of helpers are parts of the trees that they hang on, whatever has been done to the log.
#include "engine/base/file.hpp"
#include "logging/treelog/linked_trees.hpp"
#include "logging/treelog/log_copy.hpp"
#include "logging/treelog/log_repair.hpp"
#include "logging/treelog/memory_log.hpp"
#include "tests/logging/treelog/support/helped_search.hpp"
#include "tests/support/temporary_folder.hpp"

#include <catch2/catch.hpp>

using namespace treelog;
using namespace helped;
using rata::test::TemporaryFolder;

namespace {

std::unique_ptr<MemoryLog> in_memory(Helpers helpers, std::uint64_t seed, std::size_t nodes) {
    auto log = std::make_unique<MemoryLog>(helped_schema());
    Recorder recorder(helped_schema(), *log);
    log_helped_search(recorder, helpers, seed, nodes);
    REQUIRE(recorder.close().ok());
    return log;
}

/// All trees of the first stream, and that nothing is left of others.
bool are_as_by_one(const TreeSource& helped, const TreeSource& single) {
    const LinkedTrees linked(helped);
    REQUIRE(linked.trees().size() == helped.trees().size());
    std::size_t parts = 0;
    bool are_equal = true;
    for (std::size_t tree = 0; tree < linked.trees().size(); ++tree) {
        const TreeInfo& info = linked.trees()[tree];
        if (info.stream != 0) {
            parts += info.is_part && info.nodes == 0 && info.chunk_count == 0 ? 1 : 0;
            continue;
        }
        const auto lines = described(linked, tree);
        are_equal = are_equal && lines == described(single, tree);
        CHECK(info.nodes == lines.size());
        CHECK(info.nodes == single.trees()[tree].nodes);
        CHECK(info.max_level == single.trees()[tree].max_level);
        CHECK(info.is_whole());
        ColumnBuffer buffer;
        for (std::size_t i = 0; i < info.chunk_count; ++i) {
            const std::size_t chunk = info.first_chunk + i;
            const ChunkInfo& here = linked.chunks()[chunk];
            const ChunkInfo& there = single.chunks()[single.trees()[tree].first_chunk + i];
            CHECK(here.waiting_size == there.waiting_size);
            CHECK(here.waiting_nodes == there.waiting_nodes);
            CHECK(here.min_level == there.min_level);
            const auto who = linked.column(chunk, attribute_column(2), buffer).value();
            for (std::uint32_t place = 0; place < here.count; place += 1 + place / 16)
                if (linked.stream_of(chunk, place) != static_cast<std::uint32_t>(who.at(place)))
                    FAIL("place " << place);
        }
    }
    CHECK(parts == linked.trees().size() - 3);
    return are_equal;
}

} // namespace

TEST_CASE("linked trees are as if one thread had searched them", "[treelog][links]") {
    const std::uint64_t seed = GENERATE(range(1, 9));
    const std::size_t nodes = GENERATE(1U, 20U, 300U, 4'000U);
    INFO("seed " << seed << ", nodes " << nodes);
    const auto helped = in_memory(Helpers::OwnTrees, seed, nodes);
    const auto single = in_memory(Helpers::None, seed, nodes);
    CHECK(are_as_by_one(*helped, *single));
    CHECK_FALSE(has_links(*single));
}

TEST_CASE("linked trees may have several chunks", "[treelog][links][slow]") {
    const auto helped = in_memory(Helpers::OwnTrees, 5, 150'000);
    const auto single = in_memory(Helpers::None, 5, 150'000);
    REQUIRE(single->trees()[0].chunk_count > 2);
    CHECK(are_as_by_one(*helped, *single));
}

TEST_CASE("links survive copies, packing, repair and parts", "[treelog][links]") {
    const TemporaryFolder folder;
    constexpr std::size_t kNodes = 400;
    const auto single = in_memory(Helpers::None, 3, kNodes);
    const auto path = folder / "log.gtf";
    RecorderOptions options;
    options.filter.keep_iterations = GENERATE(0U, 3U);
    auto recorder = Recorder::create(path, helped_schema(), {}, options).value();
    log_helped_search(*recorder, Helpers::OwnTrees, 3, kNodes);
    REQUIRE(recorder->close().ok());
    const auto log = std::move(LogReader::open(path)).value();
    REQUIRE(has_links(*log));
    CHECK(are_as_by_one(*log, *single));
    for (const Profile profile : {Profile::Fast, Profile::Small}) {
        REQUIRE(copy_log(*log, folder / "packed.gtf", profile).ok());
        const auto packed = std::move(LogReader::open(folder / "packed.gtf")).value();
        CHECK(are_as_by_one(*packed, *single));
    }
    REQUIRE(repair_log(path, folder / "repaired.gtf").ok());
    CHECK(are_as_by_one(*std::move(LogReader::open(folder / "repaired.gtf")).value(), *single));
    REQUIRE(split_log(path).ok());
    const auto split = std::move(LogReader::open(folder / "log-02.gtf")).value();
    const LinkedTrees second(*split);
    CHECK(described(second, 0) == described(*single, 1));
}

TEST_CASE("a repair that loses a tree leaves links to the others", "[treelog][links]") {
    const TemporaryFolder folder;
    const auto path = folder / "log.gtf";
    auto recorder = Recorder::create(path, helped_schema()).value();
    log_helped_search(*recorder, Helpers::OwnTrees, 3, 400);
    REQUIRE(recorder->close().ok());
    std::string bytes = rata::read_file(path).value();
    // The three sections of the first tree of stream 0: gone.
    format::FileHead head;
    std::memcpy(&head, bytes.data(), sizeof head);
    for (std::uint64_t offset = 0; offset < bytes.size(); offset += format::kAlignment) {
        const auto section = section_at(std::as_bytes(std::span(bytes)), offset, head.log_id);
        if (!section || section->head.kind == format::SectionKind::Index) continue;
        const bool is_chunk = section->head.kind == format::SectionKind::Chunk;
        const auto tree = format::read_tree(section->descriptor);
        const auto chunk = format::read_chunk(section->descriptor);
        const bool is_first = is_chunk ? chunk->stream == 0 && chunk->sequence == 0
                                       : tree->stream == 0 && tree->sequence == 0;
        if (is_first) std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(offset), 64, '\0');
    }
    REQUIRE(rata::write_file(folder / "damaged.gtf", bytes).ok());
    REQUIRE(repair_log(folder / "damaged.gtf", folder / "repaired.gtf").ok());
    const auto repaired = std::move(LogReader::open(folder / "repaired.gtf")).value();
    const LinkedTrees linked(*repaired);
    const auto single = in_memory(Helpers::None, 3, 400);
    REQUIRE(linked.trees()[0].mark.iteration == 2);
    CHECK(described(linked, 0) == described(*single, 1));
    CHECK(described(linked, 1) == described(*single, 2));
    // Those of the first one stand alone now.
    std::size_t alone = 0;
    for (const TreeInfo& tree : linked.trees())
        alone += tree.mark.link && !tree.is_part && tree.mark.iteration == 1 ? 1 : 0;
    CHECK(alone > 0);
}

TEST_CASE("a link that leads nowhere leaves its tree alone", "[treelog][links]") {
    const auto make = [](const std::vector<TreeLink>& links) {
        auto log = std::make_unique<MemoryLog>(helped_schema());
        const std::vector<std::optional<std::int64_t>> values(3, 1);
        std::uint32_t stream = 0;
        for (const TreeLink& link : links) {
            log->begin_tree({.iteration = 1, .link = link}, stream++);
            log->add({.level = 1}, values);
            log->add({.level = 0}, values);
            log->end_tree();
        }
        log->finish();
        return log;
    };
    struct Case {
        const char* name;
        std::vector<TreeLink> links; ///< of tree 0 in the streams 0, 1, ...
        std::size_t alone;
    };
    const Case cases[] = {
        {"to itself", {{0, 0, 1}}, 1},
        {"to no stream", {{7, 0, 0}}, 1},
        {"to no tree", {{0, 9, 0}, {0, 1, 0}}, 2},
        {"to no node", {{9, 9, 9}, {0, 0, 2}}, 2},
        {"to one another", {{1, 0, 0}, {0, 0, 0}}, 1},
        {"in a circle of three", {{1, 0, 1}, {2, 0, 1}, {0, 0, 1}}, 1},
        {"in a row", {{9, 9, 9}, {0, 0, 1}, {1, 0, 0}}, 1},
        {"two to one node", {{9, 9, 9}, {0, 0, 1}, {0, 0, 1}}, 1},
    };
    for (const Case& each : cases) {
        INFO(each.name);
        const auto log = make(each.links);
        const LinkedTrees linked(*log);
        std::size_t alone = 0;
        std::uint64_t nodes = 0;
        for (const TreeInfo& tree : linked.trees()) {
            alone += tree.is_part ? 0 : 1;
            nodes += tree.nodes;
        }
        CHECK(alone == each.alone);
        CHECK(nodes == 2 * each.links.size());
    }
}

TEST_CASE("a link is to the nearest node that is logged", "[treelog][links]") {
    MemoryLog log(helped_schema());
    RecorderOptions options;
    options.filter.min_depth = 1;
    Recorder recorder(helped_schema(), log, std::move(options));
    LogStream& stream = recorder.add_stream();
    stream.begin_tree({});
    CHECK(stream.enter({.depth = 0}) == nullptr);
    CHECK(stream.link().node == UINT32_MAX);
    stream.leave();
    stream.enter({.depth = 2});
    stream.enter({.depth = 1});
    CHECK(stream.link().node == 1);
    stream.enter({.depth = 0});
    CHECK(stream.link().node == 1);
    stream.end_tree();
    REQUIRE(recorder.close().ok());
}
