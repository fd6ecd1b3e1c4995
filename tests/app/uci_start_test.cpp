// M.1 to M.10 of the list of what GUIs expect: start-up and shutdown, on the real process.
#include "tests/support/conversation.hpp"

#include <catch2/catch.hpp>

#include <csignal>
#include <thread>

using namespace rata;
using namespace rata::test;

namespace {

constexpr milliseconds kSecond{1000};

/// Starts an engine, brings it into the state, and measures how long it takes to end after the
/// push.
milliseconds time_to_end_after(const std::vector<std::string>& state,
                               const std::function<void(Conversation&)>& push) {
    Conversation engine;
    for (const std::string& line : state) engine.send(line);
    engine.sync();
    const Stopwatch watch;
    push(engine);
    const ExitStatus status = engine.expect_end();
    const milliseconds time = watch.elapsed_ms();
    CHECK(status == ExitStatus{});
    // However it was ended: one answer to each go.
    std::size_t goes = 0;
    for (const std::string& line : state) goes += line.starts_with("go") ? 1 : 0;
    CHECK(count_of(engine.listen(kPatience), "bestmove") == goes);
    return time;
}

const std::vector<std::vector<std::string>> kStates{
    {"uci"},
    {"uci", "go infinite"},
    {"uci", "go ponder wtime 1000 btime 1000"},
    {"uci", "setoption name Threads value 8", "go infinite"},
    {"uci", "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go infinite"},
};

} // namespace

TEST_CASE("M.1 silence before the first word of the GUI", "[app][uci]") {
    Conversation engine;
    CHECK(engine.listen(milliseconds(300)).empty());
    engine.send({"", "hello"});
    CHECK(engine.listen(milliseconds(100)).empty());
    engine.send("uci");
    const auto lines = engine.expect_all("uciok");
    CHECK(lines.front().starts_with("id name "));
}

TEST_CASE("M.2 uciok comes within a second of the start", "[app][uci]") {
    CHECK(is_ever_within(kSecond, [] {
        const Stopwatch watch;
        Conversation engine;
        engine.send("uci");
        engine.expect("uciok");
        return watch.elapsed_ms();
    }));
}

TEST_CASE("M.3 quit right after uciok", "[app][uci]") {
    CHECK(is_ever_within(kSecond, [] {
        Conversation engine;
        engine.send("uci");
        engine.expect("uciok");
        const Stopwatch watch;
        engine.send("quit");
        CHECK(engine.expect_end() == ExitStatus{});
        return watch.elapsed_ms();
    }));
}

TEST_CASE("M.4 the end of the input ends the process", "[app][uci]") {
    for (const auto& state : kStates) {
        INFO(state.back());
        CHECK(is_ever_within(kSecond, [&state] {
            return time_to_end_after(state, [](Conversation& engine) { engine.close_input(); });
        }));
    }
}

TEST_CASE("M.5 quit during a search ends the process", "[app][uci]") {
    for (const auto& state : kStates) {
        INFO(state.back());
        CHECK(is_ever_within(kSecond, [&state] {
            return time_to_end_after(state, [](Conversation& engine) { engine.send("quit"); });
        }));
    }
}

TEST_CASE("M.6 every line is visible at once", "[app][uci]") {
    Conversation engine;
    for (int i = 0; i < 3; ++i) { // no further input is needed to push an answer out
        engine.send("uci");
        engine.expect("uciok");
        engine.send("isready");
        engine.expect("readyok");
    }
}

TEST_CASE("M.7 input works from pipes, files and in pieces", "[app][uci]") {
    Conversation engine;
    for (const char c : std::string_view("uci\nisready\n")) {
        engine.send_bytes({&c, 1});
        std::this_thread::sleep_for(milliseconds(1));
    }
    engine.expect("uciok");
    engine.expect("readyok");

    Conversation file({.shell_line = "f=$(mktemp) && printf 'uci\\ngo depth 2\\nwait\\nquit' "
                                     ">\"$f\" && \"$RATATOSK\" <\"$f\"; "
                                     "code=$?; rm -f \"$f\"; exit $code"});
    file.expect("uciok");
    file.expect("bestmove");
    CHECK(file.expect_end() == ExitStatus{});

    Conversation nothing({.shell_line = "\"$RATATOSK\" </dev/null"});
    CHECK(nothing.expect_end() == ExitStatus{});
}

TEST_CASE("M.8 no two lines are ever glued together", "[app][uci]") {
    Conversation engine;
    engine.send({"uci", "setoption name Threads value 8", "setoption name MultiPV value 4"});
    engine.expect("uciok");
    engine.send("go infinite");
    constexpr std::size_t kFlood = 500;
    for (std::size_t i = 0; i < kFlood; ++i) engine.send("isready");
    engine.send("stop");
    const auto lines = engine.expect_all("bestmove");
    std::size_t ready = 0;
    for (const std::string& line : lines) {
        INFO(line);
        if (line == "readyok") {
            ++ready;
            continue;
        }
        const bool is_known = line.starts_with("info depth ") || line.starts_with("bestmove ");
        CHECK(is_known);
        CHECK(line.find("readyok") == std::string::npos);
        CHECK(line.find("info", 1) == std::string::npos);
        CHECK(line.find("bestmove", 1) == std::string::npos);
    }
    CHECK(ready == kFlood);
}

TEST_CASE("M.9 a reader that is gone ends the process", "[app][uci]") {
    // Our end of the input stays open: it is the failing output that must end it.
    Conversation shell(
        {.shell_line =
             R"({ "$RATATOSK"; echo "exit $?" >&2; } | head -n 1 >/dev/null; echo gone)"});
    shell.send({"uci", "uci", "go infinite"});
    const auto lines = shell.expect_all("gone");
    CHECK(count_of(lines, "exit 3") == 1); // 3: something could not be written
}

TEST_CASE("M.10 SIGINT and SIGTERM end the process cleanly", "[app][uci]") {
    for (const int signal : {SIGINT, SIGTERM})
        for (const auto& state : kStates) {
            INFO("signal " << signal << ", " << state.back());
            CHECK(is_ever_within(kSecond, [&state, signal] {
                return time_to_end_after(state, [signal](Conversation& engine) {
                    ::kill(static_cast<pid_t>(engine.process().id()), signal);
                });
            }));
        }
}
