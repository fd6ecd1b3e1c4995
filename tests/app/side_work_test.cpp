// perft and bench at the console: everything that ends a search ends them too. And what of a line
// takes time grows with its length, not with the square of it.
#include "tests/support/uci_engine.hpp"

#include <catch2/catch.hpp>

#include <csignal>
#include <functional>

using namespace rata;
using namespace rata::test;

namespace {

std::string shuffling(std::size_t plies) {
    constexpr std::string_view kCycle[] = {" g1f3", " g8f6", " f3g1", " f6g8"};
    std::string line = "position startpos moves";
    for (std::size_t i = 0; i < plies; ++i) line += kCycle[i % 4];
    return line;
}

/// From the position to the best move, the shortest of a few times.
Clock::duration time_of_game(UciEngine& engine, std::size_t plies) {
    Clock::duration least = Clock::duration::max();
    for (int attempt = 0; attempt < 3; ++attempt) {
        const Stopwatch watch;
        CHECK(engine.say(shuffling(plies)).empty());
        CHECK(engine.best_move("go nodes 2000") != "(none)");
        least = std::min(least, watch.elapsed());
    }
    return least;
}

} // namespace

TEST_CASE("perft and bench end by everything that ends a search", "[app][uci]") {
    const std::vector<std::function<void(UciEngine&)>> ends{
        [](UciEngine& engine) { engine.send("quit"); },
        [](UciEngine& engine) { engine.close_input(); },
        [](UciEngine& engine) { ::kill(static_cast<pid_t>(engine.process().id()), SIGINT); },
        [](UciEngine& engine) { ::kill(static_cast<pid_t>(engine.process().id()), SIGTERM); },
    };
    for (const char* work : {"go perft 40", "bench 16 1 200"}) {
        INFO(work);
        for (const auto& end : ends) {
            UciEngine engine;
            engine.send(work);
            CHECK(engine.sync().empty()); // lines are read meanwhile
            end(engine);
            CHECK(engine.expect_end().success());
        }
        UciEngine engine;
        engine.send({work, "stop"});
        engine.expect(std::string_view(work).starts_with("go") ? "info string perft stopped"
                                                               : "info string bench stopped");
        CHECK(engine.best_move("go depth 2") != "(none)");
        engine.send(work);
        CHECK(engine.best_move("go depth 2") != "(none)"); // the work makes room for it
    }
}

TEST_CASE("a script that waits gets the whole count", "[app][uci]") {
    Conversation engine;
    engine.send_bytes("go perft 4\nwait\nquit\n");
    engine.close_input();
    engine.expect("Nodes searched: 197281");
    CHECK(engine.expect_end().success());
}

TEST_CASE("a line of a hundred thousand plies takes no square of its length", "[app][uci][slow]") {
    UciEngine engine;
    const auto shorter = time_of_game(engine, 10'000);
    const auto longer = time_of_game(engine, 100'000);
    const auto ratio = static_cast<double>(longer.count()) / static_cast<double>(shorter.count());
    INFO("ten times as long takes " << ratio << " times the time");
    // Ten by the rule, a hundred by the square of it. What does not grow makes it less.
    CHECK((ratio < 40 || longer < std::chrono::milliseconds(500)));
}
