#include "engine/base/file.hpp"
#include "tests/support/program_run.hpp"
#include "tests/support/snapshot.hpp"
#include "tests/support/test_data.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>

using namespace rata::test;
using nlohmann::json;

namespace {

const ProgramOptions kInExamples{.folder = test_path("app/examples")};

/// The PGN files right in a folder, in order.
std::vector<std::string> pgn_files(const std::filesystem::path& folder) {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ".pgn") files.push_back(entry.path().string());
    std::sort(files.begin(), files.end());
    return files;
}

ProgramRun check(std::vector<std::string> files, const std::vector<std::string>& options) {
    files.insert(files.begin(), {"pgn", "check"});
    files.insert(files.end(), options.begin(), options.end());
    return run_ratatosk(files);
}

} // namespace

TEST_CASE("pgn check of good games", "[app][pgn]") {
    const ProgramRun run = run_ratatosk({"pgn", "check", "games.pgn"}, kInExamples);
    CHECK(run.exit_code == 0);
    CHECK(run.errors.empty());
    check_snapshot("app/snapshots/pgn_check.txt", without_timings(run.output));
}

TEST_CASE("pgn check of broken games", "[app][pgn]") {
    const ProgramRun run = run_ratatosk({"pgn", "check", "games.pgn", "broken.pgn"}, kInExamples);
    CHECK(run.exit_code == 1);
    CHECK(run.errors.empty());
    check_snapshot("app/snapshots/pgn_check_broken.txt", without_timings(run.output));

    const ProgramRun as_json =
        run_ratatosk({"pgn", "check", "broken.pgn", "--json", "--threads", "2"}, kInExamples);
    CHECK(as_json.exit_code == 1);
    check_snapshot("app/snapshots/pgn_check_json.txt", without_timings(as_json.output));
    const json report = json::parse(as_json.output);
    CHECK(report["schema"] == 1);
    CHECK(report["problems"].size() == 2);
}

TEST_CASE("pgn check from standard input", "[app][pgn]") {
    const ProgramRun run = run_ratatosk({"pgn", "check", "-"}, {.input = "1. e4 e5 2. Ke3 *\n"});
    CHECK(run.exit_code == 1);
    CHECK(run.output.starts_with("standard input:1:13: move 'Ke3' is not legal"));

    const ProgramRun empty = run_ratatosk({"pgn", "check", "-", "--json"}, {.input = ""});
    CHECK(empty.exit_code == 0);
    const json report = json::parse(empty.output);
    CHECK(report["games"] == 0);
    CHECK(report["problems"].empty());
}

TEST_CASE("pgn check lists remarks when asked", "[app][pgn]") {
    const std::string text = "[Result \"1-0\"]\n\n1. e4 0-1\n";
    const ProgramRun silent = run_ratatosk({"pgn", "check", "-"}, {.input = text});
    const ProgramRun listed = run_ratatosk({"pgn", "check", "-", "--remarks"}, {.input = text});
    CHECK(silent.exit_code == 0);
    CHECK(listed.exit_code == 0);
    CHECK(silent.output.find("remark: ") == std::string::npos);
    CHECK(listed.output.find("remark: ") != std::string::npos);
}

TEST_CASE("a file that cannot be read does not stop pgn check", "[app][pgn]") {
    const ProgramRun run = run_ratatosk({"pgn", "check", "none.pgn", "games.pgn"}, kInExamples);
    CHECK(run.exit_code == 3);
    CHECK(run.errors == "ratatosk pgn check: none.pgn: cannot open: No such file or directory\n");
    CHECK(run.output.find("games              2\n") != std::string::npos);

    const ProgramRun folder = run_ratatosk({"pgn", "check", "."}, kInExamples);
    CHECK(folder.exit_code == 3);
    CHECK(folder.output.empty());
    CHECK(folder.errors.starts_with("ratatosk pgn check: .: "));
}

TEST_CASE("pgn check of odd samples, with one thread and more", "[app][pgn][data]") {
    const auto folder = data_path("pgn/samples");
    if (!folder) return skip_case("no pgn/samples");
    const auto files = pgn_files(*folder);
    const ProgramRun one = check(files, {"--remarks", "--json"});
    const ProgramRun three = check(files, {"--remarks", "--json", "--threads", "3"});
    CHECK(one.exit_code == 1);
    CHECK(three.exit_code == 1);
    json report = json::parse(one.output);
    CHECK(report["errors"] > 0);
    CHECK(report["problems"].size() >= report["errors"]);
    json other = json::parse(three.output);
    for (const char* key : {"threads", "seconds", "games_per_second"}) {
        report.erase(key);
        other.erase(key);
    }
    CHECK(report == other);
}

TEST_CASE("pgn check finds no fault with real games", "[app][pgn][data]") {
    const auto folder = data_path("pgn");
    if (!folder) return skip_case("no pgn");
    const ProgramRun run = check(pgn_files(*folder), {"--json", "--threads", "2"});
    CHECK(run.exit_code == 0);
    const json report = json::parse(run.output);
    CHECK(report["games"] > 1000);
    CHECK(report["errors"] == 0);
}
