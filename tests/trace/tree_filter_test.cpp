#include "engine/trace/tree_log.hpp"
#include "logging/chess/chess_row.hpp"

#include <catch2/catch.hpp>

using namespace rata;

TEST_CASE("filters of the tree log", "[trace][filter]") {
    const Position root = Position::start();
    const auto depth = parse_tree_filter("depth=2  iterations=5- size=10 key=on", root).value();
    CHECK(depth.nodes.min_depth == 2);
    CHECK(depth.nodes.first_iteration == 5);
    CHECK(depth.max_bytes == 10U << 20);
    CHECK(depth.key == KeyColumn::Log);
    const auto moves = parse_tree_filter("moves=e2e4/e7e5 sample=50@3", root).value();
    REQUIRE(moves.nodes.path.size() == 2);
    const auto names = chess_moves(chess_schema(search_names(), KeyColumn::Omit)).value();
    CHECK(names.name(moves.nodes.path[1]) == "e7e5");
    CHECK(moves.nodes.sample_one_in == 50);
    CHECK(parse_tree_filter("hash=fF level=3 time=-50", root)->nodes.key == 255U);
    CHECK(parse_tree_filter("last=3", root)->nodes.keep_iterations == 3);
    CHECK(parse_tree_filter("", root)->nodes == treelog::LogFilter{});
    for (const char* wrong :
         {"depth", "depth=x", "iterations=8-5", "iterations=-", "moves=e2e5", "hash=", "hash=xyz",
          "sample=0", "size=0", "last=0", "key=maybe", "colour=red", "time=a-b"})
        CHECK_FALSE(parse_tree_filter(wrong, root).ok());
}
