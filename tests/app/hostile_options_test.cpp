// Options that ask for what cannot be had: too much memory, pipes and devices in place of files.
#include "engine/base/file.hpp"
#include "tests/support/program_run.hpp"
#include "tests/support/sanitizer.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/uci_engine.hpp"

#include <catch2/catch.hpp>

#include <sys/stat.h>

using namespace rata;
using namespace rata::test;

namespace {

/// More than the address space of a process.
constexpr const char* kTooMuch = "33554432";

std::string pipe_in(const TemporaryFolder& folder) {
    const auto path = folder / "pipe";
    REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
    return path.string();
}

} // namespace

TEST_CASE("the first Hash cannot be had, and the engine has a table all the same", "[app][uci]") {
    const bool is_option = GENERATE(true, false);
    UciEngine engine({.arguments = is_option ? std::vector<std::string>{}
                                             : std::vector<std::string>{"option.Hash=" +
                                                                        std::string(kTooMuch)}});
    if (is_option) engine.set_option("Hash", kTooMuch);
    const auto said = engine.sync();
    REQUIRE(said.size() == 1);
    CHECK(said.front().starts_with("info string Hash: cannot allocate"));
    CHECK(said.front().ends_with("; using 16 MiB"));
    CHECK(field(last_of(engine.search("go nodes 100000"), "info depth"), "hashfull") != "0");
}

TEST_CASE("commands say that a Hash cannot be had", "[app]") {
    const std::string hash = "option.Hash=" + std::string(kTooMuch);
    const ProgramRun search = run_ratatosk({"search", "startpos", "--depth", "2", hash});
    CHECK(search.errors.find("Hash: cannot allocate") != std::string::npos);
    CHECK(search.errors.find("; using 16 MiB") != std::string::npos);
    const ProgramRun match =
        run_ratatosk({"match", "-engine", "proto=builtin", "name=a", hash, "-engine",
                      "proto=builtin", "name=b", "-each", "nodes=50", "-maxmoves", "2"});
    CHECK(match.errors.find("Hash: cannot allocate") != std::string::npos);
}

TEST_CASE("pipes and devices in place of files never hang the engine", "[app][uci]") {
    const TemporaryFolder folder;
    const std::string pipe = pipe_in(folder);
    UciEngine engine;
    engine.set_option("OwnBook", "true");
    engine.set_option("Tree Log File", pipe);
    engine.sync();
    for (const std::string& path : {pipe, std::string("/dev/zero"), folder.path().string()}) {
        for (const char* option :
             {"EvalFile", "Book File", "Endgame Table Path", "SyzygyPath", "Debug Log File"}) {
            INFO(option << " " << path);
            if (path == "/dev/zero" && std::string_view(option) == "Debug Log File") continue;
            engine.set_option(option, path);
            CHECK(count_of(engine.sync(), "info string ") == 1);
        }
        CHECK(engine.best_move("go depth 2") != "(none)");
    }
}

TEST_CASE("a huge file is no net, and is refused by its head", "[app][uci]") {
    const TemporaryFolder folder;
    const auto path = folder / "huge.rnet";
    REQUIRE(write_file(path, "no net"));
    std::filesystem::resize_file(path, std::uintmax_t{1} << 38U); // no disk is needed for it
    UciEngine engine;
    engine.set_option("EvalFile", path.string());
    const auto said = engine.sync();
    REQUIRE(said.size() == 1);
    CHECK(said.front().find("this is no net of ours") != std::string::npos);
}

TEST_CASE("memory that runs out is an info string", "[app][uci]") {
    // The shadow memory of a sanitizer takes terabytes of address space: no limit can be set.
    if (kIsSanitized) {
        SUCCEED("cannot be tried in this build");
        return;
    }
    // 256 threads have histories of more than a gigabyte.
    UciEngine engine({.shell_line = "ulimit -v 600000; exec \"$RATATOSK\""});
    engine.send({"bench 1 256 1 current", "wait"});
    CHECK(count_of(engine.sync(), "info string bench: out of memory") == 1);
    engine.set_option("Threads", "256");
    CHECK(count_of(engine.sync(), "info string Threads: there is no memory for 256") == 1);
    CHECK(engine.best_move("go depth 4") != "(none)");
}
