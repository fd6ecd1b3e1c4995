// The program as a shell sees it, on small logs that are made here.
#include "engine/base/file.hpp"
#include "logging/gtql/binder.hpp"
#include "logging/gtql/executor.hpp"
#include "logging/treelog/log_copy.hpp"
#include "tests/support/snapshot.hpp"
#include "tests/support/test_data.hpp"
#include "tests/tools/gtq/support/gtq_run.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <filesystem>

using namespace rata;
using rata::test::Gtq;
using rata::test::holds;

TEST_CASE("gtq answers queries as tables, JSON and CSV", "[gtq]") {
    const Gtq gtq;
    const std::string by_type = "node: count(*) by type";
    const ProcessRun table = gtq.run({"-q", by_type, "log5.gtf"});
    CHECK(table.status.code == 0);
    CHECK(table.output == by_type + "\n  6 nodes\n  type     count\n  PVNode       3\n"
                                    "  CUTNode      2\n  ALLNode      1\n\n");
    const ProcessRun csv = gtq.run({"--csv", "-q", by_type, "log5.gtf"});
    CHECK(csv.output == "type,count\nPVNode,3\nCUTNode,2\nALLNode,1\n");
    // The way to each node, found from it for a few and by the parents of all for many.
    for (const char* limit : {"20", "1000"})
        CHECK(
            gtq.run({"--csv", "-q", "node: type = CUTNode", "--limit", limit, "log5.gtf"}).output ==
            "$id,last_move,$path\n3,e2e4,e4\n6,e2e4,e4\n");
    const ProcessRun json = gtq.run(
        {"-q", "node: type = CUTNode; show: $id, $path", "--json", "log5.gtf", "--threads", "2"});
    const auto answer = nlohmann::json::parse(json.output);
    CHECK(answer["schema"] == 1);
    CHECK(answer["logs"][0]["answers"][0]["count"] == 2);
    CHECK(answer["logs"][0]["answers"][0]["rows"][0] == nlohmann::json::array({3, "e4"}));
    gtq.write("several.gtql", "# two\n@all node: count(*)\n@some node: type = ALLNode; limit: 0\n");
    CHECK(gtq.run({"several.gtql", "log5.gtf"}).output ==
          "@all  node: count(*)\n  6\n\n@some  node: type = ALLNode; limit: 0\n  1 nodes\n\n");
    CHECK(gtq.run({"-", "log5.gtf"}, "node: count(*)").output == "node: count(*)\n  6\n\n");
}

TEST_CASE("each -q is a text of its own", "[gtq]") {
    const Gtq gtq;
    const std::string open_end = "node: type = PVNode;"; // a file would go on in its next line
    const auto json = nlohmann::json::parse(
        gtq.run({"-q", open_end, "-q", "child: count(*) > 0", "--json", "log5.gtf"}).output);
    const auto& answers = json["logs"][0]["answers"];
    REQUIRE(answers.size() == 2);
    CHECK(answers[0]["count"] == 3);
    CHECK(answers[1]["count"] == 1);
    const ProcessRun wrong =
        gtq.run({"-q", open_end, "-q", "node:\nchild: cuont(*) > 0", "log5.gtf"});
    CHECK(wrong.status.code == 3);
    holds(wrong.errors, "-q2:2:8: error: there is no function 'cuont'");
    holds(wrong.errors, "\n    child: cuont(*) > 0\n           ^\n");
    const ProcessRun unknown = gtq.run({"-q", open_end, "-q", "node: tipe = 1", "log5.gtf"});
    holds(unknown.errors, "-q2:1:7: error: this log has no attribute or constant named 'tipe'");
    const ProcessRun twice = gtq.run({"-q", "@x node:", "-q", "@x node: depth = 1", "log5.gtf"});
    CHECK(twice.status.code == 3);
    holds(twice.errors, "-q2:1:4: error: there are two queries named @x");
}

