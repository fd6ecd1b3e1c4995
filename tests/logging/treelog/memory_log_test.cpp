#include "logging/treelog/memory_log.hpp"

#include <catch2/catch.hpp>

using namespace treelog;

namespace {

Schema small_schema() {
    return Schema{
        .attributes = {{.name = "last_move", .type = ElementType::U16, .kind = Kind::Move},
                       {.name = "value", .type = ElementType::I16, .null_value = -32768}},
        .constants = {{.name = "Big", .value = 100, .attribute = "value"}},
        .notes = {{"engine", "test"}}};
}

/// Level by level, as the walk through Figure 3 of the GTQL paper: 1 -> 2 -> {3, 4}, 1 -> 5.
constexpr std::uint16_t kLevels[] = {2, 2, 1, 1, 0};

} // namespace

TEST_CASE("trees in memory are read column by column", "[treelog][memory]") {
    MemoryLog log(small_schema());
    log.begin_tree({.iteration = 3, .label = "first"}, 1);
    for (std::size_t i = 0; i < std::size(kLevels); ++i) {
        const std::optional<std::int64_t> values[] = {
            i, i == 1 ? std::nullopt : std::optional<std::int64_t>(-static_cast<int>(i))};
        log.add({.level = kLevels[i], .skipped = i == 0 ? 7U : 0U}, values);
    }
    log.end_tree();
    log.begin_tree({.iteration = 4}, 0);
    log.end_tree(true);
    log.finish();

    REQUIRE(log.trees().size() == 2);
    CHECK(log.trees()[0].stream == 0);
    CHECK(log.trees()[0].is_aborted);
    const TreeInfo& tree = log.trees()[1];
    CHECK(tree.mark.label == "first");
    CHECK(tree.nodes == 5);
    CHECK(tree.skipped == 7);
    CHECK(tree.max_level == 2);
    CHECK(tree.is_whole());
    REQUIRE(tree.chunk_count == 1);

    ColumnBuffer buffer;
    const auto sizes = log.column(tree.first_chunk, ColumnId::Size, buffer).value();
    const std::vector<std::uint32_t> expected{1, 1, 3, 1, 5};
    CHECK(std::equal(expected.begin(), expected.end(), sizes.as<std::uint32_t>().begin()));
    const auto value = log.column(tree.first_chunk, attribute_column(1), buffer).value();
    CHECK(value.at(4) == -4);
    CHECK(value.is_valid(0));
    CHECK_FALSE(value.is_valid(1));
    const auto known = log.statistics(tree.first_chunk, attribute_column(1)).value();
    CHECK(known.null_count == 1);
    CHECK(known.min == -4);
    CHECK(known.max == 0);
    REQUIRE(known.histogram.has_value());
    CHECK(known.histogram->size() == 4);
}

TEST_CASE("chunks of a tree tell what they carry over", "[treelog][memory]") {
    MemoryLog log(Schema{});
    log.begin_tree({});
    for (std::size_t i = 0; i < kChunkNodes + 2; ++i) log.add({.level = 1}, {});
    log.add({.level = 0}, {});
    log.end_tree();
    log.finish();
    REQUIRE(log.chunks().size() == 2);
    const ChunkInfo& second = log.chunks()[1];
    CHECK(second.first_position == kChunkNodes);
    CHECK(second.count == 3);
    CHECK(second.waiting_nodes == std::vector<std::uint32_t>{0, kChunkNodes});
    ColumnBuffer buffer;
    CHECK(log.column(1, ColumnId::Size, buffer).value().at(2) == kChunkNodes + 3);
    const SizesView sizes = log.sizes(1, buffer).value();
    CHECK(sizes.cut_off.at(1) == 1);
    CHECK(sizes.cut_off.at(2) == kCutOffSize);
    REQUIRE(sizes.large.size() == 1);
    CHECK(sizes.large[0] == LargeSize{2, kChunkNodes + 3});
}

TEST_CASE("a schema is refused with the reason", "[treelog][schema]") {
    struct Case {
        const char* what;
        Schema schema;
    };
    const Case cases[] = {
        {"word of the query language", {.attributes = {{.name = "count"}}}},
        {"already", {.attributes = {{.name = "a"}}, .constants = {{.name = "a"}}}},
        {"expected a letter", {.attributes = {{.name = "1st"}}}},
        {"does not fit",
         {.attributes = {{.name = "a", .type = ElementType::U8, .null_value = -1}}}},
        {"no attribute", {.constants = {{.name = "A", .attribute = "b"}}}},
    };
    for (const Case& each : cases) {
        const auto checked = each.schema.validate();
        REQUIRE_FALSE(checked.ok());
        CHECK_THAT(checked.error().message, Catch::Contains(each.what));
    }
    CHECK(small_schema().validate().ok());
    CHECK(small_schema().name_of(1, 100)->name == "Big");
}
