// M.39 to M.47 of the list of what GUIs expect: pondering and the clock, on the real process.
#include "engine/base/file.hpp"
#include "engine/notation/coordinate.hpp"
#include "tests/app/support/clocked_game.hpp"
#include "tests/app/support/processor_time.hpp"
#include "tests/support/temporary_folder.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <thread>

using namespace rata;
using namespace rata::test;

namespace {

constexpr std::string_view kOpenGame =
    "position fen r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B3/PP2BPPP/R2Q1RK1 w - - 0 12";
constexpr milliseconds kAWhile{200};

/// From the line to the best move.
milliseconds time_of_search(UciEngine& engine, std::string_view line) {
    const Stopwatch watch;
    const std::string move = engine.best_move(line);
    const milliseconds time = watch.elapsed_ms();
    CHECK(move != "(none)");
    return time;
}

} // namespace

TEST_CASE("M.39 pondering does not answer before it is told", "[app][uci]") {
    for (const std::string_view position :
         {kOpenGame, std::string_view("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"),
          std::string_view("position fen k7/8/8/8/8/1r6/8/K7 w - - 0 1"),
          std::string_view("position fen 8/8/4k3/8/8/4K3/8/8 w - - 0 1")}) {
        INFO(position);
        UciEngine engine;
        engine.send(position);
        engine.send("go ponder wtime 100 btime 100");
        CHECK(count_of(engine.listen(kAWhile), "bestmove") == 0);
        engine.send("ponderhit");
        CHECK(move_of(engine.expect("bestmove")) != "(none)");
    }
}

TEST_CASE("M.39 pondering rests when there is nothing left to search", "[app][uci][slow]") {
    for (const std::string_view position :
         {std::string_view("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"),
          std::string_view("position fen 8/8/4k3/8/8/4K3/8/8 w - - 0 1")}) {
        INFO(position);
        UciEngine engine;
        engine.send(position);
        engine.send("go ponder wtime 1000 btime 1000");
        CHECK(comes_to_rest(engine));
        CHECK(count_of(engine.sync(), "bestmove") == 0);
    }
}

TEST_CASE("M.40 the clock of a ponder search starts at the hit", "[app][uci]") {
    UciEngine engine;
    engine.send(kOpenGame);
    // A time that is spent before the hit does not count.
    const Stopwatch watch;
    engine.send("go ponder movetime 300");
    std::this_thread::sleep_for(milliseconds(400));
    engine.send("ponderhit");
    engine.expect("bestmove");
    CHECK(watch.elapsed_ms() >= milliseconds(650));
    // By the clock, enough may have been thought by then.
    CHECK(is_ever_within(milliseconds(100), [&engine] {
        engine.send("go ponder wtime 1000 btime 1000");
        std::this_thread::sleep_for(milliseconds(300));
        return time_of_search(engine, "ponderhit");
    }));
}

TEST_CASE("M.41 a ponder search that is stopped leaves nothing behind", "[app][uci]") {
    UciEngine engine;
    for (int i = 0; i < 10; ++i) {
        engine.send({"position startpos moves e2e4 e7e5", "go ponder wtime 1000 btime 1000"});
        std::this_thread::sleep_for(milliseconds(5));
        engine.send({"stop", "position startpos moves e2e4", "go depth 4"});
        const std::string pondered = move_of(engine.expect("bestmove"));
        const std::string searched = move_of(engine.expect("bestmove"));
        CHECK((pondered[1] < '5'));
        CHECK((searched[1] > '6'));
        CHECK(engine.sync().empty());
    }
}

TEST_CASE("M.42 ponderhit without pondering means nothing", "[app][uci]") {
    UciEngine engine;
    CHECK(engine.say("ponderhit").empty());
    engine.send("go infinite");
    engine.send("ponderhit");
    CHECK(count_of(engine.listen(kAWhile), "bestmove") == 0);
    engine.send("stop");
    engine.expect("bestmove");
}

TEST_CASE("M.43 the ponder move can be played", "[app][uci]") {
    UciEngine engine;
    for (const char* game : {"position startpos", "position startpos moves e2e4",
                             "position startpos moves f2f3 e7e5"}) {
        engine.send(game);
        const auto answer = words_of(engine.search("go depth 6").back());
        REQUIRE(answer.size() == 4);
        const std::string moves =
            std::string(game).find("moves") == std::string::npos ? " moves" : "";
        CHECK(engine.say(std::string(game) + moves + ' ' + answer[1] + ' ' + answer[3]).empty());
    }
    for (const char* over : {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "8/8/8/8/8/5k2/8/4rK2 w - - 0 1",
                             "8/8/4k3/8/8/8/6q1/7K w - - 0 1"}) {
        INFO(over);
        engine.send("position fen " + std::string(over));
        CHECK(engine.search("go depth 4").back().find("ponder") == std::string::npos);
    }
}