TEST_CASE("gtq tells what is wrong by its exit code and in words", "[gtq]") {
    const Gtq gtq;
    CHECK(gtq.run({}).status.code == 2);
    CHECK(gtq.run({"--limt", "3"}).errors ==
          "gtq: unknown option '--limt'; did you mean '--limit'?\nTry 'gtq --help'.\n");
    CHECK(gtq.run({"-q", "node:", "--limit", "x", "log5.gtf"}).status.code == 2);
    CHECK(gtq.run({"-q", "node:", "missing.gtf"}).status.code == 3);
    gtq.write("no.gtf", "this is no log");
    CHECK(gtq.run({"-q", "node:", "no.gtf"}).status.code == 3);
    const ProcessRun unknown = gtq.run({"-q", "node: tipe = PVNode", "log5.gtf"});
    CHECK(unknown.status.code == 3);
    CHECK(unknown.errors == "-q:1:7: error: this log has no attribute or constant named 'tipe'; "
                            "did you mean 'type'?\n    node: tipe = PVNode\n          ^\n");
    CHECK(gtq.run({"-q", "node: $size > 1", "--paper", "log5.gtf"}).status.code == 3);
    // Without memory for columns chunk by chunk, but not everything.
    CHECK(gtq.run({"-q", "node: type = CUTNode", "--memory", "0", "--csv", "log5.gtf"}).output ==
          "$id,last_move\n3,e2e4\n6,e2e4\n");
    const ProcessRun upwards =
        gtq.run({"-q", "node: [^]type = PVNode", "--memory", "0", "log5.gtf"});
    CHECK(upwards.status.code == 3);
    CHECK(upwards.errors == "gtq: the queries need 1 MB of memory, more than is permitted, and "
                            "'[^]type' cannot be asked window by window\n");
    holds(gtq.run({"--help"}).output, "gtq treemap TREE.gtf -o PAGE.html");
    holds(gtq.run({"pack", "--help"}).output, "--profile NAME");
    for (const char* command : {"info", "schema", "verify", "repair", "pack", "export", "diff",
                                "check", "repl", "explain", "tree", "dot", "treemap"}) {
        const std::string help = gtq.run({command, "--help"}).output;
        holds(help, std::string("gtq ") + command);
        holds(help, "\nExamples:\n  gtq ");
    }
}

TEST_CASE("the man page of gtq is what it prints", "[gtq][help]") {
    const Gtq gtq;
    const ProcessRun run = gtq.run({"--man"});
    CHECK(run.status.code == 0);
    CHECK(run.errors.empty());
    rata::test::check_snapshot("../docs/gtq.1", run.output);
}

TEST_CASE("gtq checks expectations and compares logs", "[gtq]") {
    const Gtq gtq;
    gtq.write("good.gtql", "@nodes node: count(*); expect: = 6\n");
    CHECK(gtq.run({"check", "good.gtql", "log5.gtf"}).status.code == 0);
    const ProcessRun failed = gtq.run({"check", "good.gtql", "log8.gtf"});
    CHECK(failed.status.code == 1);
    holds(failed.output, "9, expected = 6: NOT MET");
    const ProcessRun differs = gtq.run({"diff", "good.gtql", "log5.gtf", "log8.gtf"});
    CHECK(differs.status.code == 1);
    holds(differs.output, "+3 (+50 %)");
    CHECK(gtq.run({"diff", "good.gtql", "log5.gtf", "log5.gtf"}).status.code == 0);
}

TEST_CASE("limits cut what gtq diff shows, not what it compares", "[gtq]") {
    const Gtq gtq;
    // Of PV nodes both logs have one such node, of the other types 2 and 1 against 3 and 2.
    const std::string query = "node: count(type != PVNode or $level = 0) by type";
    const auto diff = [&gtq](std::vector<std::string> words) {
        words.insert(words.begin(), "diff");
        words.emplace_back("log5.gtf");
        words.emplace_back("log8.gtf");
        return gtq.run(words);
    };
    const ProcessRun whole = diff({"-q", query});
    CHECK(whole.status.code == 1);
    CHECK(whole.output == query + "\n           before  after  change\n"
                                  "  CUTNode       2      3  +1 (+50 %)\n"
                                  "  ALLNode       1      2  +1 (+100 %)\n\n");
    const ProcessRun by_option = diff({"-q", query, "--limit", "1"});
    CHECK(by_option.status.code == 1);
    holds(by_option.output, "  CUTNode       2      3  +1 (+50 %)\n  ... the first 1 of 2 rows\n");
    const ProcessRun by_query = diff({"-q", query + "; limit: 1", "--json"});
    CHECK(by_query.status.code == 1);
    const auto answer = nlohmann::json::parse(by_query.output)["answers"][0];
    CHECK(answer["differences"].size() == 1);
    CHECK(answer["cut"].get<bool>());
    // Of nodes the number is compared, however few are shown.
    const ProcessRun nodes = diff({"-q", "node: type = CUTNode; limit: 0"});
    CHECK(nodes.status.code == 1);
    holds(nodes.output, "2      3  +1 (+50 %)");
}

