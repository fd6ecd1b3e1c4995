#include "engine/base/file.hpp"
#include "engine/base/process.hpp"
#include "tests/support/program_run.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test_data.hpp"

#include <catch2/catch.hpp>

#include <filesystem>
#include <thread>

using namespace rata;
using rata::test::ProgramRun;
using rata::test::run_ratatosk;
using rata::test::run_shell;
using rata::test::TemporaryFolder;

namespace {

/// A match of the built-in engine, "a", against the engine of these words, or itself.
std::vector<std::string> match_words(const std::vector<std::string>& second,
                                     const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{"match",         "-engine", "proto=builtin",
                                   "option.Hash=1", "name=a",  "-engine"};
    words.insert(words.end(), second.begin(), second.end());
    words.insert(words.end(), {"-each", "nodes=20", "-maxmoves", "10"});
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

/// Runs until it is ended.
Process begin_ratatosk(const std::vector<std::string>& arguments) {
    auto process = Process::start({.program = rata::test::program_path("ratatosk").string(),
                                   .arguments = arguments,
                                   .errors = ErrorStream::Discard});
    if (!process) FAIL(process.error().to_string());
    return std::move(*process);
}

const std::vector<std::string> kBuiltinB{"proto=builtin", "option.Hash=1", "name=b"};

void check_refused(const ProgramRun& run, int exit_code, const std::string& message) {
    INFO(run.errors);
    CHECK(run.exit_code == exit_code);
    CHECK(run.output.empty());
    CHECK_THAT(run.errors, Catch::Contains(message));
}

} // namespace

TEST_CASE("a match against what is no engine ends before its first game", "[app][match]") {
    struct Case {
        std::vector<std::string> engine{};
        std::string message{};
    };
    const Case cases[] = {
        {{"cmd=/no/such/engine"}, "engine: there is no program '/no/such/engine'"},
        {{"cmd=no-such-engine", "name=b"}, "b: there is no program 'no-such-engine' in PATH"},
        {{"cmd=sh", "dir=/no/such/folder"}, "sh: there is no folder '/no/such/folder'"},
        {{"cmd=/dev/null"}, "null: '/dev/null': cannot start: Permission denied"},
        {{"cmd=true"}, "true: this is no UCI engine: ended: exit code 0"},
        {{"cmd=true", "proto=xboard"}, "true: this is no XBoard engine: ended: exit code 0"},
        {{"cmd=cat", "timeout=0.2"}, "cat: this is no UCI engine: did not say uciok within 200 ms"},
    };
    const TemporaryFolder folder;
    for (const Case& each : cases) {
        const std::string state = folder / "state.json";
        const ProgramRun run =
            run_ratatosk(match_words(each.engine, {"-config", state, "-pgnout", folder / "g.pgn"}));
        check_refused(run, 3, each.message);
        CHECK(std::filesystem::is_empty(folder.path()));
    }
}

TEST_CASE("a program of this folder needs its path", "[app][match]") {
    const TemporaryFolder folder;
    REQUIRE(write_file(folder / "some-engine", "#!/bin/sh\n"));
    check_refused(run_ratatosk(match_words({"cmd=some-engine"}), {.folder = folder.path()}), 3,
                  "there is no program 'some-engine' in PATH, but in this folder: expected "
                  "./some-engine");
}

TEST_CASE("spsa and epd say what is no engine as well", "[app][match][epd]") {
    const TemporaryFolder folder;
    check_refused(run_ratatosk({"spsa", "-engine", "cmd=true", "-each", "nodes=9", "-param", "X",
                                "start=1", "min=0", "max=9", "-config", folder / "state"}),
                  3, "up: this is no UCI engine: ended: exit code 0");
    CHECK(std::filesystem::is_empty(folder.path()));
    const ProgramRun run = run_shell("echo '8/8/8/8/8/5k2/5p2/5K2 b - - bm Ke3;' | ratatosk epd - "
                                     "--depth 1 --engine true");
    CHECK(run.exit_code == 3);
    CHECK_THAT(run.errors, Catch::Contains("true: this is no UCI engine"));
}

TEST_CASE("wrong options of the built-in engine are errors", "[app][match]") {
    struct Case {
        std::string word{};
        std::string message{};
    };
    for (const Case& each : {Case{"option.Hush=1", "b: there is no option 'Hush'"},
                             Case{"option.Hash=0", "b: option Hash: expected 1 to "},
                             Case{"option.Threads=many", "b: "},
                             Case{"st=0", "st: expected seconds, 0.001 or more, found '0'"},
                             Case{"st=0.0001", "st: expected seconds, 0.001 or more"}})
        check_refused(run_ratatosk(match_words({"proto=builtin", "name=b", each.word})), 2,
                      each.message);
}

TEST_CASE("a match does not begin without the table that an engine was given", "[app][match]") {
    // More than the address space of a process.
    check_refused(run_ratatosk(match_words({"proto=builtin", "name=b", "option.Hash=33554432"})), 3,
                  "b: Hash: cannot allocate");
}

TEST_CASE("names and paths of a match may have any bytes", "[app][match]") {
    const TemporaryFolder folder;
    const std::string state = folder / "state\xfe.json";
    const std::string pgn = folder / "games\xff.pgn";
    const ProgramRun run =
        run_ratatosk(match_words({"proto=builtin", "option.Hash=1", "name=b\xfd"},
                                 {"-config", state, "-pgnout", pgn, "-event", "an \xfc", "-json"}));
    INFO(run.errors);
    CHECK(run.exit_code == 0);
    CHECK_THAT(read_file(pgn).value(), Catch::Contains("[Black \"b\xfd\"]\n"));
    // The names come back as they went, so that the match is known to be complete.
    const ProgramRun resumed = run_ratatosk({"match", "-resume", state});
    CHECK(resumed.exit_code == 0);
    CHECK_THAT(resumed.errors, Catch::Contains("2 games, 2 played"));

    const std::string tuning = folder / "tuning\xfb";
    const ProgramRun spsa =
        run_ratatosk({"spsa", "-each", "nodes=10", "option.Hash=1", "-maxmoves", "5", "-batches",
                      "1", "-pairs", "1", "-param", "Contempt", "-event", "e", "-config", tuning});
    CHECK(spsa.exit_code == 2); // there is no -event
    const ProgramRun tuned = run_ratatosk(
        {"spsa", "-each", "nodes=10", "option.Hash=1", "option.Tree Log File=\xfa", "-maxmoves",
         "5", "-batches", "1", "-pairs", "1", "-param", "Contempt", "-config", tuning},
        {.folder = folder.path()});
    INFO(tuned.errors);
    CHECK(tuned.exit_code == 0);
    CHECK(run_ratatosk({"spsa", "-resume", tuning}, {.folder = folder.path()}).exit_code == 0);
}

TEST_CASE("outputs of a match that cannot be written end it before its first game",
          "[app][match]") {
    const TemporaryFolder folder;
    for (const char* option : {"-pgnout", "-events", "-epdout", "-config"})
        check_refused(run_ratatosk(match_words(kBuiltinB, {option, folder / "none/file"})), 3,
                      "none/file");
    check_refused(run_ratatosk({"spsa", "-each", "nodes=9", "-param", "Contempt", "-config",
                                folder / "none/file"}),
                  3, "none/file");
    REQUIRE(write_file(folder / "file", ""));
    check_refused(run_ratatosk({"datagen", "--games", "1", "-o", folder / "file"}), 3,
                  "cannot make");
}

TEST_CASE("a match does not write over what it reads", "[app][match]") {
    const TemporaryFolder folder;
    const std::string openings = folder / "openings.epd";
    const std::string text = "8/8/8/8/8/5k2/5p2/5K2 b - -\n";
    REQUIRE(write_file(openings, text));
    std::filesystem::create_symlink(openings, folder / "link");
    const std::string link = folder / "link";
    const std::string file = "file=" + openings;
    for (const char* option : {"-pgnout", "-events", "-epdout", "-config"})
        check_refused(run_ratatosk(match_words(kBuiltinB, {"-openings", file, option, link})), 2,
                      "-openings are the same file");
    check_refused(
        run_ratatosk(match_words(kBuiltinB, {"-pgnout", folder / "x", "-events", folder / "./x"})),
        2, "-pgnout and -events are the same file");
    check_refused(run_ratatosk({"spsa", "-each", "nodes=9", "-param", "Contempt", "-openings", file,
                                "-config", link}),
                  2, "the same file");
    CHECK(read_file(openings).value() == text);
}

TEST_CASE("a running match is not resumed by another process", "[app][match]") {
    const TemporaryFolder folder;
    const std::string state = folder / "state.json";
    std::vector<std::string> words =
        match_words(kBuiltinB, {"-config", state, "-rounds", "100000"});
    Process first = begin_ratatosk(words);
    // The plan is there when the lock is.
    while (!std::filesystem::exists(state)) std::this_thread::sleep_for(milliseconds(10));
    const std::string owner = "in use by process " + std::to_string(first.id());
    check_refused(run_ratatosk({"match", "-resume", state}), 3, owner);
    check_refused(run_ratatosk(words), 3, owner);
    first.kill();
    REQUIRE(first.wait(milliseconds(60'000)));
    // What the killed process left does not keep anybody out.
    Process second = begin_ratatosk({"match", "-resume", state});
    const auto owns_it = [&] {
        const auto lock = read_file(state + ".lock");
        return lock && *lock == std::to_string(second.id()) + '\n';
    };
    while (second.is_running() && !owns_it()) std::this_thread::sleep_for(milliseconds(10));
    CHECK(owns_it());
}

TEST_CASE("two generators on one folder and seed", "[app][datagen]") {
    const TemporaryFolder folder;
    const std::vector<std::string> words{
        "datagen", "--games", "1000000", "--nodes", "50", "-o", folder.path().string()};
    Process first = begin_ratatosk(words);
    while (!std::filesystem::exists(folder / "selfplay-0001.rsp"))
        std::this_thread::sleep_for(milliseconds(10));
    check_refused(run_ratatosk(words), 3, "in use by process " + std::to_string(first.id()));
}
