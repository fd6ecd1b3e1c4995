// The log of another engine, by the recommended names and treelog_declare_game: moves are printed
// as moves, and every ready query can be asked. The log is that of logging/examples/chess_names.c.
#include "logging/treelog/treelog.h"
#include "tests/support/test_data.hpp"
#include "tests/tools/gtq/support/gtq_run.hpp"

#include <catch2/catch.hpp>

#include <cstring>
#include <filesystem>
#include <set>

using namespace rata;
using rata::test::Gtq;
using rata::test::holds;

namespace {

struct ForeignNode {
    int level;
    int ply;
    std::int64_t move;
    std::int64_t flags;
};
constexpr std::int64_t kForeignNull = 4095;

constexpr std::int64_t foreign_move(const char (&squares)[5], std::int64_t kind = 0) {
    const auto square = [](char file, char rank) { return file - 'a' + 8 * (rank - '1'); };
    return kind << 12 | std::int64_t{square(squares[0], squares[1])} << 6 |
           square(squares[2], squares[3]);
}

/// A null move; a search of the same position to verify it; and a move that is searched twice.
const std::vector<ForeignNode> kForeignNodes{{0, 0, 0, 0},
                                             {1, 1, foreign_move("e2e4"), 0},
                                             {2, 2, kForeignNull, 4},
                                             {2, 1, foreign_move("e2e4"), 512},
                                             {3, 2, foreign_move("c7c5"), 3},
                                             {1, 1, foreign_move("g1f3"), 16},
                                             {1, 1, foreign_move("g1f3"), 8}};

constexpr const char* kNumbers[] = {"alpha",     "beta",         "value",      "eval",
                                    "depth",     "move_index",   "pruned",     "reduction",
                                    "extension", "chain_length", "move_class", "full_value"};
struct Named {
    const char* attribute;
    std::vector<const char*> constants;
};
const Named kEnums[] = {
    {"type", {"PVNode", "CUTNode", "ALLNode"}},
    {"outcome", {"Exact", "FailHigh", "FailLow", "NoOutcome"}},
    {"technique", {"MoveLoop", "TableCutoff", "NullMove", "StandPat", "Aborted"}}};
const char* const kFlags[] = {"QNode",        "QRootNode",        "AfterNullMove", "Research",
                              "Reduced",      "Extended",         "InCheck",       "TableHit",
                              "SingularTest", "NullVerification", "ChainHit",      "ChainRemoved"};

/// The attribute of flags; last_move is 0 and ply 1.
int add_foreign_attributes(treelog_schema* schema) {
    treelog_add_attribute(schema, "last_move", TREELOG_U16, TREELOG_MOVE, TREELOG_ROLE_LAST_MOVE);
    treelog_set_null(schema, 0, 0);
    treelog_add_attribute(schema, "ply", TREELOG_U8, TREELOG_INTEGER, TREELOG_ROLE_NONE);
    for (const char* name : {"best_move", "table_move"})
        treelog_add_attribute(schema, name, TREELOG_U16, TREELOG_MOVE, TREELOG_ROLE_NONE);
    for (const char* name : kNumbers)
        treelog_add_attribute(schema, name, TREELOG_I16, TREELOG_INTEGER, TREELOG_ROLE_NONE);
    for (const Named& each : kEnums) {
        const int number = treelog_add_attribute(schema, each.attribute, TREELOG_U8, TREELOG_ENUM,
                                                 TREELOG_ROLE_NONE);
        for (std::size_t i = 0; i < each.constants.size(); ++i)
            treelog_add_constant(schema, number, each.constants[i], static_cast<std::int64_t>(i));
    }
    treelog_add_attribute(schema, "key", TREELOG_U64, TREELOG_KEY, TREELOG_ROLE_KEY);
    const int flags =
        treelog_add_attribute(schema, "flags", TREELOG_U16, TREELOG_FLAGS, TREELOG_ROLE_FLAGS);
    for (std::size_t i = 0; i < std::size(kFlags); ++i)
        treelog_add_constant(schema, flags, kFlags[i], std::int64_t{1} << i);
    return flags;
}

void write_foreign_log(const std::string& path, const char* game, const char* moves,
                       const char* root) {
    treelog_schema* schema = treelog_schema_new();
    const int flags = add_foreign_attributes(schema);
    REQUIRE(treelog_declare_game(schema, game, moves, root, 1, nullptr) == 0);
    treelog_log* log = treelog_open(path.c_str(), schema, nullptr, nullptr);
    treelog_schema_free(schema);
    REQUIRE(log != nullptr);
    treelog_stream* stream = treelog_add_stream(log);
    treelog_begin_tree(stream, nullptr);
    int open = 0;
    for (const ForeignNode& node : kForeignNodes) {
        for (; open > node.level; --open) treelog_leave(stream);
        treelog_enter(stream);
        ++open;
        treelog_set(stream, 0, node.move);
        treelog_set(stream, 1, node.ply);
        treelog_set(stream, flags, node.flags);
    }
    treelog_end_tree(stream);
    REQUIRE(treelog_close(log, nullptr) == 0);
}

constexpr const char* kFruitMoves = "fields 8 8 to 0 6 from 6 6 kind 12 3 symbols .nbrq pass 4095";

} // namespace