TEST_CASE("trees are chosen only where trees are looked at", "[gtq]") {
    const Gtq gtq;
    for (const std::string command : {"info", "schema", "verify"}) {
        for (const std::string option : {"--tree", "--iteration", "--thread"}) {
            const ProcessRun run = gtq.run({command, option, "1", "log5.gtf"});
            CHECK(run.status.code == 2);
            holds(run.errors, option + " does not go with this command");
        }
        CHECK(gtq.run({command, "--help"}).output.find("--iteration") == std::string::npos);
    }
    CHECK(gtq.run({"export", "--tree", "1", "log5.gtf"}).status.code == 0);
    holds(gtq.run({"tree", "--help"}).output, "--iteration N");
}

TEST_CASE("gtq describes, verifies, packs, repairs and exports logs", "[gtq]") {
    const Gtq gtq;
    holds(gtq.run({"info", "log5.gtf"}).output, "nodes   6\n");
    holds(gtq.run({"schema", "log5.gtf"}).output, "CUTNode");
    CHECK(nlohmann::json::parse(
              gtq.run({"info", "--json", "log5.gtf"}).output)["logs"][0]["nodes"] == 6);
    CHECK(gtq.run({"verify", "log5.gtf"}).output == "log5.gtf: whole\n");
    CHECK(gtq.run({"pack", "log5.gtf", "-o", "small.gtf", "--profile", "small"}).status.code == 0);
    CHECK(gtq.run({"-q", "node: count(*)", "small.gtf"}).output == "node: count(*)\n  6\n\n");
    const std::string whole = gtq.read("log8.gtf");
    gtq.write("cut.gtf", whole.substr(0, whole.size() - 40));
    CHECK(gtq.run({"verify", "cut.gtf"}).status.code == 1);
    CHECK(gtq.run({"repair", "cut.gtf", "-o", "mended.gtf"}).status.code == 0);
    CHECK(gtq.run({"verify", "mended.gtf"}).status.code == 0);
    CHECK(gtq.run({"export", "log5.gtf", "--columns", "$id, type, last_move"}).output ==
          "$id,type,last_move\n2,PVNode,e2e4\n3,CUTNode,e2e4\n4,ALLNode,e2e4\n5,PVNode,e2e4\n"
          "6,CUTNode,e2e4\n1,PVNode,\n");
    CHECK(gtq.run({"export", "log5.gtf", "-o", "x.jsonl", "--columns", "$id, type"}).status.code ==
          0);
    holds(gtq.read("x.jsonl"), R"({"$id":2,"type":"PVNode"})");
    CHECK(gtq.run({"export", "log5.gtf", "-o", "x.parquet"}).status.code == 2);
}

TEST_CASE("gtq exports truths, fractions and what is missing as such", "[gtq]") {
    const Gtq gtq;
    const std::string columns = "$id, type = CUTNode, avg(child: []ply)";
    CHECK(gtq.run({"export", "log5.gtf", "-o", "y.jsonl", "--columns", columns}).status.code == 0);
    const std::string lines = gtq.read("y.jsonl");
    holds(lines, R"json({"$id":2,"type = CUTNode":false,"avg(child: []ply)":null})json");
    holds(lines, R"json({"$id":3,"type = CUTNode":true,"avg(child: []ply)":null})json");
    holds(lines, R"json({"$id":1,"type = CUTNode":false,"avg(child: []ply)":1.0})json");
    holds(gtq.run({"export", "log5.gtf", "--columns", columns}).output, "\n3,true,\n");
    const ProcessRun whole_tree = gtq.run({"export", "log5.gtf", "--columns", "count(tree: *)"});
    CHECK(whole_tree.status.code == 3);
    CHECK(whole_tree.output.empty());
    holds(whole_tree.errors, "'count(tree: *)' looks at the whole tree");
}

