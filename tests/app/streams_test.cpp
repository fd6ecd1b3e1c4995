// How the program behaves as a member of pipes and at the hands of impatient people.
#include "engine/base/process.hpp"
#include "tests/support/program_run.hpp"
#include "tests/support/test_data.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <filesystem>

using namespace rata;
using namespace rata::test;

namespace {

constexpr milliseconds kStreamPatience = std::chrono::seconds(30);

} // namespace

TEST_CASE("a reader that goes away is no news", "[app][streams]") {
    // More to say than a pipe holds, so that the end of the reader is noticed for certain.
    std::string broken_games;
    for (int i = 0; i < 3000; ++i) broken_games += "1. Ke5 *\n\n";
    const ProgramRun run =
        run_shell("{ ratatosk pgn check -; echo $? >&2; } | true", {.input = broken_games});
    CHECK(run.errors == "3\n");
}

TEST_CASE("results that cannot be written are an error", "[app][streams]") {
    const ProgramRun closed = run_shell("ratatosk perft 2 >&-");
    CHECK(closed.exit_code == 3);
    CHECK(closed.errors == "ratatosk perft: standard output: cannot write: Bad file descriptor\n");
    CHECK(run_shell("ratatosk --help >&-").exit_code == 3);

    if (!std::filesystem::exists("/dev/full")) return skip_case("no /dev/full");
    const ProgramRun full = run_shell("ratatosk perft 2 > /dev/full");
    CHECK(full.exit_code == 3);
    CHECK(full.errors ==
          "ratatosk perft: standard output: cannot write: No space left on device\n");
}

TEST_CASE("a closed standard output is not taken by a file", "[app][streams]") {
    const ProgramRun run =
        run_shell("ratatosk pgn check games.pgn >&-", {.folder = test_path("app/examples")});
    CHECK(run.exit_code == 3);
}

TEST_CASE("complaints survive without standard error", "[app][streams]") {
    CHECK(run_shell("ratatosk perft x 2>&-").exit_code == 2);
    CHECK(run_shell("ratatosk perft 2 2>&-").exit_code == 0);
}

TEST_CASE("there is no progress in a pipe", "[app][streams]") {
    const ProgramRun run = run_shell("sleep 0.6 | ratatosk pgn check -");
    CHECK(run.exit_code == 0);
    CHECK(run.errors.empty());
}

TEST_CASE("there is progress on a terminal, and it goes away", "[app][streams]") {
    if (!has_program("script")) return skip_case("no program 'script' to make a terminal");
    const ProgramRun run =
        run_shell("script -qec 'sleep 0.6 | ratatosk pgn check -' /dev/null < /dev/null");
    CHECK(run.output.find("\r0.0 MB") != std::string::npos);
    CHECK(run.output.find("\r      ") != std::string::npos);
    CHECK(run.output.find("\rgames ") != std::string::npos);
    CHECK(run.output.find('\x1b') == std::string::npos);
}

TEST_CASE("numbers are the same in every locale", "[app][streams]") {
    const ProgramRun run = run_ratatosk(
        {"perft", "3", "--json"}, {.environment = {{"LC_ALL", "de_DE.UTF-8"}, {"LANG", "de_DE"}}});
    CHECK(nlohmann::json::parse(run.output)["leaves"] == 8902);
}

TEST_CASE("Ctrl-C ends a check that waits for input", "[app][streams]") {
    auto process = Process::start({.program = program_path("ratatosk").string(),
                                   .arguments = {"pgn", "check", "-"},
                                   .errors = ErrorStream::Pipe});
    if (!process) FAIL(process.error().to_string());
    // What it says about the first game shows that it is at work.
    REQUIRE(process->write("1. Ke5 *\n\n[Event \"next\"]\n\n1. e4 *\n\n[Event \"last\"]\n\n"));
    const ProcessLine line = process->read_line(kStreamPatience);
    REQUIRE(line.is_line());
    CHECK(line.text.find("Ke5") != std::string::npos);
    REQUIRE(run_shell("kill -INT " + std::to_string(process->id())).exit_code == 0);
    const auto status = process->wait(kStreamPatience);
    REQUIRE(status);
    CHECK(status->to_string() == "exit code 130");
    const ProcessLine message = process->read_line(kStreamPatience, Process::Stream::Errors);
    CHECK(message.text.starts_with("ratatosk pgn check: interrupted at 0.0 MB"));
}

TEST_CASE("Ctrl-C ends a count that would take years", "[app][streams]") {
    if (!has_program("timeout")) return skip_case("no program 'timeout'");
    const ProgramRun run =
        run_shell("timeout --foreground --preserve-status -s INT 2 ratatosk perft 15");
    CHECK(run.exit_code == 130);
    CHECK(run.output.starts_with("depth          15\nleaves so far  "));
    CHECK(run.errors.starts_with("ratatosk perft: interrupted at 0:0"));
}

TEST_CASE("a terminal that wants colour gets some", "[app][streams]") {
    if (!has_program("script")) return skip_case("no program 'script' to make a terminal");
    const auto shown = [](const std::string& environment, const std::string& command) {
        return run_shell(environment + " script -qec '" + command + "; true' /dev/null < /dev/null")
            .output;
    };
    const std::string error = "ratatosk perft x";
    const std::string title = "ratatosk --help perft";
    CHECK(shown("TERM=xterm", error).find("\x1b[1;31mratatosk perft:\x1b[0m DEPTH: ") !=
          std::string::npos);
    CHECK(shown("TERM=xterm", title).find("\n\x1b[1mOptions:\x1b[0m") != std::string::npos);
    for (const char* environment : {"TERM=dumb", "TERM=xterm NO_COLOR=1", "TERM="}) {
        INFO(environment);
        CHECK(shown(environment, error).find('\x1b') == std::string::npos);
        CHECK(shown(environment, title).find('\x1b') == std::string::npos);
    }
    CHECK(run_shell("TERM=xterm ratatosk --help").output.find('\x1b') == std::string::npos);
}
