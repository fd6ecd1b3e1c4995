// Drawings of trees: which tree, which node, which columns.
#include "logging/treelog/log_copy.hpp"
#include "tests/tools/gtq/support/gtq_run.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace rata;
using rata::test::Gtq;
using rata::test::holds;

TEST_CASE("drawings show the main line of several threads and lines", "[gtq][drawing]") {
    const Gtq gtq;
    const auto log = rata::test::two_threads_log();
    REQUIRE(treelog::copy_log(*log, gtq.folder() / "smp.gtf", treelog::Profile::Fast).ok());
    holds(gtq.run({"tree", "smp.gtf"}).output, "root  #1 6 nodes");
    holds(gtq.run({"dot", "smp.gtf"}).output, "root  #1\\n6 nodes");
    CHECK(gtq.run({"treemap", "smp.gtf", "-o", "smp.html"}).output == "smp.html: 6 of 6 nodes\n");
    holds(gtq.run({"tree", "smp.gtf", "--tree", "4"}).output, "root  #1 7 nodes");
    // Of the other thread: its last iteration, and of that the first line.
    const auto json =
        nlohmann::json::parse(gtq.run({"tree", "smp.gtf", "--thread", "1", "--json"}).output);
    CHECK(json["tree"] == 7);
}

TEST_CASE("gtq dot numbers nodes, and tree and dot show chosen columns", "[gtq][drawing]") {
    const Gtq gtq;
    const std::vector<std::string> columns = {"--columns",
                                              "type, $size, $level + 1, avg(child: []ply)"};
    const ProcessRun tree = gtq.run({"tree", "log5.gtf", columns[0], columns[1]});
    CHECK(tree.output ==
          "root  #1 6 nodes  type=PVNode $size=6 $level + 1=1 avg(child: []ply)=1\n"
          "├─ e4  #2 1 nodes  type=PVNode $size=1 $level + 1=2 avg(child: []ply)=-\n"
          "├─ e4  #3 1 nodes  type=CUTNode $size=1 $level + 1=2 avg(child: []ply)=-\n"
          "├─ e4  #4 1 nodes  type=ALLNode $size=1 $level + 1=2 avg(child: []ply)=-\n"
          "├─ e4  #5 1 nodes  type=PVNode $size=1 $level + 1=2 avg(child: []ply)=-\n"
          "└─ e4  #6 1 nodes  type=CUTNode $size=1 $level + 1=2 avg(child: []ply)=-\n");
    const ProcessRun dot = gtq.run({"dot", "log5.gtf", "--columns", "type"});
    holds(dot.output, R"( [label="root  #1\n6 nodes\ntype=PVNode"];)");
    holds(dot.output, R"( [label="e4  #3\n1 nodes\ntype=CUTNode"];)");
    for (const std::string command : {"tree", "dot", "export"}) {
        const ProcessRun wrong = gtq.run({command, "log5.gtf", "--columns", "type, dept"});
        CHECK(wrong.status.code == 3);
        holds(wrong.errors, "gtq: --columns: this log has no attribute or constant named 'dept'; "
                            "did you mean 'depth'?\n");
        holds(gtq.run({command, "log5.gtf", "--columns", "type; limit: 1"}).errors,
              "gtq: --columns: found 'type; limit: 1', expected columns only");
    }
}

TEST_CASE("gtq tells which move of a path, or which node, is not there", "[gtq][drawing]") {
    const Gtq gtq;
    const auto log = rata::test::bushy_chess_log(1);
    REQUIRE(treelog::copy_log(*log, gtq.folder() / "line.gtf", treelog::Profile::Fast).ok());
    holds(gtq.run({"tree", "line.gtf", "--path", "e4.e5.Nf3"}).output, "Nf3  #4 5 nodes");
    const auto error_of = [&gtq](const std::string& path) {
        const ProcessRun run = gtq.run({"tree", "line.gtf", "--path", path});
        CHECK(run.status.code == 3);
        return run.errors;
    };
    CHECK(error_of("d4.e5") == "gtq: --path: there is no 'd4' at the root in tree 1, expected e4; "
                               "did you mean 'e4'?\n");
    CHECK(error_of("e4.e5.Qh5.Nc6") ==
          "gtq: --path: there is no 'Qh5' after 'e4.e5' in tree 1, expected Nf3\n");
    CHECK(error_of("e4.e5.Nf3.Nc6.Bc4.Bc5.O-O.d6") ==
          "gtq: --path: there is no 'd6' after 'e4.e5.Nf3.Nc6.Bc4.Bc5.O-O' in tree 1, the node has "
          "no children\n");
    const ProcessRun id = gtq.run({"dot", "line.gtf", "--id", "77"});
    CHECK(id.status.code == 3);
    CHECK(id.errors == "gtq: --id: there is no node 77 in tree 1, which has 8 nodes\n");
}

TEST_CASE("what gtq reports can be had as JSON", "[gtq][json]") {
    const Gtq gtq;
    const auto json_of = [&gtq](const std::vector<std::string>& words) {
        const ProcessRun run = gtq.run(words);
        INFO(run.output << run.errors);
        REQUIRE(nlohmann::json::accept(run.output));
        auto json = nlohmann::json::parse(run.output);
        CHECK(json["schema"] == 1);
        CHECK(json["command"] == words[0]);
        return json;
    };
    const auto packed =
        json_of({"pack", "log5.gtf", "-o", "p.gtf", "--profile", "small", "--json"});
    CHECK(packed["nodes"] == 6);
    CHECK(packed["output"] == "p.gtf");
    CHECK(packed["bytes_after"].get<int>() > 0);
    const std::string whole = gtq.read("log8.gtf");
    gtq.write("cut.gtf", whole.substr(0, whole.size() - 40));
    const auto repaired = json_of({"repair", "cut.gtf", "-o", "mended.gtf", "--json"});
    CHECK(repaired["damage"]["index_rebuilt"] == true);
    CHECK(repaired["whole"] == false);
    const auto map = json_of({"treemap", "log5.gtf", "-o", "m.html", "--max-nodes", "4", "--json"});
    CHECK(map["nodes"] == 6);
    CHECK(map["shown"] == 4);
    const auto tree = json_of({"tree", "log5.gtf", "--max-nodes", "3", "--json"});
    CHECK(tree["tree"] == 1);
    CHECK(tree["root"]["nodes"] == 6);
    CHECK(tree["root"]["children"].size() == 2);
    CHECK(tree["root"]["hidden"] == 3);
    CHECK(tree["root"]["values"]["type"] == "PVNode");
    const ProcessRun lines = gtq.run({"export", "log5.gtf", "--json", "--columns", "$id, type"});
    holds(lines.output, "{\"$id\":2,\"type\":\"PVNode\"}\n");
}

TEST_CASE("the squares of a treemap's board do not depend on what stands on them",
          "[gtq][drawing]") {
    const Gtq gtq;
    REQUIRE(gtq.run({"treemap", "log5.gtf", "-o", "page.html"}).status.code == 0);
    holds(gtq.read("page.html"), "grid-template: repeat(8, 30px) / repeat(8, 30px)");
}

TEST_CASE("a drawing or an export never goes over its log", "[gtq][drawing]") {
    const Gtq gtq;
    const std::string before = gtq.read("log5.gtf");
    for (const std::string command : {"treemap", "dot", "export"}) {
        const ProcessRun run = gtq.run({command, "log5.gtf", "-o", "./log5.gtf"});
        CHECK(run.status.code == 2);
        CHECK(gtq.read("log5.gtf") == before);
    }
}

TEST_CASE("mistyped commands and options of gtq get a suggestion", "[gtq][usage]") {
    const Gtq gtq;
    const auto errors_of = [&gtq](const std::vector<std::string>& words) {
        const ProcessRun run = gtq.run(words);
        CHECK(run.status.code == 2);
        return run.errors;
    };
    const std::string hint = "\nTry 'gtq --help'.\n";
    CHECK(errors_of({"inof", "log5.gtf"}) ==
          "gtq: there is no command or file 'inof'; did you mean 'info'?" + hint);
    CHECK(errors_of({"treemp", "log5.gtf", "-o", "x.html"}).find("did you mean 'treemap'?") !=
          std::string::npos);
    CHECK(errors_of({"verfy"}) ==
          "gtq: there is no command or file 'verfy'; did you mean 'verify'?" + hint);
    CHECK(errors_of({"--jsn", "log5.gtf"}) ==
          "gtq: unknown option '--jsn'; did you mean '--json'?" + hint);
    // A file is a file, whatever it is called.
    gtq.write("inof", "node: count(*)\n");
    CHECK(gtq.run({"inof", "log5.gtf"}).output == "node: count(*)\n  6\n\n");
    CHECK(gtq.run({"missing.gtql", "log5.gtf"}).status.code == 3);
}
