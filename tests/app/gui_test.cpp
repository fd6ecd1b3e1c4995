// Real GUIs, where they are installed: the program sits down at their table.
#include "engine/base/byte_source.hpp"
#include "engine/base/file.hpp"
#include "engine/notation/pgn_check.hpp"
#include "tests/support/program_run.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test_data.hpp"

#include <catch2/catch.hpp>

using namespace rata;
using namespace rata::test;

namespace {

/// Debian keeps games where PATH often does not lead.
const std::pair<std::string, std::string> kPath{"PATH", "/usr/local/bin:/usr/bin:/bin:/usr/games"};

bool is_installed(const std::string& program) {
    return run_shell("command -v " + program, {.environment = {kPath}}).exit_code == 0;
}

} // namespace

TEST_CASE("two of it play a game at xboard, in both protocols, pondering", "[app][gui][slow]") {
    for (const char* program : {"xboard", "polyglot", "xvfb-run", "xauth"})
        if (!is_installed(program)) return skip_case(std::string("no ") + program);
    const TemporaryFolder folder;
    // xboard stays open after the game; it is ended when the game has been saved.
    const ProgramRun run = run_shell(
        "engine=" + program_path("ratatosk").string() +
            "\n"
            "xvfb-run -a xboard -noGUI -mode TwoMachines -mg 1 -tc 0:04 -inc 0.02 -ponder "
            "-fcp \"$engine\" -scp \"$engine\" -sUCI -sgf game.pgn -debug "
            "-nameOfDebugFile debug.txt >xboard.txt 2>&1 &\n"
            "for i in $(seq 500); do\n"
            "    grep -Eq '(1-0|0-1|1/2-1/2)$' game.pgn 2>/dev/null && break\n"
            "    sleep 0.1\n"
            "done\n"
            "kill $!; wait\n"
            "cat game.pgn",
        {.folder = folder.path(), .environment = {kPath}});
    INFO(run.output << run.errors);
    auto source = FileSource::open((folder.path() / "game.pgn").string());
    REQUIRE(source);
    const auto totals = check_pgn(
        *source, {}, [](const PgnProblem& problem) { FAIL_CHECK(problem.error.to_string()); });
    REQUIRE(totals);
    CHECK(totals->games == 1);
    CHECK(totals->plies > 10);
    const std::string dialogue = read_file((folder.path() / "debug.txt").string()).value();
    for (const char* complaint : {"llegal move", "Error (", "forfeit", "exited unexpectedly"}) {
        INFO(complaint);
        CHECK(dialogue.find(complaint) == std::string::npos);
    }
    CHECK(run.output.find("on time") == std::string::npos);
}