TEST_CASE("moves of other engines are printed as moves", "[gtq][moves]") {
    const Gtq gtq;
    write_foreign_log((gtq.folder() / "fruit.gtf").string(), "chess", kFruitMoves, nullptr);
    const std::string rows =
        gtq.run({"--csv", "-q", "node: $leaf; show: $id, last_move, $path", "fruit.gtf"}).output;
    CHECK(rows == "$id,last_move,$path\n3,--,e4.--\n5,c7c5,e4.c5\n6,g1f3,Nf3\n7,g1f3,Nf3\n");
    const std::string tree = gtq.run({"tree", "fruit.gtf"}).output;
    holds(tree, "e4  #2 4 nodes");
    holds(tree, "--  #3 1 nodes");
    holds(gtq.run({"tree", "fruit.gtf", "--path", "e4.e4.c5"}).output, "c5  #5 1 nodes");
    holds(gtq.run({"dot", "fruit.gtf"}).output, "e4");
    REQUIRE(gtq.run({"treemap", "fruit.gtf", "-o", "page.html"}).status.code == 0);
    const std::string page = gtq.read("page.html");
    holds(page, "\"e2e4\"");
    holds(page, "\"chess\":true");
}

TEST_CASE("a position that is no initial one is the root of all trees", "[gtq][moves]") {
    const Gtq gtq;
    write_foreign_log((gtq.folder() / "fruit.gtf").string(), "chess", kFruitMoves,
                      "k7/2p5/8/8/8/8/4P3/K5N1 w - - 0 1");
    const std::string ask = "node: $id = 5; show: $path";
    CHECK(gtq.run({"--csv", "-q", ask, "fruit.gtf"}).output == "$path\ne4.c5\n");
    // A root where the moves cannot be played leaves squares.
    write_foreign_log((gtq.folder() / "wrong.gtf").string(), "chess", kFruitMoves,
                      "k7/8/8/8/8/8/8/K7 w - - 0 1");
    CHECK(gtq.run({"--csv", "-q", ask, "wrong.gtf"}).output == "$path\ne2e4.c7c5\n");
}

TEST_CASE("moves of other games are printed by their fields", "[gtq][moves]") {
    const Gtq gtq;
    const std::string ask = "node: $id = 5; show: last_move, $path";
    write_foreign_log((gtq.folder() / "game.gtf").string(), "checkers", kFruitMoves, nullptr);
    CHECK(gtq.run({"--csv", "-q", ask, "game.gtf"}).output == "last_move,$path\nc7c5,e2e4.c7c5\n");
    write_foreign_log((gtq.folder() / "numbers.gtf").string(), "nim", nullptr, nullptr);
    CHECK(gtq.run({"--csv", "-q", ask, "numbers.gtf"}).output ==
          "last_move,$path\n3234,796.796.3234\n");
}

TEST_CASE("every ready query can be asked of a log by the recommended names", "[gtq][moves]") {
    const Gtq gtq;
    write_foreign_log((gtq.folder() / "fruit.gtf").string(), "chess", kFruitMoves, nullptr);
    std::size_t files = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(test::test_path("../logging/queries"))) {
        if (entry.path().extension() != ".gtql") continue;
        ++files;
        INFO(entry.path().string());
        const ProcessRun run = gtq.run({entry.path().string(), "fruit.gtf"});
        CHECK(run.status.code == 0);
        CHECK(run.errors.find("error") == std::string::npos);
    }
    CHECK(files >= 9);
}
