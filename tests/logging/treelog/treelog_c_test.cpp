#include "logging/treelog/log_reader.hpp"
#include "logging/treelog/row_block.hpp"
#include "logging/treelog/treelog.h"
#include "tests/logging/treelog/support/scarce_memory.hpp"
#include "tests/support/temporary_folder.hpp"

#include <catch2/catch.hpp>

#include <climits>

using rata::test::TemporaryFolder;

namespace {

struct Record {
    std::int32_t value;
    std::uint16_t move;
};

treelog_schema* new_schema() {
    treelog_schema* schema = treelog_schema_new();
    CHECK(treelog_add_attribute(schema, "value", TREELOG_I32, TREELOG_INTEGER,
                                TREELOG_ROLE_VALUE) == 0);
    CHECK(treelog_add_attribute(schema, "last_move", TREELOG_U16, TREELOG_MOVE,
                                TREELOG_ROLE_LAST_MOVE) == 1);
    CHECK(treelog_set_null(schema, 0, INT32_MIN) == 0);
    CHECK(treelog_add_constant(schema, 0, "Won", 1000) == 0);
    CHECK(treelog_add_note(schema, "engine", "none") == 0);
    return schema;
}

} // namespace

TEST_CASE("a log by way of C", "[treelog][c]") {
    const TemporaryFolder folder;
    const std::string path = (folder / "c.gtf").string();
    treelog_schema* schema = new_schema();
    const bool by_offsets = GENERATE(false, true);
    if (by_offsets) {
        CHECK(treelog_set_offset(schema, 0, offsetof(Record, value)) == 0);
        CHECK(treelog_set_offset(schema, 1, offsetof(Record, move)) == 0);
        treelog_set_record_size(schema, sizeof(Record));
    }
    treelog_log* log = treelog_open(path.c_str(), schema, nullptr, nullptr);
    REQUIRE(log != nullptr);
    treelog_schema_free(schema);
    treelog_stream* stream = treelog_add_stream(log);
    treelog_link link{0, 0, 0};
    const treelog_mark mark{1, 4, 0, "start", &link};
    treelog_begin_tree(stream, &mark);
    auto* root = static_cast<std::byte*>(treelog_enter(stream));
    for (int i = 0; i < 3; ++i) {
        CHECK(treelog_enter(stream) != nullptr);
        treelog_set(stream, 0, -i);
        treelog_set(stream, 1, 100 + i);
        if (i == 2)
            treelog_leave_aborted(stream);
        else
            treelog_leave(stream);
    }
    REQUIRE(treelog_record(stream) == root);
    const std::int32_t value = 7;
    std::memcpy(root + treelog_offset(log, 0), &value, sizeof value);
    CHECK(treelog_current_link(stream).node == 0); // its children are searched
    treelog_leave(stream);
    treelog_end_tree(stream);
    CHECK(treelog_failure(log) == nullptr);
    CHECK(treelog_close(log, nullptr) == 0);

    const auto reader = std::move(treelog::LogReader::open(path)).value();
    REQUIRE(reader->trees().size() == 1);
    CHECK(reader->trees()[0].mark.label == "start");
    CHECK(reader->trees()[0].mark.link == treelog::TreeLink{0, 0, 0});
    treelog::ColumnBuffer buffer;
    const auto values = reader->column(0, treelog::attribute_column(0), buffer).value();
    CHECK(values.at(1) == -1);
    CHECK(values.at(3) == 7);
    CHECK(reader->column(0, treelog::attribute_column(1), buffer).value().at(2) == 102);
    CHECK(reader->schema().name_of(0, 1000)->name == "Won");
}