TEST_CASE("gtq export ends when its reader does", "[gtq][slow]") {
    const Gtq gtq;
    const auto log = rata::test::bushy_chess_log(6);
    REQUIRE(treelog::copy_log(*log, gtq.folder() / "bushy.gtf", treelog::Profile::Fast).ok());
    const auto seconds_into = [&gtq](const std::string& reader) {
        const std::string program = test::program_path("gtq").string();
        const Stopwatch watch;
        const auto done =
            Process::run({.program = "sh",
                          .arguments = {"-c", program + " export bushy.gtf | " + reader},
                          .folder = gtq.folder()},
                         "", std::chrono::seconds(300));
        REQUIRE(done.ok());
        return watch.elapsed_seconds();
    };
    CHECK(2 * seconds_into("head -n 1") < seconds_into("cat > /dev/null"));
}

TEST_CASE("gtq explains its plan", "[gtq]") {
    const Gtq gtq;
    const std::string query = "node: type = CUTNode; subtree: count(*) > 0";
    const ProcessRun plan = gtq.run({"explain", "-q", query, "--repeat", "3", "log5.gtf"});
    CHECK(plan.status.code == 0);
    holds(plan.output, "scan    (type = 1)");
    holds(plan.output, "scan    ($logged > 1)");
    holds(plan.output, "6 nodes in ");
    const std::string of_children = "child: count(*) >= 5";
    holds(gtq.run({"explain", "-q", of_children, "log5.gtf"}).output, "scan    ($beside > 3)");
    const auto json = nlohmann::json::parse(
        gtq.run({"explain", "--json", "-q", "node: count(type = CUTNode)", "log5.gtf"}).output);
    CHECK(json["logs"][0]["answers"][0]["plan"][0] == "answer from the statistics of the chunks");
}

TEST_CASE("gtq draws trees", "[gtq]") {
    const Gtq gtq;
    const std::string drawn = gtq.run({"tree", "log5.gtf", "--max-nodes", "3"}).output;
    holds(drawn, "root  #1 6 nodes  ");
    holds(drawn, "└─ ... 3 more");
    holds(gtq.run({"tree", "log5.gtf", "--path", "e4"}).output, "e4  #2 1 nodes");
    CHECK(gtq.run({"tree", "log5.gtf", "--path", "d4"}).status.code == 3);
    holds(gtq.run({"dot", "log5.gtf"}).output, "digraph tree {");
    CHECK(gtq.run({"treemap", "log5.gtf", "-o", "page.html"}).output ==
          "page.html: 6 of 6 nodes\n");
    holds(gtq.read("page.html"), R"("size":[6,1,1,1,1,1])");
}

TEST_CASE("of a tree that was never finished gtq draws the largest part", "[gtq]") {
    const Gtq gtq;
    const auto path = gtq.folder() / "cut.gtf";
    REQUIRE(treelog::copy_log(*rata::test::bushy_chess_log(5), path, treelog::Profile::Fast).ok());
    // Of the two chunks, with 65,536 and 32,120 nodes, the first is left: three whole subtrees of
    // the root's children, and what was finished of the fourth.
    std::filesystem::resize_file(path, std::filesystem::file_size(path) * 3 / 4);
    const ProcessRun info = gtq.run({"info", "cut.gtf"});
    holds(info.output, "unfinished");
    holds(info.output, "65536");
    const ProcessRun verified = gtq.run({"verify", "cut.gtf"});
    CHECK(verified.status.code == 1);
    holds(verified.output, "1 tree is unfinished");
    const ProcessRun drawn = gtq.run({"tree", "cut.gtf"});
    CHECK(drawn.status.code == 0);
    holds(drawn.output, "e4  #2 19531 nodes  ");
    holds(drawn.errors,
          "tree 1 has lost its root, or was never finished: this is the largest part");
    const ProcessRun named = gtq.run({"tree", "cut.gtf", "--id", "19533"});
    holds(named.output, "e4  #19533 19531 nodes  ");
    CHECK(named.errors.find("largest part") == std::string::npos);
    CHECK(gtq.run({"treemap", "cut.gtf", "-o", "cut.html", "--max-nodes", "10"}).output ==
          "cut.html: 10 of 19531 nodes\n");
}

