#include "engine/base/file.hpp"
#include "tests/support/program_run.hpp"
#include "tests/support/temporary_folder.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace rata::test;
using Catch::Matchers::Contains;
using nlohmann::json;

namespace {

constexpr const char* kData = "data/selfplay-0001.rsp";

/// Five short games in kData.
void make_data(const TemporaryFolder& folder) {
    const ProgramRun run = run_ratatosk({"datagen", "--games", "5", "--depth", "1", "--seed", "3",
                                         "--longest", "30", "--hash", "1", "--json", "-o", "data"},
                                        {.folder = folder.path()});
    REQUIRE(run.exit_code == 0);
    CHECK(json::parse(run.output)["games"] == 5);
}

} // namespace

TEST_CASE("data of self-play is looked at, merged and shuffled", "[app][data_command]") {
    const TemporaryFolder folder;
    make_data(folder);
    const auto data = [&folder](std::vector<std::string> words) {
        words.insert(words.begin(), "data");
        return run_ratatosk(words, {.folder = folder.path()});
    };
    const json info = json::parse(data({"info", "--json", kData}).output)["files"][0];
    CHECK(info["origin"]["seed"] == "3");
    CHECK(info["games"] == 5);

    CHECK(data({"shuffle", "-o", "shuffled.rsp", "--seed", "2", kData}).exit_code == 0);
    CHECK(data({"merge", "-o", "both.rsp", kData, "shuffled.rsp"}).exit_code == 0);
    const ProgramRun check = data({"check", "both.rsp"});
    CHECK(check.exit_code == 0);
    CHECK_THAT(check.output, Contains("whole, 10 games"));
    const ProgramRun again = data({"merge", "-o", "both.rsp", kData});
    CHECK(again.exit_code == 3);
    CHECK_THAT(again.errors, Contains("exists"));

    REQUIRE(rata::write_file(folder / "games.pgn", data({"pgn", "both.rsp"}).output));
    const ProgramRun pgn = run_ratatosk({"pgn", "check", "--json", "--remarks", "games.pgn"},
                                        {.folder = folder.path()});
    CHECK(pgn.exit_code == 0);
    const json games = json::parse(pgn.output);
    CHECK(games["games"] == 10);
    CHECK(games["remarks"] == 0);
    CHECK(games["plies"] == 2 * info["positions"].get<int>());
}

TEST_CASE("games of self-play are chosen by their number", "[app][data_command]") {
    const TemporaryFolder folder;
    make_data(folder);
    const auto view = [&folder](const std::string& first, const std::string& count) {
        return run_ratatosk({"data", "view", "--game", first, "--count", count, kData, kData},
                            {.folder = folder.path()});
    };
    const ProgramRun across = view("5", "2");
    CHECK(across.exit_code == 0);
    CHECK(across.output.starts_with("game 5: "));
    CHECK_THAT(across.output, Contains("\ngame 6: ") && !Contains("\ngame 7: "));
    const ProgramRun beyond = view("11", "1");
    CHECK(beyond.exit_code == 2);
    CHECK_THAT(beyond.errors, Contains("expected a number up to 10, found 11"));
}

TEST_CASE("every command about self-play data has JSON", "[app][data_command]") {
    const TemporaryFolder folder;
    make_data(folder);
    const auto data = [&folder](std::vector<std::string> words, int exit_code = 0) {
        words.insert(words.begin(), "data");
        words.emplace_back("--json");
        const ProgramRun run = run_ratatosk(words, {.folder = folder.path()});
        INFO(run.errors);
        CHECK(run.exit_code == exit_code);
        return json::parse(run.output);
    };
    const json check = data({"check", kData});
    CHECK(check["command"] == "data check");
    CHECK(check["files"][0]["damaged"] == false);
    CHECK(check["files"][0]["games"] == 5);
    const json merged = data({"merge", "-o", "both.rsp", kData, kData});
    CHECK(merged["target"] == "both.rsp");
    CHECK(merged["games"] == 10);
    CHECK(merged["lost_bytes"] == 0);
    CHECK(data({"shuffle", "-o", "mixed.rsp", kData})["positions"] ==
          merged["positions"].get<int>() / 2);

    const json game = data({"view", "--game", "2", kData})["games"][0];
    CHECK(game["game"] == 2);
    CHECK(game["moves"].size() == game["plies"]);
    CHECK(game["moves"][0]["score"].size() == 1);
    const json kept = data({"view", "--count", "5", "--positions", kData});
    REQUIRE(kept["games"].size() == 5);
    CHECK(kept["games"][0]["positions"].is_array());
    const json pgn = data({"pgn", kData});
    CHECK(pgn["command"] == "data pgn");
    REQUIRE(pgn["games"].size() == 5);
    CHECK_THAT(pgn["games"][1]["pgn"].get<std::string>(), Contains("[Round \"2\"]"));
    CHECK(pgn["games"][1]["result"] == game["result"]);

    std::string bytes = rata::read_file(folder / kData).value();
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    REQUIRE(rata::write_file(folder / kData, bytes));
    const json damaged = data({"check", kData}, 1)["files"][0];
    CHECK(damaged["damaged"] == true);
    CHECK(damaged["lost_bytes"] > 0);
    CHECK(data({"pgn", kData})["games"].empty());
}

TEST_CASE("damaged self-play data is told", "[app][data_command]") {
    const TemporaryFolder folder;
    make_data(folder);
    const auto file = folder / kData;
    std::string bytes = rata::read_file(file).value();
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    REQUIRE(rata::write_file(file, bytes));
    const ProgramRun check = run_ratatosk({"data", "check", kData}, {.folder = folder.path()});
    CHECK(check.exit_code == 1);
    CHECK_THAT(check.output, Contains("belong to no whole block"));
    const ProgramRun missing = run_ratatosk({"data", "info", "none"}, {.folder = folder.path()});
    CHECK(missing.exit_code == 3);
}
