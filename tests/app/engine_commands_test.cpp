// search, eval, bench and ablate, as people and scripts use them.
#include "engine/base/file.hpp"
#include "logging/treelog/log_reader.hpp"
#include "tests/support/program_run.hpp"
#include "tests/support/temporary_folder.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <sstream>

using namespace rata::test;
using nlohmann::json;

namespace {

const std::string kMateInOne = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";

json json_of(const std::vector<std::string>& arguments) {
    const ProgramRun run = run_ratatosk(arguments);
    INFO(run.errors);
    REQUIRE(run.exit_code == 0);
    return json::parse(run.output);
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

} // namespace

TEST_CASE("search shows lines and the best move", "[app][search]") {
    const ProgramRun run = run_ratatosk({"search", kMateInOne, "--depth", "3"});
    CHECK(run.exit_code == 0);
    CHECK(run.errors.empty());
    CHECK(run.output.starts_with("depth     score"));
    CHECK(run.output.find("best move  Ra8#\n") != std::string::npos);
    CHECK(run.output.find("score      #1\n") != std::string::npos);

    const ProgramRun over =
        run_ratatosk({"search", "R5k1/5ppp/8/8/8/8/8/6K1", "b", "-", "-", "--depth", "3"});
    CHECK(over.exit_code == 0);
    CHECK(over.output.find("best move  none, the game is over\n") != std::string::npos);
    CHECK(over.output.find("score      -#0\n") != std::string::npos);
}

TEST_CASE("search --json", "[app][search]") {
    const json one = json_of({"search", "startpos", "--nodes", "2000", "--json"});
    CHECK(one["schema"] == 1);
    CHECK(one["command"] == "search");
    CHECK(one["nodes"] == 2000);
    CHECK(one["best_move"].is_string());
    CHECK(one["lines"].size() == 1);
    CHECK(one["lines"][0]["moves"][0] == one["best_move"]);
    CHECK(one == [&] {
        json again = json_of({"search", "startpos", "--nodes", "2000", "--json"});
        again["seconds"] = one["seconds"];
        again["nodes_per_second"] = one["nodes_per_second"];
        return again;
    }());

    const json three = json_of({"search", "startpos", "--depth", "4", "--multipv", "3", "--json"});
    CHECK(three["lines"].size() == 3);
    CHECK(three["lines"][2]["rank"] == 3);

    const json mate = json_of({"search", kMateInOne, "--depth", "4", "--json"});
    CHECK(mate["score"]["mate"] == 1);
    CHECK(mate["best_move"] == "a1a8");
    CHECK(mate["ponder_move"].is_null());
    CHECK(mate["lines"][0]["san"][0] == "Ra8#");
}

TEST_CASE("options of the engine are set on the command line", "[app][search]") {
    const auto nodes = [](const std::vector<std::string>& extra) {
        std::vector<std::string> arguments{"search", "startpos", "--depth", "7", "--json"};
        arguments.insert(arguments.end(), extra.begin(), extra.end());
        return json_of(arguments)["nodes"].get<std::uint64_t>();
    };
    const std::uint64_t usual = nodes({});
    CHECK(nodes({}) == usual);
    CHECK(nodes({"option.NullMove=true"}) == usual);
    CHECK(nodes({"option.LateMoveReduction=false"}) != usual);
    CHECK(nodes({"option.latemovereduction=false"}) == nodes({"option.LateMoveReduction=false"}));

    const ProgramRun gui =
        run_ratatosk({"option.Move Overhead=77", "option.Hash=2"}, {.input = "debug on\nquit\n"});
    CHECK(gui.exit_code == 0);
}

TEST_CASE("wrong command lines of the engine's commands are explained", "[app][search]") {
    struct Case {
        std::vector<std::string> arguments;
        int exit_code;
        std::string message;
    };
    const std::vector<Case> cases{
        {{"search"}, 2, "expected POSITION"},
        {{"search", "startpos"}, 2, "expected --depth, --nodes, --time or --mate"},
        {{"search", "startpos", "--depth", "0"}, 2, "expected an integer from 1"},
        {{"search", "startpos", "--depth", "3", "option.Nothing=3"}, 2, "no option 'Nothing'"},
        {{"search", "startpos", "--depth", "3", "option.Hash"}, 2, "expected option.Hash=VALUE"},
        {{"search", "startpos", "--depth", "3", "option.Hash=0"}, 2, "expected 1 to"},
        {{"search", "startpos", "--depth", "3", "option.Ponder=maybe"}, 2, "true or false"},
        {{"search", "8/8/8/8/8/8/8/8 w - -", "--depth", "3"}, 3, "kings"},
        {{"search", "startpos", "--depth", "3", "--log", "/no/such/folder/x.gtf"},
         3,
         "no tree log: /no/such/folder/x.gtf"},
        {{"search", "startpos", "--time", "0"}, 2, "expected a number from 0.001"},
        {{"search", "startpos moves e2e5", "--depth", "3"}, 3, "column 16"},
        {{"search", "/no/such.pgn", "game", "2", "--depth", "3"}, 3, "/no/such.pgn: cannot open"},
        {{"option.Nothing=3"}, 2, "no option 'Nothing'"},
        {{"option.Hash=16", "perft"}, 2, ""},
        {{"eval"}, 2, "expected POSITION"},
        {{"eval", "nonsense"}, 3, "column"},
        {{"bench", "x"}, 2, "expected an integer"},
        {{"bench", "16", "1", "3", "/no/such/file"}, 3, "No such file"},
        {{"ablate", "--epd", "/no/such/file"}, 3, "No such file"},
        {{"match", "-engine", "proto=builtin", "name=a", "-engine", "proto=builtin", "name=b",
          "-each", "nodes=9", "-tb", "/no/such/folder"},
         3,
         "no endgame tables in '/no/such/folder'"},
        {{"match", "-openings", "file=a", "format=abk"}, 2, "expected one of epd, pgn, book"},
        {{"match", "-resume", "a", "-rounds", "9"}, 2, "only -concurrency"},
        {{"spsa", "-resume", "a", "-batches", "9"}, 2, "only -concurrency"},
    };
    for (const Case& each : cases) {
        const ProgramRun run = run_ratatosk(each.arguments);
        INFO(each.arguments.front() << ": " << run.errors);
        CHECK(run.exit_code == each.exit_code);
        CHECK(run.output.empty());
        CHECK(run.errors.find(each.message) != std::string::npos);
    }
}

TEST_CASE("eval shows terms that add up", "[app][eval]") {
    const ProgramRun run = run_ratatosk({"eval", "startpos"});
    CHECK(run.exit_code == 0);
    CHECK(run.output.find("Material") != std::string::npos);

    const json report = json_of({"eval", "--json", "8/8/8/2k5/4p3/8/3P4/4K3", "b", "-", "-"});
    CHECK(report["command"] == "eval");
    int sum = 0;
    for (const json& term : report["terms"]) sum += term["centipawns"].get<int>();
    CHECK(report["white_centipawns"] == sum);
    CHECK(report["centipawns"] == -sum);
}

TEST_CASE("bench ends with the three lines that scripts know", "[app][bench]") {
    const ProgramRun run = run_ratatosk({"bench", "16", "1", "4"});
    CHECK(run.exit_code == 0);
    CHECK(run.output.empty());
    const auto lines = lines_of(run.errors);
    REQUIRE(lines.size() >= 3);
    CHECK(lines[lines.size() - 3].starts_with("Total time (ms) : "));
    CHECK(lines[lines.size() - 2].starts_with("Nodes searched  : "));
    CHECK(lines[lines.size() - 1].starts_with("Nodes/second    : "));

    const json report = json_of({"bench", "--json", "16", "1", "4"});
    const json again = json_of({"bench", "2", "1", "4", "default", "depth", "--json"});
    CHECK(lines[lines.size() - 2] == "Nodes searched  : " + report["nodes"].dump());
    CHECK(report["positions"] == again["positions"]);
    const json current = json_of({"bench", "--json", "16", "1", "1000", "current", "nodes"});
    CHECK(current["nodes"] == 1000);

    // The protocol gives the same answer.
    const ProgramRun protocol = run_ratatosk({}, {.input = "bench 16 1 4\nwait\nquit\n"});
    CHECK(protocol.output.empty());
    CHECK(protocol.errors.find("Nodes searched  : " + report["nodes"].dump() + '\n') !=
          std::string::npos);
}

TEST_CASE("a stack of a mebibyte is enough", "[app][bench]") {
    const ProgramRun run = run_shell("ulimit -s 1024; ratatosk bench 1 2 4");
    CHECK(run.exit_code == 0);
    CHECK(run.errors.find("Nodes searched") != std::string::npos);
}

/// The lines to the GUI of a process with so much address space that asks for so many threads.
std::string lines_with_threads(int threads, int kibibytes) {
    const ProgramRun run =
        run_shell("ulimit -v " + std::to_string(kibibytes) + "; printf '%s\\n' uci " +
                  "'setoption name Threads value " + std::to_string(threads) +
                  "' isready 'go nodes 2000' quit | ratatosk");
    CHECK(run.exit_code == 0);
    return run.output;
}

TEST_CASE("threads that cannot be had cost no move", "[app][slow]") {
    // First there is no room for what 256 threads remember, then none for their stacks.
    const std::string no_memory = lines_with_threads(256, 900'000);
    CHECK(no_memory.find("info string Threads: there is no memory for 256") != std::string::npos);
    CHECK(no_memory.find("\nbestmove ") != std::string::npos);
    const std::string no_stacks = lines_with_threads(256, 2'000'000);
    CHECK(no_stacks.find("info string Threads: only ") != std::string::npos);
    CHECK(no_stacks.find("\nbestmove ") != std::string::npos);
}

TEST_CASE("ablate switches every technique in turn", "[app][ablate][slow]") {
    const ProgramRun run =
        run_shell("printf '%s\\n' '" + kMateInOne +
                  "' 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq -' "
                  "| ratatosk ablate --epd - --depth 5 --json");
    REQUIRE(run.exit_code == 0);
    const json report = json::parse(run.output);
    CHECK(report["positions"] == 2);
    CHECK(report["depth"] == 5);
    CHECK(report["all_on"]["nodes"].get<int>() > 0);
    CHECK(report["without"].size() > 10);
    CHECK(report["without"].contains("NullMove"));

    const ProgramRun text = run_ratatosk({"ablate", "--depth", "2"});
    CHECK(text.exit_code == 0);
    CHECK(lines_of(text.output).size() == report["without"].size() + 2);
}

TEST_CASE("tree query searches and answers", "[app][tree]") {
    const ProgramRun run =
        run_ratatosk({"tree", "query", "startpos", "--depth", "5", "--query", "node: count(*)",
                      "--query", "node: $level = 0; show: ply"});
    CHECK(run.exit_code == 0);
    CHECK(run.errors.empty());
    const auto lines = lines_of(run.output);
    REQUIRE(lines.size() > 3 + 4); // a count; how many, a heading, and the roots
    CHECK(std::stoi(lines[0]) > 100);
    CHECK(lines[1] == std::to_string(lines.size() - 3) + " nodes");

    const ProgramRun second = run_ratatosk({"tree", "query", "startpos", "--depth", "5", "--filter",
                                            "iterations=2", "--query", "node: count($level = 0)"});
    CHECK(second.output == "1\n");

    const ProgramRun wrong =
        run_ratatosk({"tree", "query", "startpos", "--depth", "2", "--query", "node: depht > 1"});
    CHECK(wrong.exit_code == 3);
    CHECK_THAT(wrong.errors, Catch::Contains("did you mean 'depth'?"));
    CHECK(run_ratatosk({"tree", "query", "--query", "node:"}).exit_code == 2);
}

TEST_CASE("the tree shows chains of moves and classes of Chessmaps", "[app][tree]") {
    const auto asked = [](const std::string& query) {
        const ProgramRun run =
            run_ratatosk({"tree", "query", "startpos", "--depth", "5", "--query", query,
                          "option.MoveChains=paper", "option.ChainShadow=true",
                          "option.ChessmapsOrdering=true"});
        INFO(run.errors);
        CHECK(run.exit_code == 0);
        return run.output;
    };
    CHECK(asked("node: count(chain_length > 0)") != "0\n");
    // Each use has been searched in full as well, and has its flag.
    CHECK(asked("node: count(chain_length > 0 and has(full_value) and flags & ChainHit)") ==
          asked("node: count(chain_length > 0)"));
    CHECK(asked("node: count(move_class = SafeOther)") != "0\n");
    CHECK(asked("node: count(chain_length = 0 and has(full_value))") == "0\n");
    CHECK(run_ratatosk(
              {"tree", "query", "startpos", "--depth", "2", "--query", "node: chain_length > 0"})
              .exit_code == 3);
}

TEST_CASE("tree query and tree log report as JSON", "[app][tree]") {
    std::vector<std::string> words{"tree",    "query", "startpos moves e2e4",
                                   "--depth", "3",     "--json"};
    const auto with_query = [&words](const char* query) {
        auto all = words;
        all.insert(all.end(), {"--query", "node: count(*)", "--query", query});
        return all;
    };
    const json report = json_of(with_query("node: depth >= -100; show: depth"));
    CHECK(report["command"] == "tree query");
    CHECK(report["depth"] == 3);
    CHECK(report["best_move"].is_string());
    CHECK(report["completed"] == true);
    REQUIRE(report["answers"].size() == 2);
    CHECK(report["answers"][0]["value"] == report["answers"][1]["count"]);
    // All of them, where the text has twenty.
    CHECK(report["answers"][1]["rows"].size() == report["answers"][1]["count"]);
    CHECK(report["answers"][1]["rows"].size() > 20);
    const ProgramRun wrong = run_ratatosk(with_query("node: nothing = 1"));
    CHECK(wrong.exit_code == 3);
    CHECK(wrong.output.empty());

    const TemporaryFolder folder;
    const std::string path = (folder / "t.gtf").string();
    const json log =
        json_of({"tree", "log", "startpos", "--depth", "4", "--output", path, "--json"});
    CHECK(log["file"] == path);
    CHECK(log["nodes"] > 0);
    CHECK(log["fen"] == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
}

TEST_CASE("search --log that cannot be written ends before the search", "[app][search]") {
    // The limit would take hours: it must end before.
    for (const char* log : {"/no/such/folder/x.gtf", "/dev/null/x"}) {
        INFO(log);
        const ProgramRun run = run_ratatosk({"search", "startpos", "--depth", "90", "--log", log});
        CHECK(run.exit_code == 3);
        CHECK(run.output.empty());
        CHECK_THAT(run.errors, Catch::Contains("no tree log: " + std::string(log)));
    }
    const TemporaryFolder folder;
    const std::string path = (folder / "s.gtf").string();
    CHECK(run_ratatosk({"search", "startpos", "--depth", "4", "--log", path}).exit_code == 0);
    CHECK(treelog::LogReader::open(path).ok());
    if (!std::filesystem::exists("/dev/full")) return;
    CHECK(run_ratatosk({"search", "startpos", "--depth", "4", "--log", "/dev/full"}).exit_code ==
          3);
}

TEST_CASE("every command takes a position in every way", "[app][search]") {
    const TemporaryFolder folder;
    const std::string file = (folder / "g.pgn").string();
    REQUIRE(
        rata::write_file(file, "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 d5 2. c4 *\n"));
    const std::string book = (folder / "b.rbook").string();
    REQUIRE(run_ratatosk({"book", "build", file, "-o", book}).exit_code == 0);
    const std::string fen = "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2";
    const std::vector<std::string> ways[] = {
        {fen},
        {"startpos", "moves", "d2d4", "d7d5"},
        {"startpos moves d4 d5"},
        {"d4", "d5"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "w", "KQkq", "-", "moves", "d2d4", "d7d5"},
        {file, "game", "2", "ply", "2"},
        {file + " game 2 ply 2"},
    };
    const std::vector<std::string> commands[] = {
        {"fen", "--json"},
        {"eval", "--json"},
        {"search", "--json", "--depth", "1"},
        {"book", "show", "--json", book},
        {"tree", "query", "--json", "--depth", "1", "--query", "node: count(*)"},
        {"perft", "1", "--json", "--fen"},
    };
    for (const auto& command : commands)
        for (const auto& way : ways) {
            auto words = command;
            const bool needs_one = command.front() == "perft" && way.front() == "d4";
            if (needs_one) continue; // an option takes moves alone in quotation marks only
            words.insert(words.end(), way.begin(), way.end());
            INFO(command.front() << ' ' << way.front());
            CHECK(json_of(words)["fen"] == fen);
        }
    CHECK(json_of({"perft", "--json", "--fen", "d4 d5", "1"})["fen"] == fen);
}

TEST_CASE("tree query says when the tree does not fit", "[app][tree][slow]") {
    const ProgramRun run = run_ratatosk({"tree", "query", "startpos", "--nodes", "300000",
                                         "--memory", "1", "--query", "node: count(*)"});
    CHECK(run.exit_code == 3);
    CHECK(run.output.empty());
    CHECK_THAT(run.errors, Catch::Contains("needs more memory"));
}

TEST_CASE("tree query asks the trees of several lines", "[app][tree]") {
    const ProgramRun run = run_ratatosk({"tree", "query", "startpos", "--depth", "2", "--multipv",
                                         "2", "--query", "node: count($level = 0) by $iter"});
    CHECK(run.exit_code == 0);
    CHECK(run.output == "4 nodes\n  $iter  count\n  1      2\n  2      2\n");
}

TEST_CASE("tree log writes a log", "[app][tree]") {
    const TemporaryFolder folder;
    const std::string path = (folder / "t.gtf").string();
    const std::vector<std::string> command{"tree", "log", "startpos", "--depth", "6"};
    const auto run_with = [&command](std::vector<std::string> words) {
        words.insert(words.begin(), command.begin(), command.end());
        return run_ratatosk(words);
    };
    const ProgramRun run = run_with({"--filter", "last=2", "--profile", "small", "--output", path});
    CHECK(run.exit_code == 0);
    CHECK(run.errors.empty());
    CHECK(run.output.starts_with(path + ": the tree of a search of "));
    const auto log = treelog::LogReader::open(path);
    REQUIRE(log.ok());
    CHECK((*log)->trees().size() == 2);

    // Each of several lines has a tree of its own.
    CHECK(run_with({"--multipv", "3", "--output", path}).exit_code == 0);
    const auto lines = treelog::LogReader::open(path);
    REQUIRE(lines.ok());
    CHECK((*lines)->trees().size() == 3 * 6);
    CHECK((*lines)->trees().back().mark.line == 3);
    CHECK(run_with({"--multipv", "0", "--output", path}).exit_code == 2);

    const ProgramRun nowhere = run_with({"--output", "/nowhere/at/all.gtf"});
    CHECK(nowhere.exit_code == 3);
    CHECK_THAT(nowhere.errors, Catch::Contains("/nowhere/at/all.gtf"));
    const ProgramRun filter = run_with({"--output", path, "--filter", "dept=1"});
    CHECK(filter.exit_code == 3);
    CHECK_THAT(filter.errors, Catch::Contains("found 'dept'"));
    const ProgramRun profile = run_with({"--output", path, "--profile", "tiny"});
    CHECK(profile.exit_code == 2);
    CHECK_THAT(profile.errors, Catch::Contains("expected one of fast, small"));
    if (!std::filesystem::exists("/dev/full")) return;
    const ProgramRun full = run_with({"--output", "/dev/full"});
    CHECK(full.exit_code == 3);
    CHECK(full.output.empty());
}

TEST_CASE("JSON that cannot be used is told by its place, in words of ours", "[app][json]") {
    const TemporaryFolder folder;
    const auto at = [&folder](const char* name) { return (folder / name).string(); };
    REQUIRE(rata::write_file(at("broken"), "{\"data\": [1,\n  \"x\" 2]}\n"));
    REQUIRE(rata::write_file(at("line"), "{x}\n"));
    REQUIRE(rata::write_file(at("keys"), "{\"command\": 1}\n"));
    REQUIRE(rata::write_file(at("suite"), "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#;\n"));
    struct Case {
        std::vector<std::string> arguments;
        std::string message;
    };
    for (const Case& each :
         {Case{{"train", at("broken")}, at("broken") + ":2:7: not JSON: unexpected '2'"},
          Case{{"epd", at("suite"), "--depth", "1", "--compare", at("broken")},
               at("broken") + ":2:7: this is no run of a suite: not JSON: unexpected '2'"},
          Case{{"match", "-resume", at("line")},
               at("line") + ":1:2: not a state of a match: not JSON: unexpected 'x'"},
          Case{{"spsa", "-resume", at("line")},
               at("line") + ":1:2: not a state of a tuning: not JSON: unexpected 'x'"},
          Case{{"match", "-resume", at("keys")}, "there is no key "},
          Case{{"spsa", "-resume", at("keys")}, "there is no key 'ratatosk_spsa'"}}) {
        const ProgramRun run = run_ratatosk(each.arguments);
        INFO(run.errors);
        CHECK(run.exit_code == 3);
        CHECK_THAT(run.errors, Catch::Contains(each.message));
        CHECK_THAT(run.errors, !Catch::Contains("json.exception"));
    }
}
