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
         {Case{{"tb", "probe"}, 2, "expected POSITION"},
          Case{{"tb", "probe", "startpos"}, 3, "castling"},
          Case{{"tb", "probe", "4k3/8/8/8/8/8/8/Q3K2R", "w", "-", "-"}, 3, "no table"},
          Case{{"tb", "longest", "KXK"}, 2, "KXK"},
          Case{{"tb", "longest", "KQKR", "--dir", folder.path().string()}, 3, "KQKR.rtb"},
          Case{{"tb", "longest", "KQKR", "--dir", nowhere}, 3, "none: there is no such folder"},
          Case{{"tb", "probe", "8/8/8/8/8/3k4/8/K1Q5 w - -", "--dir", nowhere},
               3,
               "none: there is no such folder"},
          Case{{"tb", "info", nowhere}, 3, "none: there is no such folder"},
          Case{{"tb", "info", "/dev/null"}, 3, "expected a folder"}, Case{{"tb", "info"}, 2, "DIR"},
          Case{{"tb", "generate", "--material", "QK"}, 2, "QK"},
          Case{{"tb", "generate", "--material", "KQK", "--memory", "1", "--out", nowhere + "/x"},
               0,
               ""},
          Case{{"tb", "generate", "--material", "KPK", "--memory", "1", "--out", nowhere + "/y"},
               3,
               "memory"},
          Case{{"tb", "generate", "--material", "KQK", "--out", "/dev/null/x"},
               3,
               "/dev/null/x: cannot make the folder"},
          Case{{"tb", "verify", nowhere + "/z"}, 3, "z: there is no such folder"},
          Case{{"tb", "verify", folder.path().string()}, 3, "there is no table"}}) {
        const ProgramRun run = run_ratatosk(each.arguments);
        INFO(run.errors);
        CHECK(run.exit_code == each.exit_code);
        CHECK(run.errors.find(each.message) != std::string::npos);
    }
}

TEST_CASE("tb probe looks where tb generate writes", "[app][tb]") {
    const TemporaryFolder folder;
    const ProgramOptions here{.folder = folder.path()};
    const std::string fen = "8/8/8/8/8/3k4/1p6/K1Q5 w - -";
    const ProgramRun before = run_ratatosk({"tb", "probe", fen}, here);
    CHECK(before.exit_code == 3);
    CHECK(before.errors.find("there is no folder 'tables' here") != std::string::npos);
    CHECK(run_ratatosk({"tb", "longest", "KQKP"}, here).errors.find("tables: there is no such") !=
          std::string::npos);
    std::filesystem::create_directory(folder / "tables");
    CHECK(run_ratatosk({"tb", "probe", fen}, here).errors.find("no table in 'tables' has this") !=
          std::string::npos);
    // A damaged table is complained about, which shows that it was looked at.
    REQUIRE(rata::write_file(folder / "tables" / "KQKP.rtb", "x"));
    CHECK(run_ratatosk({"tb", "probe", fen}, here).errors.find("KQKP.rtb") != std::string::npos);
}

TEST_CASE("tb reports as JSON", "[app][tb]") {
    const TemporaryFolder folder;
    const std::string path = (folder.path() / "tables").string();
    const std::vector<std::string> generate{"tb",    "generate", "--material", "KNK,KBK",
                                            "--out", path,       "--json"};
    const json made = json::parse(run_ratatosk(generate).output);
    CHECK(made["command"] == "tb generate");
    CHECK(made["completed"] == true);
    REQUIRE(made["made"].size() == 2);
    CHECK(made["made"][0]["bytes"] > 0);
    CHECK(json::parse(run_ratatosk(generate).output)["known_before"] == 2);

    const std::string file = path + "/KNK.rtb";
    const std::string bytes = *rata::read_file(file);
    REQUIRE(rata::write_file(file, bytes.substr(0, bytes.size() - 1)));
    const ProgramRun info = run_ratatosk({"tb", "info", path, "--json"});
    CHECK(info.exit_code == 1);
    const json found = json::parse(info.output);
    CHECK(found["found"] == 2);
    CHECK(found["damaged"] == 1);
    CHECK(found["tables"].size() == 35);
    for (const json& table : found["tables"]) {
        const bool known = table["material"] == "KNK" || table["material"] == "KBK";
        CHECK(table["state"] == (table["material"] == "KNK" ? "damaged"
                                 : known                    ? "found"
                                                            : "missing"));
    }
    const ProgramRun verified = run_ratatosk({"tb", "verify", path, "--json"});
    CHECK(verified.exit_code == 1);
    const json report = json::parse(verified.output);
    CHECK(report["tables"] == 2);
    REQUIRE(report["damaged"].size() == 1);
    CHECK(report["damaged"][0]["file"] == file);
    CHECK(report["completed"] == true);
}
