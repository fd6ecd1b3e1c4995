#include "engine/base/file.hpp"
#include "tests/support/program_run.hpp"
#include "tests/support/snapshot.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test_data.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>

using namespace rata::test;
using nlohmann::json;

namespace {

const ProgramOptions kAtPuzzles{.folder = test_path("app/examples")};

ProgramRun run_epd(std::vector<std::string> words, const ProgramOptions& options = kAtPuzzles) {
    words.insert(words.begin(), "epd");
    return run_ratatosk(words, options);
}

/// Everything whose name has "seconds" in it.
void drop_times(json& value) {
    if (!value.is_structured()) return;
    if (value.is_object())
        for (auto each = value.begin(); each != value.end();)
            each = each.key().find("seconds") == std::string::npos ? std::next(each)
                                                                   : value.erase(each);
    for (auto& [key, inner] : value.items()) drop_times(inner);
}

json without_times(const std::string& text) {
    json report = json::parse(text);
    drop_times(report);
    return report;
}

} // namespace

TEST_CASE("epd explains itself", "[app][epd]") {
    check_snapshot("app/snapshots/help_epd.txt", run_epd({"--help"}).output);
}

TEST_CASE("epd runs a suite", "[app][epd]") {
    const ProgramRun run = run_epd({"puzzles.epd", "--depth", "5"});
    CHECK(run.exit_code == 0);
    CHECK(run.errors.empty());
    for (const char* id : {"back rank", "supported", "no stalemate", "hanging", "slow"})
        CHECK(run.output.find(std::string("\n") + id) != std::string::npos);
    CHECK(run.output.find("\npositions                 5\n") != std::string::npos);
}

TEST_CASE("epd gives the same twice when nodes are counted", "[app][epd]") {
    const std::vector<std::string> words{"puzzles.epd", "--nodes", "5000", "--json", "-"};
    const ProgramRun one = run_epd(words);
    CHECK(one.exit_code == 0);
    CHECK(one.errors.empty());
    CHECK(without_times(one.output) == without_times(run_epd(words).output));
    std::vector<std::string> in_parallel = words;
    in_parallel.insert(in_parallel.end(), {"--jobs", "3"});
    json parallel = without_times(run_epd(in_parallel).output);
    CHECK(parallel["jobs"] == 3);
    parallel["jobs"] = 1;
    CHECK(parallel == without_times(one.output));
}

TEST_CASE("epd tells broken lines and runs the others", "[app][epd]") {
    const ProgramRun run = run_epd({"torn.epd", "missing.epd", "--depth", "3"});
    CHECK(run.exit_code == 1);
    CHECK(run.errors.find("torn.epd:2:34: bm: ") != std::string::npos);
    CHECK(run.errors.find("torn.epd:3:") != std::string::npos);
    CHECK(run.errors.find("missing.epd: ") != std::string::npos);
    CHECK(run.output.find("back rank") != std::string::npos);
    CHECK(run_epd({"missing.epd", "--depth", "3"}).exit_code == 3);
    CHECK(run_epd({"puzzles.epd", "--depth", "3", "--filter", "none"}).exit_code == 3);
    CHECK(run_epd({"puzzles.epd", "--depth", "3", "--engine", "no-such-engine"}).exit_code == 3);
    CHECK(run_epd({"-", "--depth", "3"}, {.input = "broken\n"}).exit_code == 3);
}

TEST_CASE("epd refuses what does not go together", "[app][epd]") {
    const std::vector<std::vector<std::string>> wrong{
        {"--depth", "3"},
        {"puzzles.epd"},
        {"puzzles.epd", "--depth", "3", "--nodes", "5"},
        {"puzzles.epd", "--time", "0"},
        {"puzzles.epd", "--time", "soon"},
        {"puzzles.epd", "--depth", "3", "--score", "lct2"},
        {"puzzles.epd", "--depth", "3", "--score", "elo"},
        {"puzzles.epd", "--depth", "3", "--lct2-scale", "60"},
        {"puzzles.epd", "--depth", "3", "--xboard"},
        {"puzzles.epd", "--depth", "3", "--engine", "builtin", "--xboard"},
        {"puzzles.epd", "--nodes", "3", "--engine", "x", "--xboard"},
        {"puzzles.epd", "--depth", "3", "--engine", ""},
        {"puzzles.epd", "--depth", "3", "--option", "Hash=1"},
        {"puzzles.epd", "--depth", "3", "--engine", "builtin", "--option", "Hash"},
        {"puzzles.epd", "--depth", "3", "option.NoSuch=1"},
        {"puzzles.epd", "--depth", "3", "--jobs", "0"},
    };
    for (const auto& words : wrong) {
        const ProgramRun run = run_epd(words);
        CHECK(run.exit_code == 2);
        CHECK(run.output.empty());
        CHECK(run.errors.find("ratatosk epd: ") != std::string::npos);
    }
}