TEST_CASE("M.44 the engine never ponders unasked", "[app][uci]") {
    UciEngine engine;
    engine.set_option("Ponder", "true");
    engine.search("go wtime 1000 btime 1000");
    CHECK(engine.listen(kAWhile).empty());
    CHECK(comes_to_rest(engine));
}

TEST_CASE("the log of a game ends with its ponder hits and misses", "[app][uci]") {
    const TemporaryFolder folder;
    const std::string path = (folder / "game.log").string();
    const auto last_count = [&path] {
        const std::string log = read_file(path).value();
        const std::size_t found = log.rfind("# pondering: ");
        return found == std::string::npos ? log : log.substr(found);
    };
    UciEngine engine;
    engine.set_option("Debug Log File", path);
    const auto ponder = [&engine](const char* end) {
        engine.send({"position startpos moves e2e4 e7e5 g1f3 b8c6", "go ponder movetime 10", end});
        engine.expect("bestmove");
    };
    ponder("ponderhit");
    ponder("stop");
    engine.send("position startpos moves e2e4 e7e5 g1f3 g8f6");
    engine.search("go depth 1"); // another move than expected
    ponder("stop");
    engine.send("position startpos moves e2e4 e7e5 g1f3 b8c6");
    engine.search("go depth 1"); // the expected one, by a GUI that begins anew
    ponder("stop");              // the game ends
    engine.say("ucinewgame");
    CHECK(last_count().starts_with("# pondering: 2 hits, 1 misses\n"));
    engine.search("go depth 1"); // the next game is counted anew
    engine.send("quit");
    CHECK(engine.expect_end().success());
    CHECK(last_count().starts_with("# pondering: 0 hits, 0 misses\n"));
}

TEST_CASE("M.45 no time is still a move", "[app][uci]") {
    UciEngine engine;
    engine.send(kOpenGame);
    for (const char* go :
         {"go wtime 0 btime 1000", "go wtime -100 btime 1000", "go wtime 1 btime 1",
          "go btime 1000", "go btime 1000 binc 1000", "go movestogo 1", "go winc 0 binc 0",
          "go wtime 0 btime 0 winc 0 binc 0 movestogo 0", "go wtime 10 movestogo 1",
          "go movetime 0", "go movetime 1", "go movetime -5", "go wtime x btime y"}) {
        INFO(go);
        CHECK(
            is_ever_within(milliseconds(50), [&engine, go] { return time_of_search(engine, go); }));
    }
    for (const char* go : {"go winc 200 binc 200", "go wtime 0 winc 200",
                           "go wtime 200 movestogo 1", "go movetime 200"}) {
        INFO(go);
        CHECK(is_ever_within(milliseconds(200),
                             [&engine, go] { return time_of_search(engine, go); }));
    }
}

TEST_CASE("M.46 many moves in little time are made in time", "[app][uci][slow]") {
    // The full statement, 1,000 games at 40 moves in 10 s, is for the match runner; this is a
    // sample at a tenth of that time and of the overhead.
    UciEngine white;
    UciEngine black;
    for (UciEngine* engine : {&white, &black}) engine->set_option("Hash", "1");
    constexpr int kGames = 6;
    for (int i = 0; i < kGames; ++i) {
        const ClockedGame game{
            .control = {.base = milliseconds(1000) * std::min(time_factor(), 3), .moves = 40},
            .longest = 170,
            .opening = {i % 2 == 0 ? "e2e4" : "d2d4"}};
        const ClockedResult result = play_game(game, white, black);
        INFO("game " << i << ", shortest clock " << result.shortest_clock.count() << " ms");
        CHECK(result.problem.empty());
        if (!result.problem.empty()) WARN(result.problem);
    }
}

TEST_CASE("M.47 a slow way to the GUI costs no game", "[app][uci][slow]") {
    UciEngine white;
    UciEngine black;
    for (UciEngine* engine : {&white, &black}) engine->set_option("Move Overhead", "200");
    const ClockedGame game{
        .control = {.base = milliseconds(10'000), .increment = milliseconds(100)},
        .longest = 120,
        .way = milliseconds(50),
        .opening = {"c2c4"}};
    const ClockedResult result = play_game(game, white, black);
    INFO("shortest clock " << result.shortest_clock.count() << " ms");
    CHECK(result.problem.empty());
    if (!result.problem.empty()) WARN(result.problem);
}
