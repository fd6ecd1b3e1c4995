#include "engine/base/file.hpp"
#include "tests/support/program_run.hpp"
#include "tests/support/temporary_folder.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace rata::test;
using nlohmann::json;

TEST_CASE("tb makes tables, tells which there are, and names damaged ones", "[app][tb]") {
    const TemporaryFolder folder;
    const std::string path = (folder.path() / "tables").string();
    const std::vector<std::string> generate{"tb",      "generate", "--material",
                                            "KNK,KBK", "--out",    path};
    const ProgramRun made = run_ratatosk(generate);
    CHECK(made.exit_code == 0);
    CHECK(made.output.find("KBK") != std::string::npos);
    // What is there is not made again.
    CHECK(run_ratatosk(generate).output.find("KBK") == std::string::npos);

    const ProgramRun info = run_ratatosk({"tb", "info", path});
    CHECK(info.exit_code == 0);
    CHECK(info.output.find("found  2 tables, 0 damaged") != std::string::npos);
    CHECK(info.output.find("KQKR   missing") != std::string::npos);
    CHECK(run_ratatosk({"tb", "verify", path}).exit_code == 0);

    const std::string file = path + "/KNK.rtb";
    std::string bytes = *rata::read_file(file);
    bytes.back() = static_cast<char>(bytes.back() ^ 1);
    REQUIRE(rata::write_file(file, bytes));
    const ProgramRun damaged = run_ratatosk({"tb", "verify", path});
    CHECK(damaged.exit_code == 1);
    CHECK(damaged.output.find("KNK.rtb") != std::string::npos);
    bytes.pop_back();
    REQUIRE(rata::write_file(file, bytes));
    CHECK(run_ratatosk({"tb", "info", path}).exit_code == 1);

    // Made anew, for it is as good as missing.
    CHECK(run_ratatosk(generate).output.find("KNK") != std::string::npos);
    CHECK(run_ratatosk({"tb", "verify", path}).exit_code == 0);
}

TEST_CASE("tb probe tells every move and the way to mate", "[app][tb]") {
    const ProgramRun run = run_ratatosk({"tb", "probe", "--json", "k7/8/1K6/8/8/8/8/1R6 w - -"});
    CHECK(run.exit_code == 0);
    const json report = json::parse(run.output);
    CHECK(report["wdl"] == 2);
    CHECK(report["dtm"] == 3);
    CHECK(report["line"].size() == 3);
    CHECK(report["moves"].size() == 17);
    CHECK(report["moves"][0]["dtm"] == 3);
}

TEST_CASE("tb says what it cannot do", "[app][tb]") {
    const TemporaryFolder folder;
    struct Case {
        std::vector<std::string> arguments;
        int exit_code;
        const char* message;
    };
    const std::string nowhere = (folder.path() / "none").string();
    for (const Case& each :
         {Case{{"tb", "probe"}, 2, "expected FEN"},
          Case{{"tb", "probe", "startpos"}, 3, "castling"},
          Case{{"tb", "probe", "4k3/8/8/8/8/8/8/Q3K2R", "w", "-", "-"}, 3, "no table"},
          Case{{"tb", "longest", "KXK"}, 2, "KXK"},
          Case{{"tb", "longest", "KQKR", "--dir", nowhere}, 3, "KQKR.rtb"},
          Case{{"tb", "info"}, 2, "DIR"}, Case{{"tb", "generate", "--material", "QK"}, 2, "QK"},
          Case{{"tb", "generate", "--material", "KQK", "--memory", "1", "--out", nowhere + "/x"},
               0,
               ""},
          Case{{"tb", "generate", "--material", "KPK", "--memory", "1", "--out", nowhere + "/y"},
               3,
               "memory"},
          Case{{"tb", "verify", nowhere + "/z"}, 3, ""}}) {
        const ProgramRun run = run_ratatosk(each.arguments);
        INFO(run.errors);
        CHECK(run.exit_code == each.exit_code);
        CHECK(run.errors.find(each.message) != std::string::npos);
    }
}
