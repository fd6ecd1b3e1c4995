#include "logging/treelog/move_layout.hpp"

#include <catch2/catch.hpp>

using namespace treelog;

TEST_CASE("moves are named by the fields of a board", "[treelog][moves]") {
    struct Case {
        const char* layout;
        std::int64_t move;
        const char* name;
    };
    const Case cases[] = {
        // What multigame writes: to + 1024 from + 2^20 kind + 2^26 ordinal.
        {"fields 8 8", 28 + 1024 * 12, "e2e4"},
        {"fields 8 8", 19 + 1024 * 19, "d3"},
        {"fields 8 8 symbols .PN", 28 + 1024 * 12 + (2 << 20), "e2e4N"},
        {"fields 8 8", 28 + 1024 * 12 + (std::int64_t{1} << 26), "e2e4~2"},
        {"fields 30 2", 29 + 1024 * 30, "a2ad1"},
        {"fields 8 8", 64 + 1024 * 12, "12352"}, // no field of the board
        {"fields 8 8 pass 7", 7, "--"},
        {"fields 3 3 to 0 4", 4, "b2"},
        {"fields 3 3 to 0 4 top", 0, "a3"},
        {"fields 3 3 to 0 4", 9, "9"},
        {"fields 8 8 to 0 6 from 6 6 kind 12 3 symbols .nbrq", 60 | 52 << 6 | 4 << 12, "e7e8q"},
        {"fields 8 8 to 0 6 from 6 6 kind 12 3 symbols .nbrq", 60 | 52 << 6 | 7 << 12, "e7e8"},
        {"fields 8 8 to 0 7 from 7 7 stride 16", 0x34 | 0x14 << 7, "e2e4"},
        {"fields 8 8 to 0 7 from 7 7 stride 16", 0x0A | 0x14 << 7, "2570"}, // beside the board
        {"fields 8 8 to 0 8 from 8 8 first 21 stride 10", 55 | 35 << 8, "e2e4"},
        {"fields 8 8 to 0 8 from 8 8 first 21 stride 10", 20 | 35 << 8, "8980"},
        {"fields 9 10 to 56 8", std::int64_t{89} << 56, "i10"},
        {"fields 8 8", -1, "-1"},
    };
    for (const Case& each : cases) {
        INFO(each.layout << " of " << each.move);
        const auto layout = MoveLayout::parse(each.layout);
        REQUIRE(layout.ok());
        CHECK(layout->name(each.move) == each.name);
    }
    CHECK(MoveLayout::parse("fields 8 8 pass 7")->is_pass(7));
    CHECK_FALSE(MoveLayout::parse("fields 8 8 pass 7")->parts(7));
    CHECK(to_string(BoardField{25, 0}) == "z1");
    CHECK(to_string(BoardField{26, 0}) == "aa1");
    CHECK(to_string(BoardField{702, 9}) == "aaa10");
}

TEST_CASE("what is no layout of moves is refused in words", "[treelog][moves]") {
    struct Case {
        const char* text;
        const char* message;
    };
    const Case cases[] = {
        {"", "names of moves: expected 'fields COLUMNS ROWS'"},
        {"field 8 8", "names of moves: expected 'fields COLUMNS ROWS'"},
        {"fields 8", "names of moves: expected rows from 1 to 1024, found the end"},
        {"fields 0 8", "names of moves: expected columns from 1 to 1024, found '0'"},
        {"fields 100 100", "names of moves: expected at most 1024 fields"},
        {"fields 8 8 from 0 6",
         "names of moves: expected 'to FIRST COUNT', as there are other parts"},
        {"fields 8 8 to 64 1", "names of moves: expected the first bit from 0 to 63, found '64'"},
        {"fields 8 8 to 60 6", "names of moves: expected bits from 1 to 4, found '6'"},
        {"fields 8 8 stride 7", "names of moves: expected a stride from 8 to 1024, found '7'"},
        {"fields 8 8 symbols",
         "names of moves: expected a character for each kind after 'symbols'"},
        {"fields 8 8 pass x", "names of moves: expected the number of a passed turn after 'pass'"},
        {"fields 8 8 bottom", "names of moves: expected to, from, kind, ordinal, first, stride, "
                              "top, symbols or pass, found 'bottom'"},
    };
    for (const Case& each : cases) {
        INFO(each.text);
        const auto layout = MoveLayout::parse(each.text);
        REQUIRE_FALSE(layout.ok());
        CHECK(layout.error().message == each.message);
    }
    Schema schema;
    schema.notes.push_back({"move_names", "of a later version"});
    CHECK_FALSE(MoveLayout::of(schema));
}