TEST_CASE("no text of a log can break a treemap", "[gtq]") {
    const Gtq gtq;
    treelog::Schema schema;
    schema.attributes.push_back({.name = "worth",
                                 .type = treelog::ElementType::U8,
                                 .kind = treelog::Kind::Integer,
                                 .role = treelog::Role::None,
                                 .null_value = {},
                                 .help = {}});
    treelog::MemoryLog log(std::move(schema));
    treelog::TreeMark mark;
    mark.label = "<!--<script></script>";
    log.begin_tree(mark);
    const std::optional<std::int64_t> values[] = {1};
    log.add({.level = 0}, values);
    log.end_tree();
    log.finish();
    REQUIRE(treelog::copy_log(log, gtq.folder() / "odd.gtf", treelog::Profile::Fast).ok());
    CHECK(gtq.run({"treemap", "odd.gtf", "-o", "odd.html"}).status.code == 0);
    const std::string page = gtq.read("odd.html");
    holds(page, R"("label":"\u003c!--\u003cscript>\u003c/script>")");
    CHECK(page.find("<!--") == std::string::npos);
}

TEST_CASE("gtq converses", "[gtq]") {
    const Gtq gtq;
    const std::string said =
        gtq.run({"repl", "log5.gtf"},
                "node: count(*)\nnode: typo = 1\n!1\ncomplete PV\nhistory\nplan on\nquit\nhelp\n")
            .output;
    holds(said, "node: count(*)\n  6\n");
    holds(said, "PVNode\n");
    holds(said, "   3  node: count(*)\n");
    gtq.write("cut.gtql", "node: count(*) by type; limit: 1\nnode:; show: $id\n");
    const std::string cut = gtq.run({"cut.gtql", "--limit", "2", "log5.gtf"}).output;
    holds(cut, "... 2 more\n");
    holds(cut, "... 4 more; --limit shows them\n");
    CHECK(said.find("A query, for instance") == std::string::npos);
}

TEST_CASE("gtq edits, completes and recalls lines at a terminal", "[gtq]") {
    const Gtq gtq;
    const ProcessRun run = gtq.run_at_terminal("repl log5.gtf", "ode: count(*)\x1b[Hn\r"
                                                                "node: coun\t*) by ou\t\r"
                                                                "\x1b[A\x1b[A\r"
                                                                "quit\r");
    CHECK(run.status.code == 0);
    holds(run.output, "6 nodes; 'help' helps\r\n");
    holds(run.output, "node: count(*) by outcome\r\n  6 nodes\r\n");
    const std::string answer = "node: count(*)\r\n  6\r\n";
    const std::size_t first = run.output.find(answer);
    REQUIRE(first != std::string::npos);
    CHECK(run.output.find(answer, first + 1) != std::string::npos);
}

TEST_CASE("the ready queries fit the chess schema", "[gtq]") {
    const auto log = rata::test::chess_log(8);
    std::size_t files = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(test::test_path("../logging/queries"))) {
        if (entry.path().extension() != ".gtql") continue;
        ++files;
        const auto text = read_file(entry.path());
        REQUIRE(text.ok());
        const gtql::ParsedFile file = gtql::parse_queries(*text);
        for (const Error& error : file.errors)
            FAIL(entry.path().string() << ": " << gtql::render_error(*text, error));
        std::vector<gtql::BoundQuery> queries;
        std::vector<gtql::Warning> warnings;
        for (const gtql::Query& query : file.queries) {
            auto bound = gtql::bind({query, *text, log->schema(), {}}, warnings);
            if (!bound) FAIL(entry.path().string() << ": " << bound.error().to_string());
            queries.push_back(std::move(*bound));
        }
        CHECK(warnings.empty());
        auto forest = gtql::Forest::open(*log);
        REQUIRE(forest.ok());
        CHECK(gtql::execute(*forest, queries, {}).ok());
    }
    CHECK(files == 9);
}