TEST_CASE("epd runs engines side by side", "[app][epd]") {
    const std::string self = program_path("ratatosk").string();
    const ProgramRun run =
        run_epd({"puzzles.epd", "--depth", "4", "--engine", "builtin", "--option", "Contempt=20",
                 "--engine", self, "--option", "Contempt=20", "--json", "-", "--hash", "1"});
    CHECK(run.exit_code == 0);
    const json report = json::parse(run.output);
    REQUIRE(report["subjects"].size() == 2);
    CHECK(report["subjects"][0]["name"] == "ratatosk");
    CHECK(report["subjects"][1]["name"] == "ratatosk (2)");
    for (const json& subject : report["subjects"]) {
        CHECK(subject["options"]["Hash"] == "1");
        CHECK(subject["options"]["Contempt"] == "20");
    }
    for (const json& position : report["positions"]) {
        json first = position["results"][0];
        json second = position["results"][1];
        CHECK(first["san"] == second["san"]);
        CHECK(first["solution"]["depth"] == second["solution"]["depth"]);
        CHECK(first["solution"]["nodes"] == second["solution"]["nodes"]);
    }
}

TEST_CASE("epd writes its files, goes on, and compares", "[app][epd]") {
    const TemporaryFolder folder;
    const auto file = [&folder](const char* name) { return (folder / name).string(); };
    const std::vector<std::string> words{"puzzles.epd", "--depth",        "3",
                                         "--json",      file("run.json"), "--csv",
                                         file("a.csv"), "--html",         file("a.html"),
                                         "--resume",    file("journal")};
    REQUIRE(run_epd(words).exit_code == 0);
    const std::string first = rata::read_file(file("run.json")).value();
    CHECK(rata::read_file(file("a.csv"))->starts_with("file,line,id"));
    CHECK(rata::read_file(file("a.html"))->ends_with("</html>\n"));

    std::vector<std::string> again = words;
    again.insert(again.end(), {"--compare", file("run.json")});
    const ProgramRun over_itself = run_epd(again);
    CHECK(over_itself.exit_code == 2);
    CHECK_THAT(over_itself.errors, Catch::Contains("--json and --compare are the same file"));
    CHECK(rata::read_file(file("run.json")).value() == first);

    REQUIRE(rata::write_file(file("old.json"), first));
    again.back() = file("old.json");
    const ProgramRun run = run_epd(again);
    CHECK(run.exit_code == 0);
    CHECK(run.errors.find("5 of 5 searches are in the file already") != std::string::npos);
    CHECK(run.output.find("5 positions in both") != std::string::npos);
    const json second = json::parse(rata::read_file(file("run.json")).value());
    CHECK(second["comparison"]["subjects"][0]["gained"].empty());
    // Times and all: nothing was searched again.
    CHECK(second["positions"] == json::parse(first)["positions"]);

    CHECK(run_epd({"puzzles.epd", "--depth", "4", "--resume", file("journal")}).exit_code == 3);
    CHECK(run_epd({"puzzles.epd", "--depth", "4", "--compare", file("a.csv")}).exit_code == 3);
}

TEST_CASE("epd opens its files before it searches", "[app][epd]") {
    const TemporaryFolder folder;
    const std::string nowhere = (folder / "none/file").string();
    for (const char* option : {"--json", "--csv", "--html", "--resume"}) {
        // A search without end, that is never begun.
        const ProgramRun run = run_epd({"puzzles.epd", "--time", "100000", option, nowhere});
        INFO(option << ": " << run.errors);
        CHECK(run.exit_code == 3);
        CHECK(run.output.empty());
        CHECK_THAT(run.errors, Catch::Contains("No such file or directory"));
    }
    const std::string both = (folder / "both").string();
    const ProgramRun twice =
        run_epd({"puzzles.epd", "--depth", "1", "--csv", both, "--html", both});
    CHECK(twice.exit_code == 2);
    CHECK_THAT(twice.errors, Catch::Contains("--csv and --html are the same file"));
}

TEST_CASE("epd guesses what a file is that is no suite", "[app][epd]") {
    const TemporaryFolder folder;
    std::string games;
    for (int i = 0; i < 50; ++i) games += "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 *\n\n";
    const std::string pgn = (folder.path() / "games.pgn").string();
    REQUIRE(rata::write_file(pgn, "\r\n" + games));
    const std::string text = (folder.path() / "text").string();
    std::string lines;
    for (int i = 0; i < 50; ++i) lines += "this is no position\n";
    REQUIRE(rata::write_file(text, lines));
    struct Case {
        std::string file;
        const char* guess;
    };
    for (const Case& each :
         {Case{pgn, "these are games in PGN"},
          Case{text, "45 more lines cannot be used; this is no suite of EPD lines"}}) {
        const ProgramRun run = run_epd({each.file, "--depth", "1"});
        INFO(run.errors);
        CHECK(run.exit_code == 3);
        CHECK(run.errors.find(each.guess) != std::string::npos);
        CHECK(std::count(run.errors.begin(), run.errors.end(), '\n') <= 7);
    }
}
