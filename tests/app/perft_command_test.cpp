#include "engine/rules/perft.hpp"
#include "tests/support/program_run.hpp"
#include "tests/support/snapshot.hpp"
#include "tests/support/test_data.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace rata::test;
using nlohmann::json;

namespace {

const ProgramOptions kAmongExamples{.folder = test_path("app/examples")};
constexpr const char* kKiwipete =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// All counts of a suite of the large data, in two ways.
void check_suite(const std::string& name, const std::string& depth,
                 const std::vector<std::string>& more) {
    const auto file = data_path("perft/" + name);
    if (!file) return skip_case("no perft/" + name);
    std::vector<std::string> arguments{"perft",       "--suite", file->string(),
                                       "--max-depth", depth,     "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProgramRun run = run_ratatosk(arguments);
    CHECK(run.exit_code == 0);
    CHECK(run.errors.empty());
    const json report = json::parse(run.output);
    CHECK(report["positions"] > 100);
    CHECK(report["counts"] >= report["positions"]);
    CHECK(report["wrong"].empty());
}

} // namespace

TEST_CASE("perft prints a table", "[app][perft]") {
    const ProgramRun plain = run_ratatosk({"perft", "4"});
    CHECK(plain.exit_code == 0);
    CHECK(plain.errors.empty());
    check_snapshot("app/snapshots/perft.txt", without_timings(plain.output));

    const ProgramRun divided = run_ratatosk({"perft", "2", "--divide", "--fen", kKiwipete});
    CHECK(divided.exit_code == 0);
    check_snapshot("app/snapshots/perft_divide.txt", without_timings(divided.output));
}

TEST_CASE("perft --json", "[app][perft]") {
    const ProgramRun run = run_ratatosk({"perft", "3", "--json", "--divide"});
    CHECK(run.exit_code == 0);
    check_snapshot("app/snapshots/perft_json.txt", without_timings(run.output));
    const json report = json::parse(run.output);
    CHECK(report["schema"] == 1);
    CHECK(report["leaves"] == 8902);
    CHECK(report["moves"].size() == 20);
    CHECK(report["seconds"].is_number());
}

TEST_CASE("perft counts the same in every way", "[app][perft]") {
    const std::vector<std::vector<std::string>> ways{
        {},
        {"--hash", "0"},
        {"--hash", "1"},
        {"--threads", "3"},
        {"--threads", "2", "--hash", "2"},
        {"--chess960"},
    };
    for (const auto& way : ways) {
        std::vector<std::string> arguments{"perft", "3", "--json", "--fen", kKiwipete};
        arguments.insert(arguments.end(), way.begin(), way.end());
        const ProgramRun run = run_ratatosk(arguments);
        REQUIRE(run.exit_code == 0);
        CHECK(json::parse(run.output)["leaves"] == 97862);
    }
}

TEST_CASE("perft of nothing, and of a finished game", "[app][perft]") {
    CHECK(run_ratatosk({"perft", "0"}).output.find("leaves   1\n") != std::string::npos);
    const ProgramRun mate =
        run_ratatosk({"perft", "2", "--fen", "R5k1/5ppp/8/8/8/8/8/6K1", "b", "-", "-"});
    CHECK(mate.exit_code == 0);
    CHECK(mate.output.find("leaves   0\n") != std::string::npos);
}

TEST_CASE("a FEN may come in pieces", "[app][perft]") {
    const std::vector<std::string> fen{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8", "w", "-", "-"};
    std::vector<std::string> before{"perft", "--fen"};
    before.insert(before.end(), fen.begin(), fen.end());
    std::vector<std::string> behind = before;
    behind.emplace_back("3");
    std::vector<std::string> clocks = before;
    clocks.insert(clocks.end(), {"0", "1", "3"});
    for (const auto& arguments : {behind, clocks}) {
        const ProgramRun run = run_ratatosk(arguments);
        CHECK(run.exit_code == 0);
        CHECK(run.output.find("leaves   2812\n") != std::string::npos);
    }
}

TEST_CASE("perft refuses what is no position", "[app][perft]") {
    const ProgramRun run = run_ratatosk({"perft", "2", "--fen", "8/8/8/8/8/8/8/x w - - 0 1"});
    CHECK(run.exit_code == 3);
    CHECK(run.output.empty());
    CHECK(run.errors.starts_with("ratatosk perft: column 15: found 'x'"));
    CHECK(run.errors.ends_with("\n  8/8/8/8/8/8/8/x w - - 0 1\n                ^\n"));
}

TEST_CASE("more memory than there is", "[app][perft]") {
    const ProgramRun run = run_ratatosk({"perft", "2", "--hash", "1048576"});
    // A system that promises memory it does not have may well get away with it.
    if (run.exit_code == 0) return;
    CHECK(run.exit_code == 3);
    CHECK(run.errors.find("cannot allocate") != std::string::npos);
}

TEST_CASE("perft --suite that is right", "[app][perft]") {
    const ProgramRun run = run_ratatosk({"perft", "--suite", "small.epd"}, kAmongExamples);
    CHECK(run.exit_code == 0);
    CHECK(run.errors.empty());
    check_snapshot("app/snapshots/perft_suite.txt", without_timings(run.output));

    const ProgramRun shallow = run_ratatosk(
        {"perft", "--suite", "small.epd", "--max-depth", "1", "--json"}, kAmongExamples);
    CHECK(json::parse(shallow.output)["leaves"] == 20 + 14 + 15);

    const ProgramRun piped = run_ratatosk(
        {"perft", "--suite", "-"}, {.input = "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66\n"});
    CHECK(piped.exit_code == 0);
}

TEST_CASE("perft --suite that is wrong", "[app][perft]") {
    const ProgramRun run = run_ratatosk({"perft", "--suite", "wrong.epd"}, kAmongExamples);
    CHECK(run.exit_code == 1);
    CHECK(run.errors.empty());
    check_snapshot("app/snapshots/perft_suite_wrong.txt", without_timings(run.output));

    const ProgramRun as_json =
        run_ratatosk({"perft", "--suite", "wrong.epd", "--json"}, kAmongExamples);
    CHECK(as_json.exit_code == 1);
    check_snapshot("app/snapshots/perft_suite_wrong_json.txt", without_timings(as_json.output));
    CHECK(json::parse(as_json.output)["schema"] == 1);
}

TEST_CASE("perft --suite that is no suite", "[app][perft]") {
    const ProgramRun missing = run_ratatosk({"perft", "--suite", "none.epd"}, kAmongExamples);
    CHECK(missing.exit_code == 3);
    CHECK(missing.errors == "ratatosk perft: none.epd: cannot open: No such file or directory\n");

    const ProgramRun other = run_ratatosk({"perft", "--suite", "games.pgn"}, kAmongExamples);
    CHECK(other.exit_code == 3);
    CHECK(other.output.empty());
    CHECK(other.errors.starts_with("ratatosk perft: games.pgn:1:"));
}

TEST_CASE("the large suites to a small depth", "[app][perft][data]") {
    check_suite("standard.epd", "3", {});
    check_suite("fischer.epd", "2", {});
    check_suite("fischer.epd", "2", {"--threads", "2"});
}

TEST_CASE("the large suites to some depth", "[app][perft][slow][data]") {
    check_suite("standard.epd", "5", {});
    check_suite("fischer.epd", "4", {"--threads", "2", "--hash", "16"});
}
