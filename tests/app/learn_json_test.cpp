// What the commands that learn tell programs: one JSON object at the end, with the lines for people
// on standard error.
#include "engine/base/file.hpp"
#include "tests/support/program_run.hpp"
#include "tests/support/temporary_folder.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace rata::test;
using Catch::Matchers::Contains;
using nlohmann::json;

namespace {

constexpr const char* kLessons = "data/selfplay-0001.rsp";

/// Some short games in kLessons.
void make_lessons(const TemporaryFolder& folder) {
    REQUIRE(run_ratatosk({"datagen", "--games", "40", "--depth", "1", "--seed", "3", "--longest",
                          "30", "--hash", "1", "-o", "data"},
                         {.folder = folder.path()})
                .exit_code == 0);
}

json learn(const TemporaryFolder& folder, std::vector<std::string> words) {
    const ProgramRun plain = run_ratatosk(words, {.folder = folder.path()});
    CHECK(plain.exit_code == 0);
    CHECK_THAT(plain.output, Contains(" held out ") && Contains(" left\n"));
    words.emplace_back("--json");
    const ProgramRun run = run_ratatosk(words, {.folder = folder.path()});
    INFO(run.errors);
    CHECK(run.exit_code == 0);
    CHECK_THAT(run.errors, Contains(" held out "));
    return json::parse(run.output);
}

} // namespace

TEST_CASE("tune tells programs what it did", "[app][learn_json][slow]") {
    const TemporaryFolder folder;
    make_lessons(folder);
    const json report = learn(folder, {"tune", kLessons, "-o", "weights.hpp", "--epochs", "20"});
    CHECK(report["command"] == "tune");
    CHECK(report["games"] == 40);
    CHECK(report["weights"] == "weights.hpp");
    CHECK(report["epochs"] == 20);
    CHECK(report["interrupted"] == false);
    REQUIRE(report["points"].size() == 4); // at the beginning, twice, at the end
    CHECK(report["points"][0]["epoch"] == 0);
    CHECK(report["points"][1]["epoch"] == 10);
    CHECK(report["points"][1]["loss"] < report["points"][0]["loss"]);
    CHECK(report["points"][1]["held_out_loss"] > 0);
}

TEST_CASE("train tells programs what it did", "[app][learn_json][slow]") {
    const TemporaryFolder folder;
    make_lessons(folder);
    REQUIRE(rata::write_file(folder / "plan.json",
                             R"({"data": ["data/selfplay-0001.rsp"], "net": "a.rnet",
                                 "held_out_of": 3, "epochs": 2, "batch": 64,
                                 "report_batches": 2})"));
    const json report = learn(folder, {"train", "plan.json"});
    CHECK(report["command"] == "train");
    CHECK(report["net"] == "a.rnet");
    CHECK(report["batches"] == report["total_batches"]);
    REQUIRE(!report["points"].empty());
    CHECK(report["points"].back()["batches"] == report["batches"]);
    CHECK(report["points"].back()["held_out_loss"] > 0);
}

TEST_CASE("chessmaps train tells programs what it did", "[app][learn_json][slow]") {
    const TemporaryFolder folder;
    make_lessons(folder);
    const json report =
        learn(folder, {"chessmaps", "train", kLessons, "--epochs", "1", "--seed", "5"});
    CHECK(report["command"] == "chessmaps train");
    CHECK(report["seed"] == 5);
    CHECK(report["weights"].is_null());
    CHECK(report["quiet_moves"] > 0);
    REQUIRE(report["points"].size() == 1);
    CHECK(report["points"][0]["rank"] >= 0);
}
