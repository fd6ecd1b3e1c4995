// From games to a net and back: datagen, train, and what plays with the net.
#include "engine/base/file.hpp"
#include "tests/support/program_run.hpp"
#include "tests/support/temporary_folder.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace rata::test;
using Catch::Matchers::Contains;
using nlohmann::json;

namespace {

/// A folder with a few short games and a plan to learn from them.
struct School {
    TemporaryFolder folder{};

    School() {
        const ProgramRun made = run({"datagen", "--games", "12", "--depth", "1", "--seed", "3",
                                     "--longest", "30", "--hash", "1", "-o", "data"});
        REQUIRE(made.exit_code == 0);
        write("plan.json", R"({"data": ["data/selfplay-0001.rsp"], "net": "a.rnet",
                               "checkpoint": "a.ckpt", "curve": "a.svg", "held_out_of": 3,
                               "epochs": 4, "batch": 32, "report_batches": 2})");
    }
    [[nodiscard]] ProgramRun run(const std::vector<std::string>& words) const {
        return run_ratatosk(words, {.folder = folder.path()});
    }
    void write(const std::string& name, const std::string& text) const {
        REQUIRE(rata::write_file(folder / name, text));
    }
    [[nodiscard]] std::string read(const std::string& name) const {
        return rata::read_file(folder / name).value();
    }
};

} // namespace

TEST_CASE("a net is trained, and played with", "[app][train]") {
    const School school;
    const ProgramRun trained = school.run({"train", "plan.json"});
    CHECK(trained.exit_code == 0);
    CHECK_THAT(trained.output, Contains("positions to learn from") && Contains("held out 0."));
    CHECK_THAT(school.read("a.svg"), Contains("</svg>"));
    const std::string net = school.read("a.rnet");
    CHECK_THAT(net, Contains("epochs") && Contains("held_out_loss="));

    // All is done: the checkpoint is there, and nothing changes.
    const ProgramRun again = school.run({"train", "plan.json"});
    CHECK(again.exit_code == 0);
    CHECK_THAT(again.output, Contains("going on after batch"));
    CHECK(school.read("a.rnet") == net);
    school.write("a.rnet", "lost");
    CHECK(school.run({"train", "plan.json"}).exit_code == 0);
    CHECK(school.read("a.rnet") == net);

    // What has been learnt is where another training begins.
    school.write("next.json", R"({"data": ["data/selfplay-0001.rsp"], "net": "b.rnet",
                                  "start": "a.rnet", "teacher": "evaluation", "neighbours": 2,
                                  "held_out_of": 3, "epochs": 1, "batch": 32})");
    CHECK(school.run({"train", "next.json"}).exit_code == 0);
    CHECK_THAT(school.read("b.rnet"), Contains("start=nnue ") && Contains("evaluation"));

    const json with =
        json::parse(school.run({"eval", "--json", "--net", "a.rnet", "startpos"}).output);
    CHECK(with["net"]["pieces"].size() == 30);
    const std::vector<std::string> bench{
        "bench", "--json", "1", "1", "3", "option.Use NNUE=true", "option.EvalFile=a.rnet"};
    CHECK(json::parse(school.run(bench).output)["nodes"] > 0);
    CHECK(school
              .run({"datagen", "--games", "1", "--depth", "1", "--longest", "10", "--net", "a.rnet",
                    "-o", "data"})
              .exit_code == 0);
    CHECK_THAT(school.run({"data", "info", "data/selfplay-0002.rsp"}).output, Contains("nnue "));
}

TEST_CASE("what cannot be trained or played with is refused", "[app][train][slow]") {
    const School school;
    school.write("wrong.json", R"({"data": ["data/selfplay-0001.rsp"], "net": "n", "speed": 1})");
    school.write("empty.json", R"({"data": ["data/none.rsp"], "net": "n"})");
    school.write("no.rnet", "no net");
    school.write("start.json",
                 R"({"data": ["data/selfplay-0001.rsp"], "net": "n", "start": "no.rnet"})");
    struct Case {
        std::vector<std::string> words;
        int exit_code;
        const char* text;
    };
    const Case cases[] = {
        {{"train"}, 2, "expected CONFIG"},
        {{"train", "none.json"}, 3, "none.json"},
        {{"train", "wrong.json"}, 3, "wrong.json: 'speed'"},
        {{"train", "empty.json"}, 3, "none.rsp"},
        {{"train", "start.json"}, 3, "no.rnet"},
        {{"eval", "--net", "no.rnet", "startpos"}, 3, "no.rnet"},
        {{"bench", "option.Use NNUE=true", "option.EvalFile=no.rnet"}, 3, "no.rnet"},
        {{"datagen", "--games", "1", "--net", "no.rnet", "-o", "data"}, 3, "no.rnet"},
    };
    for (const Case& c : cases) {
        INFO(c.text);
        const ProgramRun run = school.run(c.words);
        CHECK(run.exit_code == c.exit_code);
        CHECK_THAT(run.errors, Contains(c.text));
    }
    REQUIRE(school.run({"train", "plan.json"}).exit_code == 0);
    const ProgramRun other = school.run({"train", "--threads", "2", "plan.json"});
    CHECK(other.exit_code == 3);
    CHECK_THAT(other.errors, Contains("a.ckpt: the checkpoint is of another plan"));
}

TEST_CASE("nothing that learns writes over what it reads", "[app][train][slow]") {
    const School school;
    const std::string games = "data/selfplay-0001.rsp";
    const std::string before = school.read(games);
    const auto plan = [&school](const std::string& name, const std::string& files) {
        school.write(name, R"({"data": ["data/selfplay-0001.rsp"], "epochs": 1, )" + files + "}");
    };
    plan("a.json", R"("net": "data/selfplay-0001.rsp")");
    plan("b.json", R"("net": "b.json")");
    plan("c.json", R"("net": "new", "curve": "./new")");
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"tune", games, "-o", games},
          {"tune", games, "-o", "new", "--state", games},
          {"tune", games, "-o", "new", "--state", "new"},
          {"chessmaps", "train", games, "-o", games},
          {"train", "a.json"},
          {"train", "b.json"},
          {"train", "c.json"}}) {
        const ProgramRun run = school.run(words);
        INFO(run.errors);
        CHECK(run.exit_code == 2);
        CHECK_THAT(run.errors, Contains("same file"));
        CHECK(school.read(games) == before);
        CHECK(!std::filesystem::exists(school.folder / "new"));
    }
    // What cannot be written is noticed before the work.
    plan("d.json", R"("net": "none/a.rnet")");
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"tune", games, "-o", "none/x"},
          {"chessmaps", "train", games, "--epochs", "1000", "-o", "none/x"},
          {"train", "d.json"}}) {
        const ProgramRun run = school.run(words);
        CHECK(run.exit_code == 3);
        CHECK_THAT(run.errors, Contains("cannot create"));
        CHECK(run.output.empty());
    }
    // A new file must not be there at all.
    for (const char* command : {"merge", "shuffle"}) {
        CHECK(school.run({"data", command, games, "-o", games}).exit_code != 0);
        CHECK(school.read(games) == before);
    }
}
