#include "engine/app/command.hpp"
#include "tests/support/program_run.hpp"
#include "tests/support/snapshot.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>

using namespace rata::test;

namespace {

struct Mistake {
    std::vector<std::string> arguments;
    std::string topic; ///< behind "ratatosk"
    std::string message;
};

} // namespace

TEST_CASE("help goes to standard output", "[app][help]") {
    struct Case {
        std::vector<std::string> arguments;
        std::string snapshot;
    };
    const Case cases[] = {
        {{"--help"}, "help.txt"},
        {{"-h"}, "help.txt"},
        {{"--help", "--all"}, "help_all.txt"},
        {{"perft", "--help"}, "help_perft.txt"},
        {{"--help", "perft"}, "help_perft.txt"},
        {{"perft", "5", "-h", "--bogus"}, "help_perft.txt"},
        {{"fen", "-h"}, "help_fen.txt"},
        {{"pgn", "--help"}, "help_pgn.txt"},
        {{"pgn", "check", "--help"}, "help_pgn_check.txt"},
        {{"match", "--help"}, "help_match.txt"},
        {{"--help", "match"}, "help_match.txt"},
        {{"match", "-engine", "-h"}, "help_match.txt"},
        {{"search", "--help"}, "help_search.txt"},
        {{"bench", "--help"}, "help_bench.txt"},
        {{"--man"}, "../../../docs/ratatosk.6"},
        {{"--options"}, "../../../docs/options.md"},
    };
    for (const Case& each : cases) {
        const ProgramRun run = run_ratatosk(each.arguments);
        INFO(each.snapshot);
        CHECK(run.exit_code == 0);
        CHECK(run.errors.empty());
        check_snapshot("app/snapshots/" + each.snapshot, run.output);
    }
}

TEST_CASE("every command has help with examples", "[app][help]") {
    for (const rata::Command& command : rata::command_table()) {
        rata::Syntax syntax;
        static_cast<void>(command.declare(syntax));
        INFO(command.name);
        CHECK_FALSE(command.summary.empty());
        CHECK_FALSE(syntax.forms.empty());
        CHECK_FALSE(syntax.examples.empty());
        for (const rata::Parameter& parameter : syntax.parameters)
            CHECK_FALSE(parameter.help.empty());
    }
}

TEST_CASE("the help of the program fits on one screen and names every command", "[app][help]") {
    const std::string help = run_ratatosk({"--help"}).output;
    const auto lines = std::count(help.begin(), help.end(), '\n');
    CHECK(lines >= 24);
    CHECK(lines <= 40);
    CHECK(help.find("Hash=") == std::string::npos);
    CHECK(run_ratatosk({"--help", "--all"}).output.find("Hash=N") != std::string::npos);
    std::map<std::string_view, int> sections;
    for (const rata::CommandSection& section : rata::command_sections())
        for (const std::string_view word : section.first_words) ++sections[word];
    for (const rata::Command& command : rata::command_table()) {
        INFO(command.name);
        CHECK(sections[command.name.substr(0, command.name.find(' '))] == 1);
    }
    for (const auto& [word, times] : sections) {
        INFO(word);
        CHECK(help.find("\n  " + std::string(word) + ' ') != std::string::npos);
    }
}

TEST_CASE("the version is one line", "[app]") {
    const ProgramRun run = run_ratatosk({"--version"});
    CHECK(run.exit_code == 0);
    CHECK(run.errors.empty());
    CHECK(run.output.starts_with("Ratatosk "));
    CHECK(run.output.find('\n') == run.output.size() - 1);
}