TEST_CASE("what cannot be opened logs nothing, and says why", "[treelog][c]") {
    treelog_schema* schema = new_schema();
    char* message = nullptr;
    CHECK(treelog_open("/nowhere/at/all.gtf", schema, nullptr, &message) == nullptr);
    REQUIRE(message != nullptr);
    CHECK_THAT(std::string(message), Catch::Contains("/nowhere/at/all.gtf"));
    treelog_free_text(message);
    CHECK(treelog_add_constant(schema, -1, "value", 1) == 0); // told when it is opened
    CHECK(treelog_open("unused.gtf", schema, nullptr, &message) == nullptr);
    CHECK_THAT(std::string(message), Catch::Contains("already"));
    treelog_free_text(message);
    treelog_schema_free(schema);

    treelog_stream* none = treelog_add_stream(nullptr);
    CHECK(none == nullptr);
    treelog_begin_tree(none, nullptr);
    CHECK(treelog_enter(none) == nullptr);
    treelog_set(none, 0, 0);
    treelog_leave(none);
    treelog_end_tree(none);
    treelog_abort_tree(none);
    CHECK(treelog_close(nullptr, nullptr) == 0);
}

TEST_CASE("memory that runs out is told, and no more", "[treelog][c]") {
    const TemporaryFolder folder;
    const std::string path = (folder / "c.gtf").string();
    treelog_schema* schema = new_schema();
    treelog_log* log = treelog_open(path.c_str(), schema, nullptr, nullptr);
    REQUIRE(log != nullptr);
    treelog_schema_free(schema);
    treelog_stream* stream = treelog_add_stream(log);
    treelog_begin_tree(stream, nullptr);
    char* message = nullptr;
    {
        const treelog::test::ScarceMemory scarce; // for the search or for the writer
        for (std::size_t i = 0; i < 4 * treelog::kBlockRows; ++i) {
            treelog_enter(stream);
            treelog_leave(stream);
        }
        treelog_end_tree(stream);
        CHECK(treelog_close(log, &message) == -1);
    }
    REQUIRE(message != nullptr);
    CHECK(std::string(message) == "out of memory");
    treelog_free_text(message);
}

TEST_CASE("options of C reach the filter", "[treelog][c]") {
    const TemporaryFolder folder;
    const std::string path = (folder / "c.gtf").string();
    treelog_schema* schema = new_schema();
    treelog_options options;
    treelog_options_init(&options);
    options.profile = TREELOG_SMALL;
    options.min_depth = 1;
    const std::int64_t moves[] = {5};
    options.path = moves;
    options.path_length = 1;
    treelog_log* log = treelog_open(path.c_str(), schema, &options, nullptr);
    treelog_schema_free(schema);
    treelog_stream* stream = treelog_add_stream(log);
    treelog_begin_tree(stream, nullptr);
    CHECK(treelog_enter_with(stream, 9, 0, 0) != nullptr);
    CHECK(treelog_enter_with(stream, 8, 4, 0) == nullptr); // another move
    treelog_leave(stream);
    CHECK(treelog_enter_with(stream, 8, 5, 0) != nullptr);
    CHECK(treelog_enter_with(stream, 0, 4, 0) == nullptr); // not deep enough
    CHECK(treelog_record(stream) == nullptr);
    treelog_abort_tree(stream);
    CHECK(treelog_close(log, nullptr) == 0);
    const auto reader = std::move(treelog::LogReader::open(path)).value();
    CHECK(reader->trees()[0].nodes == 2);
    CHECK(reader->trees()[0].skipped == 2);
    CHECK(reader->trees()[0].is_aborted);
}

TEST_CASE("a filter that treelog_enter cannot serve is an error", "[treelog][c]") {
    const TemporaryFolder folder;
    const std::string path = (folder / "c.gtf").string();
    const std::int64_t moves[] = {5};
    const std::uint64_t key = 1;
    struct Case {
        const char* needed; ///< empty: the filter can be served
        void (*set)(treelog_options&, const std::int64_t*, const std::uint64_t*);
    };
    const Case cases[] = {
        {"depth", [](auto& options, auto, auto) { options.min_depth = 1; }},
        {"move",
         [](auto& options, auto path_moves, auto) {
             options.path = path_moves;
             options.path_length = 1;
         }},
        {"depth and move and key",
         [](auto& options, auto, auto sought) {
             options.min_depth = 1;
             options.sample_one_in = 2;
             options.key = sought;
         }},
        {"", [](auto& options, auto, auto) { options.max_level = 3; }},
    };
    for (const Case& each : cases) {
        INFO(each.needed);
        treelog_schema* schema = new_schema();
        treelog_options options;
        treelog_options_init(&options);
        each.set(options, moves, &key);
        treelog_log* log = treelog_open(path.c_str(), schema, &options, nullptr);
        REQUIRE(log != nullptr);
        treelog_schema_free(schema);
        treelog_stream* stream = treelog_add_stream(log);
        treelog_begin_tree(stream, nullptr);
        treelog_enter(stream);
        treelog_leave(stream);
        treelog_end_tree(stream);
        char* message = treelog_failure(log);
        const bool can_be_served = std::string(each.needed).empty();
        CHECK((message == nullptr) == can_be_served);
        treelog_free_text(message);
        CHECK(treelog_close(log, &message) == (can_be_served ? 0 : -1));
        if (can_be_served) continue;
        REQUIRE(message != nullptr);
        CHECK(std::string(message) == "the filter of the log needs the " +
                                          std::string(each.needed) +
                                          " of every node, which treelog_enter does not tell; "
                                          "use treelog_enter_with");
        treelog_free_text(message);
        CHECK_FALSE(std::move(treelog::LogReader::open(path)).value()->damage().any());
    }
}

