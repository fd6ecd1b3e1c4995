// What gtq says of logs that are damaged, or that a kill or their limit cut off.
#include "logging/treelog/log_copy.hpp"
#include "tests/tools/gtq/support/gtq_run.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <filesystem>

using namespace rata;
using rata::test::Gtq;
using rata::test::holds;

namespace {

/// Of its two iterations the second is cut off in the middle.
void write_stump(const Gtq& gtq) {
    const auto path = gtq.folder() / "stump.gtf";
    REQUIRE(
        treelog::copy_log(*rata::test::two_iterations_log(), path, treelog::Profile::Fast).ok());
    std::filesystem::resize_file(path, std::filesystem::file_size(path) * 3 / 4);
}

/// Without its index, as a crash leaves a log, but with all of its nodes.
void write_cut(const Gtq& gtq) {
    const std::string whole = gtq.read("log8.gtf");
    gtq.write("cut.gtf", whole.substr(0, whole.size() - 40));
}

nlohmann::json json_of(const ProcessRun& run) {
    INFO(run.output);
    REQUIRE(nlohmann::json::accept(run.output));
    return nlohmann::json::parse(run.output);
}

} // namespace

TEST_CASE("a check of a damaged log fails, whatever it finds", "[gtq][damage]") {
    const Gtq gtq;
    write_cut(gtq);
    write_stump(gtq);
    const std::vector<std::string> query = {"-q", "node: count(type < 9); expect: > 0"};
    const auto check = [&](const std::string& log, const std::vector<std::string>& more = {}) {
        std::vector<std::string> words = {"check", query[0], query[1], log};
        words.insert(words.end(), more.begin(), more.end());
        return gtq.run(words);
    };
    CHECK(check("log8.gtf").status.code == 0);
    const ProcessRun cut = check("cut.gtf");
    CHECK(cut.status.code == 1);
    holds(cut.output, "9, expected > 0: met");
    holds(cut.errors, "cut.gtf: 0 chunks with 0 nodes are lost");
    CHECK(check("stump.gtf").status.code == 1);
    // A column that cannot be read.
    std::string flipped = gtq.read("log8.gtf");
    flipped[flipped.find("TSection", flipped.find("TSection") + 1) + 8] = 3;
    gtq.write("flipped.gtf", flipped);
    CHECK(check("flipped.gtf", {"--no-statistics"}).status.code == 1);
    // Two logs of which one is damaged are not known to be the same.
    CHECK(gtq.run({"diff", query[0], query[1], "log8.gtf", "log8.gtf"}).status.code == 0);
    CHECK(gtq.run({"diff", query[0], query[1], "log8.gtf", "cut.gtf"}).status.code == 1);
}

TEST_CASE("all JSON tells of damage", "[gtq][damage]") {
    const Gtq gtq;
    write_cut(gtq);
    write_stump(gtq);
    const std::string query = "node: count(*); expect: > 0";
    for (const std::string command : {"query", "check", "explain", "info", "schema", "verify"}) {
        INFO(command);
        std::vector<std::string> words = {"--json", "cut.gtf"};
        const bool takes_queries = command == "query" || command == "check" || command == "explain";
        if (takes_queries) words.insert(words.end(), {"-q", query});
        if (command != "query") words.insert(words.begin(), command);
        const auto log = json_of(gtq.run(words))["logs"][0];
        CHECK(log["file"] == "cut.gtf");
        CHECK(log["damage"]["index_rebuilt"] == true);
        CHECK(log["damage"]["lost_bytes"].get<int>() > 0);
    }
    const auto diff = json_of(gtq.run({"diff", "--json", "-q", query, "log8.gtf", "cut.gtf"}));
    CHECK(diff["logs"][0]["damage"]["index_rebuilt"] == false);
    CHECK(diff["logs"][1]["damage"]["index_rebuilt"] == true);
    const auto stump = json_of(gtq.run({"--json", "-q", query, "stump.gtf"}));
    CHECK(stump["logs"][0]["damage"]["unfinished_trees"] == 1);
}

TEST_CASE("every command that reads a log tells of unfinished trees", "[gtq][damage]") {
    const Gtq gtq;
    write_stump(gtq);
    const std::vector<std::vector<std::string>> commands = {
        {"-q", "node: count(*)", "stump.gtf"},
        {"explain", "-q", "node: count(*)", "stump.gtf"},
        {"check", "-q", "node:; expect: > 0", "stump.gtf"},
        {"diff", "-q", "node: count(*)", "stump.gtf", "stump.gtf"},
        {"repl", "stump.gtf"},
        {"info", "stump.gtf"},
        {"schema", "stump.gtf"},
        {"pack", "stump.gtf", "-o", "packed.gtf", "--profile", "small"},
        {"export", "stump.gtf", "--tree", "1"},
        {"tree", "stump.gtf"},
        {"dot", "stump.gtf"},
        {"treemap", "stump.gtf", "-o", "stump.html", "--max-nodes", "10"},
    };
    for (const auto& words : commands) {
        INFO(words[0]);
        holds(gtq.run(words).errors, "1 tree is unfinished");
    }
    holds(gtq.run({"verify", "stump.gtf"}).output, "1 tree is unfinished");
}

TEST_CASE("the last iteration is the last complete one for queries and drawings", "[gtq][damage]") {
    const Gtq gtq;
    write_stump(gtq);
    const auto count = [&gtq](const std::string& iteration) {
        return gtq.run({"--csv", "-q", "node: count(*)", "--iteration", iteration, "stump.gtf"})
            .output;
    };
    CHECK(count("last") == "value\n6\n");
    CHECK(count("3") == "value\n6\n");
    CHECK(count("newest") == count("4"));
    CHECK(count("newest") == "value\n65536\n");
    const ProcessRun drawn = gtq.run({"tree", "stump.gtf", "--iteration", "last"});
    holds(drawn.output, "root  #1 6 nodes");
    holds(drawn.errors, "stump.gtf: iteration 4 of search 1 by thread 0 is unfinished; the last "
                        "complete one is 3\n");
    // Of a whole part of the log a check is as good as of a whole log.
    CHECK(gtq.run({"check", "-q", "node: count(*); expect: = 6", "--iteration", "last", "log5.gtf"})
              .status.code == 0);
    const ProcessRun mistyped = gtq.run({"-q", "node:", "--iteration", "lst", "log5.gtf"});
    CHECK(mistyped.status.code == 2);
    holds(mistyped.errors, "--iteration: found 'lst', expected the number of an iteration, last or "
                           "newest\n");
    const auto path = gtq.folder() / "only.gtf";
    REQUIRE(treelog::copy_log(*rata::test::bushy_chess_log(5), path, treelog::Profile::Fast).ok());
    std::filesystem::resize_file(path, std::filesystem::file_size(path) * 3 / 4);
    holds(gtq.run({"-q", "node: count(*)", "--iteration", "last", "only.gtf"}).errors,
          "only.gtf: no iteration of search 1 by thread 0 is complete; the newest, 3, is "
          "unfinished");
}