TEST_CASE("a wrong command line gets one line and a hint", "[app][usage]") {
    const Mistake mistakes[] = {
        {{"--bogus"}, "", "unknown option '--bogus'"},
        {{"prft"}, "", "unknown command 'prft'; did you mean 'perft'?"},
        {{"Search", "startpos"}, "", "unknown command 'Search'; did you mean 'search'?"},
        {{"build", "x.pgn"}, "", "unknown command 'build'; did you mean 'book build'?"},
        {{"elephant"}, "", "unknown command 'elephant'"},
        {{"--versoin"}, "", "unknown option '--versoin'; did you mean '--version'?"},
        {{"perft", "5", "--threds", "2"},
         " perft",
         "unknown option '--threds'; did you mean '--threads'?"},
        {{"perft", "5", "--hsah=2"}, " perft", "unknown option '--hsah=2'; did you mean '--hash'?"},
        {{"search", "startpos", "--movetime", "500"},
         " search",
         "unknown option '--movetime'; did you mean '--time'?"},
        {{"book", "biuld"}, " book", "unknown command 'biuld'; did you mean 'build'?"},
        {{"match", "-egnine", "x"}, " match", "unknown option '-egnine'; did you mean '-engine'?"},
        {{"search", "startpos", "option.NulMove=false"},
         " search",
         "there is no option 'NulMove'; did you mean 'NullMove'?"},
        {{"--bogus", "perft", "5"}, " perft", "unknown option '--bogus'"},
        {{"perft"}, " perft", "expected DEPTH, or --suite with a file"},
        {{"perft", "x"}, " perft", "DEPTH: expected an integer from 0 to 30, found 'x'"},
        {{"perft", "-3"}, " perft", "DEPTH: expected an integer from 0 to 30, found '-3'"},
        {{"perft", "0x5"}, " perft", "DEPTH: expected an integer from 0 to 30, found '0x5'"},
        {{"perft", "4", "5"}, " perft", "unexpected argument '5'"},
        {{"perft", "5", "--bogus=1"}, " perft", "unknown option '--bogus=1'"},
        {{"perft", "5", "-x"}, " perft", "unknown option '-x'"},
        {{"perft", "5", "--threads"}, " perft", "--threads needs a value"},
        {{"perft", "5", "--threads", "0"},
         " perft",
         "--threads: expected an integer from 1 to 512, found '0'"},
        {{"perft", "5", "--threads", "1", "--threads", "0"},
         " perft",
         "--threads: expected an integer from 1 to 512, found '0'"},
        {{"perft", "5", "--hash", "-1"},
         " perft",
         "--hash: expected an integer from 0 to 1048576, found '-1'"},
        {{"perft", "5", "--hash", "99999999999999999999"},
         " perft",
         "--hash: expected an integer from 0 to 1048576, found '99999999999999999999'"},
        {{"perft", "5", "--max-depth", "3"}, " perft", "--max-depth goes with --suite only"},
        {{"perft", "5", "--suite", "x"},
         " perft",
         "DEPTH does not go with --suite; --max-depth does"},
        {{"perft", "--suite", "x", "--divide"}, " perft", "--divide does not go with --suite"},
        {{"perft", "--suite", "x", "--fen", "y"}, " perft", "--fen does not go with --suite"},
        {{"fen"}, " fen", "expected POSITION"},
        {{"pgn"}, " pgn", "expected one of: check"},
        {{"pgn", "chek"}, " pgn", "unknown command 'chek'; did you mean 'check'?"},
        {{"pgn", "xyz"}, " pgn", "unknown command 'xyz', expected check"},
        {{"pgn", "check"}, " pgn check", "expected FILE, or - for standard input"},
        {{"pgn", "check", "--threads", "two"},
         " pgn check",
         "--threads: expected an integer from 1 to 512, found 'two'"},
    };
    for (const Mistake& each : mistakes) {
        const ProgramRun run = run_ratatosk(each.arguments);
        const std::string name = "ratatosk" + each.topic;
        CHECK(run.exit_code == 2);
        CHECK(run.output.empty());
        CHECK(run.errors == name + ": " + each.message + "\nTry '" + name + " --help'.\n");
    }
}

TEST_CASE("names of commands are no commands where a file is expected", "[app][usage]") {
    const ProgramRun run = run_ratatosk({"pgn", "check", "perft", "pgn"});
    CHECK(run.exit_code == 3);
    CHECK(run.errors == "ratatosk pgn check: perft: cannot open: No such file or directory\n"
                        "ratatosk pgn check: pgn: cannot open: No such file or directory\n");
}
