// What gtq prints of answers: how many rows, in which order, and what it does about queries that
// cannot be asked.
#include "logging/treelog/log_copy.hpp"
#include "tests/tools/gtq/support/gtq_run.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>

using namespace rata;
using rata::test::Gtq;
using rata::test::holds;

namespace {

std::size_t lines_of(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

nlohmann::json parsed(const ProcessRun& run) {
    INFO(run.output);
    REQUIRE(nlohmann::json::accept(run.output));
    return nlohmann::json::parse(run.output);
}

} // namespace

TEST_CASE("CSV and JSON have all rows, and a table tells how many more there are", "[gtq][rows]") {
    const Gtq gtq;
    const auto log = rata::test::chess_log(558);
    REQUIRE(treelog::copy_log(*log, gtq.folder() / "many.gtf", treelog::Profile::Fast).ok());
    const ProcessRun table = gtq.run({"-q", "node:", "many.gtf"});
    CHECK(lines_of(table.output) == 3 + 20 + 2);
    holds(table.output, "  ... 539 more; --limit shows them\n");
    holds(gtq.run({"-q", "node:; limit: 3", "many.gtf"}).output, "  ... 556 more\n");
    holds(gtq.run({"-q", "node:", "many.gtf", "--limit", "5"}).output,
          "  ... 554 more; --limit shows them\n");
    CHECK(gtq.run({"-q", "node:; limit: 0", "many.gtf"}).output.find("more") == std::string::npos);
    CHECK(lines_of(gtq.run({"--csv", "-q", "node:", "many.gtf"}).output) == 1 + 559);
    CHECK(lines_of(gtq.run({"--csv", "-q", "node:", "--limit", "7", "many.gtf"}).output) == 1 + 7);
    CHECK(lines_of(gtq.run({"--csv", "-q", "node: count(*) by $id", "many.gtf"}).output) ==
          1 + 559);
    const auto json = parsed(gtq.run({"--json", "-q", "node:", "many.gtf"}));
    CHECK(json["logs"][0]["answers"][0]["rows"].size() == 559);
    CHECK(json["logs"][0]["answers"][0]["more"] == 0);
    const auto cut = parsed(gtq.run({"--json", "-q", "node:", "--limit", "9", "many.gtf"}));
    CHECK(cut["logs"][0]["answers"][0]["rows"].size() == 9);
    CHECK(cut["logs"][0]["answers"][0]["more"] == 550);
    const auto checked =
        parsed(gtq.run({"check", "--json", "-q", "node:; expect: = 559", "many.gtf"}));
    CHECK(checked["logs"][0]["answers"][0]["rows"].size() == 559);
}

TEST_CASE("JSON is whole even if a log is not there", "[gtq][rows]") {
    const Gtq gtq;
    const ProcessRun run = gtq.run({"--json", "-q", "node: type = ALLNode", "-q",
                                    "@n node: count(*)", "log5.gtf", "log8.gtf", "missing.gtf"});
    CHECK(run.status.code == 3);
    const auto json = parsed(run);
    REQUIRE(json["logs"].size() == 2);
    CHECK(json["logs"][1]["file"] == "log8.gtf");
    CHECK(json["logs"][1]["answers"][0]["rows"].size() == 2);
    CHECK(json["logs"][1]["answers"][0]["cut"] == false);
    CHECK(json["logs"][1]["answers"][1]["value"] == 9);
    CHECK(json["logs"][1]["answers"][1]["name"] == "n");
    CHECK(gtq.run({"--json", "-q", "node:", "missing.gtf"}).output.empty());
}

TEST_CASE("CSV of several logs names the log in each row", "[gtq][rows]") {
    const Gtq gtq;
    const std::string query = "node: count(*) by type";
    CHECK(gtq.run({"--csv", "-q", query, "log5.gtf", "log8.gtf"}).output ==
          "log,type,count\nlog5.gtf,PVNode,3\nlog5.gtf,CUTNode,2\nlog5.gtf,ALLNode,1\n"
          "log8.gtf,PVNode,4\nlog8.gtf,CUTNode,3\nlog8.gtf,ALLNode,2\n");
    CHECK(gtq.run({"--csv", "-q", "@n node: count(*)", "-q", "node: type = ALLNode; show: $id",
                   "log5.gtf", "log8.gtf"})
              .output == "log,n\nlog5.gtf,6\n\nlog,$id\nlog5.gtf,4\n\n"
                         "log,n\nlog8.gtf,9\n\nlog,$id\nlog8.gtf,4\nlog8.gtf,7\n");
    CHECK(gtq.run({"--csv", "-q", "node: count(*)", "log5.gtf"}).output == "value\n6\n");
}

TEST_CASE("one unknown name does not keep other queries from being asked", "[gtq][refused]") {
    const Gtq gtq;
    gtq.write("some.gtql", "@good node: count(*); expect: = 6\n@bad node: tipe = 1\n"
                           "@better node: count(type = ALLNode)\n");
    const ProcessRun run = gtq.run({"some.gtql", "log5.gtf"});
    CHECK(run.status.code == 3);
    holds(run.output, "@good  node: count(*); expect: = 6\n  6, expected = 6: met\n");
    holds(run.output, "@better  node: count(type = ALLNode)\n  1\n");
    holds(run.errors, "some.gtql:2:12: error: this log has no attribute or constant named 'tipe'");
    const ProcessRun as_json = gtq.run({"some.gtql", "log5.gtf", "--json"});
    CHECK(as_json.status.code == 3);
    const auto log = parsed(as_json)["logs"][0];
    CHECK(log["answers"].size() == 2);
    CHECK(log["refused"][0]["name"] == "bad");
    holds(log["refused"][0]["error"].get<std::string>(), "some.gtql:2:12: this log has no");
    CHECK(gtq.run({"check", "some.gtql", "log5.gtf"}).status.code == 3);
    const ProcessRun diff = gtq.run({"diff", "some.gtql", "log5.gtf", "log8.gtf"});
    CHECK(diff.status.code == 3);
    holds(diff.output, "@good\n    before  after  change\n         6      9  +3 (+50 %)\n");
    holds(diff.output, "@better\n");
    // What cannot be read leaves open what the others were meant to be.
    gtq.write("torn.gtql", "node: count(*)\nnode: type =\n");
    CHECK(gtq.run({"torn.gtql", "log5.gtf"}).output.empty());
}

TEST_CASE("a file without a query, or a check without an expectation, is an error",
          "[gtq][refused]") {
    const Gtq gtq;
    gtq.write("empty.gtql", "");
    gtq.write("comment.gtql", "# to be written\n");
    for (const std::string file : {"empty.gtql", "comment.gtql"}) {
        for (const std::string command : {"", "check", "explain"}) {
            std::vector<std::string> words = {file, "log5.gtf"};
            if (!command.empty()) words.insert(words.begin(), command);
            const ProcessRun run = gtq.run(words);
            CHECK(run.status.code == 3);
            CHECK(run.errors == "gtq: " + file + ": found no query, expected at least one\n");
        }
        CHECK(gtq.run({"diff", file, "log5.gtf", "log5.gtf"}).status.code == 3);
    }
    CHECK(gtq.run({"-q", "", "log5.gtf"}).errors ==
          "gtq: -q: found no query, expected at least one\n");
    const ProcessRun vain = gtq.run({"check", "-q", "node: count(*)", "log5.gtf"});
    CHECK(vain.status.code == 3);
    CHECK(vain.errors == "gtq: no query has an 'expect:' part, so there is nothing to check\n");
}

TEST_CASE("query files may begin with a byte order mark", "[gtq][refused]") {
    const Gtq gtq;
    gtq.write("mark.gtql", "\xEF\xBB\xBFnode: count(*)\n");
    CHECK(gtq.run({"mark.gtql", "log5.gtf"}).output == "node: count(*)\n  6\n\n");
}

TEST_CASE("an error in a line of a megabyte is told in a few lines", "[gtq][refused]") {
    const Gtq gtq;
    gtq.write("long.gtql", "node: " + std::string(1 << 20, 'x') + " ! 1\n");
    const ProcessRun run = gtq.run({"long.gtql", "log5.gtf"});
    CHECK(run.status.code == 3);
    CHECK(run.errors.size() < 500);
    holds(run.errors, "long.gtql:1:1048584: error: found '!'");
    CHECK(gtq.run({"-q", "node: " + std::string(100'000, 'x'), "log5.gtf"}).errors.size() < 900);
}

TEST_CASE("gtq diff orders groups by their numbers", "[gtq][diff]") {
    const Gtq gtq;
    const auto log = rata::test::chess_log(11);
    REQUIRE(treelog::copy_log(*log, gtq.folder() / "log11.gtf", treelog::Profile::Fast).ok());
    const auto json =
        parsed(gtq.run({"diff", "--json", "-q", "node: count(*) by $id", "log5.gtf", "log11.gtf"}));
    std::vector<std::string> groups;
    for (const auto& each : json["answers"][0]["differences"]) groups.push_back(each["group"]);
    CHECK(groups == std::vector<std::string>{"7", "8", "9", "10", "11", "12"});
    // What is missing comes last: the root has no sibling before it, nor has the first child.
    const auto missing = parsed(
        gtq.run({"diff", "--json", "-q", "node: count(*) by [<]$index", "log5.gtf", "log11.gtf"}));
    CHECK(missing["answers"][0]["differences"].size() == 6);
    const ProcessRun sums =
        gtq.run({"diff", "-q", "node: sum($arity) by [<]type, $level", "log5.gtf", "log11.gtf"});
    holds(sums.output, "  - 0");
}

TEST_CASE("a chain of 'or' may be as long as one likes", "[gtq]") {
    const Gtq gtq;
    std::string chain = "node: $id = 0";
    for (int i = 1; i < 1000; ++i) chain += " or $id = " + std::to_string(i);
    gtq.write("chain.gtql", "@any " + chain + "\n@none node: not (" + chain.substr(6) + ")\n");
    const ProcessRun run = gtq.run({"--csv", "--limit", "0", "chain.gtql", "log5.gtf"});
    CHECK(run.status.code == 0);
    std::string all = "node: $id > 0";
    for (int i = 1; i < 1000; ++i) all += " and $id != " + std::to_string(i + 6);
    CHECK(gtq.run({"check", "-q", all + "; expect: = 6", "log5.gtf"}).status.code == 0);
    CHECK(gtq.run({"check", "-q", chain + "; expect: = 6", "log5.gtf"}).status.code == 0);
}