TEST_CASE("a game is declared by one call", "[treelog][c][moves]") {
    const TemporaryFolder folder;
    const std::string path = (folder / "c.gtf").string();
    treelog_schema* schema = new_schema();
    const int ply =
        treelog_add_attribute(schema, "ply", TREELOG_U8, TREELOG_INTEGER, TREELOG_ROLE_NONE);
    const char* moves = "fields 8 8 to 0 6 from 6 6 kind 12 3 symbols .nbrq pass 4095";
    char* message = nullptr;
    CHECK(treelog_declare_game(schema, "chess", "fields 8", nullptr, ply, &message) == -1);
    REQUIRE(message != nullptr);
    CHECK_THAT(std::string(message), Catch::Contains("expected rows from 1 to 1024"));
    treelog_free_text(message);
    CHECK(treelog_declare_game(schema, "chess", moves, nullptr, 9, &message) == -1);
    CHECK(treelog_declare_game(schema, nullptr, moves, nullptr, ply, nullptr) == -1);
    CHECK(treelog_declare_game(nullptr, "chess", moves, nullptr, ply, nullptr) == -1);
    CHECK(treelog_declare_game(schema, "draughts", nullptr, "somewhere", -1, nullptr) == 0);
    CHECK(treelog_declare_game(schema, "chess", moves, nullptr, ply, &message) == 0);
    CHECK(message == nullptr);
    treelog_log* log = treelog_open(path.c_str(), schema, nullptr, nullptr);
    REQUIRE(log != nullptr);
    treelog_schema_free(schema);
    CHECK(treelog_close(log, nullptr) == 0);
    const auto reader = std::move(treelog::LogReader::open(path)).value();
    CHECK(reader->schema().note("game") == "chess");
    CHECK(reader->schema().note("move_names") == moves);
    CHECK(reader->schema().note("root").empty());
    CHECK(reader->schema().find_role(treelog::Role::Ply) == std::size_t{2});
}

TEST_CASE("wrong arguments are refused", "[treelog][c]") {
    treelog_schema* schema = new_schema();
    CHECK(treelog_version() == 0x101);
    CHECK(treelog_add_attribute(schema, "x", static_cast<treelog_type>(7), TREELOG_KEY,
                                static_cast<treelog_role>(16)) == -1);
    CHECK(treelog_add_attribute(nullptr, "x", TREELOG_U8, TREELOG_KEY, TREELOG_ROLE_NONE) == -1);
    CHECK(treelog_set_null(schema, 2, 0) == -1);
    CHECK(treelog_set_offset(schema, -1, 0) == -1);
    CHECK(treelog_set_help(schema, 0, nullptr) == -1);
    CHECK(treelog_set_help(schema, 0, "what it is worth") == 0);
    CHECK(treelog_add_constant(schema, 5, "A", 0) == -1);
    CHECK(treelog_add_note(schema, nullptr, "") == -1);
    treelog_schema_free(schema);
    treelog_schema_free(nullptr);
    treelog_options_init(nullptr);
    CHECK(treelog_open(nullptr, nullptr, nullptr, nullptr) == nullptr);
}
