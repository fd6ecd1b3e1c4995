// Logs that are being written, that were left unfinished, and that several threads wrote together.
#include "engine/base/file.hpp"
#include "logging/treelog/last_iterations.hpp"
#include "logging/treelog/treelog.h"
#include "tests/tools/gtq/support/gtq_run.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <unistd.h>

using namespace rata;
using rata::test::Gtq;
using rata::test::holds;

namespace {

treelog_schema* live_schema() {
    treelog_schema* schema = treelog_schema_new();
    treelog_add_attribute(schema, "value", TREELOG_I16, TREELOG_INTEGER, TREELOG_ROLE_VALUE);
    treelog_add_attribute(schema, "last_move", TREELOG_U16, TREELOG_MOVE, TREELOG_ROLE_LAST_MOVE);
    return schema;
}

void log_child(treelog_stream* stream, int move) {
    treelog_enter(stream);
    treelog_set(stream, 1, move);
    treelog_leave(stream);
}

/// A root with two moves, of which a helper searched one that has two children.
void write_helped_log(const std::string& path) {
    treelog_schema* schema = live_schema();
    treelog_log* log = treelog_open(path.c_str(), schema, nullptr, nullptr);
    treelog_schema_free(schema);
    REQUIRE(log != nullptr);
    treelog_stream* owner = treelog_add_stream(log);
    treelog_stream* helper = treelog_add_stream(log);
    treelog_begin_tree(owner, nullptr);
    treelog_enter(owner);
    log_child(owner, 11);
    const treelog_link link = treelog_current_link(owner);
    treelog_mark mark{};
    mark.link = &link;
    treelog_begin_tree(helper, &mark);
    treelog_enter(helper);
    treelog_set(helper, 1, 12);
    log_child(helper, 21);
    log_child(helper, 22);
    treelog_leave(helper);
    treelog_end_tree(helper);
    treelog_leave(owner);
    treelog_end_tree(owner);
    REQUIRE(treelog_close(log, nullptr) == 0);
}

} // namespace

TEST_CASE("gtq shows a helper's subtree where it belongs", "[gtq][links]") {
    const Gtq gtq;
    write_helped_log((gtq.folder() / "helped.gtf").string());
    REQUIRE(gtq.run({"pack", "helped.gtf", "-o", "packed.gtf", "--profile", "small"}).status.code ==
            0);
    REQUIRE(gtq.run({"repair", "helped.gtf", "-o", "repaired.gtf"}).status.code == 0);
    for (const std::string log : {"helped.gtf", "packed.gtf", "repaired.gtf"}) {
        INFO(log);
        CHECK(
            gtq.run({"--csv", "-q", "node: $level = 0; show: $size, $arity, $tree", log}).output ==
            "$size,$arity,$tree\n5,2,1\n");
        CHECK(
            gtq.run({"--csv", "-q", "node: [^]$thread != $thread; show: $id, $path, $thread", log})
                .output == "$id,$path,$thread\n3,12,1\n");
        const std::string tree = gtq.run({"tree", log}).output;
        holds(tree, "root  #1 5 nodes");
        holds(tree, "12  #3 3 nodes");
        holds(tree, "22  #5 1 nodes");
        holds(gtq.run({"dot", log}).output, "22");
        CHECK(gtq.run({"treemap", log, "-o", "page.html"}).output == "page.html: 5 of 5 nodes\n");
    }
}

TEST_CASE("gtq says that a log is being written", "[gtq]") {
    const Gtq gtq;
    treelog_schema* schema = live_schema();
    treelog_log* log = treelog_open((gtq.folder() / "live.gtf").c_str(), schema, nullptr, nullptr);
    treelog_schema_free(schema);
    REQUIRE(log != nullptr);
    treelog_stream* stream = treelog_add_stream(log);
    treelog_begin_tree(stream, nullptr);
    log_child(stream, 1);
    const ProcessRun live = gtq.run({"-q", "node: count(*)", "live.gtf"});
    holds(live.errors,
          "process " + std::to_string(getpid()) + " is writing it; this is what there is so far");
    CHECK(live.errors.find("repair") == std::string::npos);
    const ProcessRun packed = gtq.run({"pack", "log5.gtf", "-o", "live.gtf", "--profile", "fast"});
    CHECK(packed.status.code == 3);
    holds(packed.errors, "in use by process " + std::to_string(getpid()));
    treelog_end_tree(stream);
    REQUIRE(treelog_close(log, nullptr) == 0);
    CHECK(gtq.run({"-q", "node: count(*)", "live.gtf"}).errors.empty());
}

TEST_CASE("gtq repair says once what is lost, and takes the files beside a log", "[gtq]") {
    const Gtq gtq;
    const std::string whole = gtq.read("log8.gtf");
    gtq.write("cut.gtf", whole.substr(0, whole.size() - 40));
    holds(gtq.run({"-q", "node: count(*)", "cut.gtf"}).errors, "see gtq repair");
    REQUIRE(gtq.run({"repair", "cut.gtf", "-o", "mended.gtf"}).status.code == 0);
    CHECK(gtq.run({"-q", "node: count(*)", "mended.gtf"}).errors.find("gtq repair") ==
          std::string::npos);

    std::string flipped = whole;
    flipped[whole.size() / 2] = static_cast<char>(flipped[whole.size() / 2] ^ 0x10);
    gtq.write("flipped.gtf", flipped);
    holds(gtq.run({"repair", "flipped.gtf", "-o", "mended.gtf"}).output, "mended.gtf: ");
    CHECK(gtq.run({"-q", "node: count(*)", "mended.gtf"}).output ==
          gtq.run({"-q", "node: count(*)", "log8.gtf"}).output);

    {
        const treelog::Schema schema{
            .attributes = {{.name = "value"}}, .constants = {}, .notes = {}};
        auto killed =
            treelog::LastIterations::create(gtq.folder() / "killed.gtf", schema, {}, 2).value();
        CHECK(killed->open_tree({.iteration = 1}, 0).ok());
    }
    holds(gtq.run({"info", "killed.gtf"}).errors, "killed.gtf.part-1; see gtq repair");
    const ProcessRun repaired = gtq.run({"repair", "killed.gtf", "-o", "all.gtf"});
    holds(repaired.output, "with the iteration in killed.gtf.part-1");
    const auto json =
        nlohmann::json::parse(gtq.run({"repair", "--json", "killed.gtf", "-o", "all.gtf"}).output);
    CHECK(json["parts"] == nlohmann::json::array({"killed.gtf.part-1"}));
    CHECK(json["mended_bytes"] == 0);
}
