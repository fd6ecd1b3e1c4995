// M.23 to M.32 of the list of what GUIs expect: one answer to each go, and what may be said
// meanwhile, on the real process.
#include "tests/support/uci_engine.hpp"

#include "engine/base/rng.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <thread>

using namespace rata;
using namespace rata::test;

namespace {

constexpr std::string_view kGoMateInOne = "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
constexpr std::string_view kMated = "position fen R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1";
constexpr std::string_view kStalemate = "position fen 8/8/8/8/8/4k3/4p3/4K3 w - - 0 1";
constexpr std::string_view kOneMove = "position fen k7/8/8/8/8/1r6/8/K7 w - - 0 1";
constexpr std::string_view kBareKings = "position fen 8/8/4k3/8/8/4K3/8/8 w - - 0 1";
constexpr std::string_view kMiddleGame =
    "position fen r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B3/PP2BPPP/R2Q1RK1 w - - 0 12";

const std::vector<std::string_view> kPositions{"position startpos", kMiddleGame, kGoMateInOne,
                                               kOneMove, kBareKings};

constexpr milliseconds kWhile{250};

milliseconds time_of(const std::function<void()>& work) {
    const Stopwatch watch;
    work();
    return watch.elapsed_ms();
}

} // namespace

TEST_CASE("M.23 one best move for each go, however it ends", "[app][uci]") {
    UciEngine engine;
    Rng rng(23);
    constexpr int kRounds = 60;
    for (int i = 0; i < kRounds; ++i) {
        INFO("round " << i);
        const auto stops = static_cast<int>(rng.below(3));
        // Around the time that the search takes, so that stop and end race with each other.
        engine.send("go nodes " + std::to_string(100 + rng.below(3000)));
        std::this_thread::sleep_for(std::chrono::microseconds(rng.below(3000)));
        for (int k = 0; k < stops; ++k) engine.send("stop");
        engine.expect("bestmove");
        CHECK(count_of(engine.sync(), "bestmove") == 0);
    }
    engine.send({"go infinite", "stop", "stop"});
    engine.expect("bestmove");
    CHECK(count_of(engine.sync(), "bestmove") == 0);
    engine.send({"go infinite", "quit"});
    engine.expect("bestmove");
    CHECK(engine.expect_end() == ExitStatus{});
    CHECK(engine.listen(kPatience).empty());
}

TEST_CASE("M.24 stop while idle means nothing", "[app][uci]") {
    UciEngine engine;
    engine.send("go nodes 5000");
    const auto usual = engine.expect_all("bestmove");
    engine.send({"ucinewgame", "stop", "stop"});
    CHECK(engine.sync().empty());
    const auto after = engine.search("go nodes 5000");
    CHECK(field(last_of(after, "info depth"), "nodes") ==
          field(last_of(usual, "info depth"), "nodes"));
    CHECK(after.back() == usual.back());
}

TEST_CASE("M.25 an infinite search waits for stop", "[app][uci][slow]") {
    for (const char* threads : {"1", "2"}) {
        UciEngine engine;
        engine.set_option("Threads", threads);
        for (const std::string_view position : kPositions) {
            INFO(position);
            engine.send(position);
            engine.send("go infinite");
            CHECK(count_of(engine.listen(kWhile), "bestmove") == 0);
            engine.send("stop");
            CHECK(move_of(engine.expect("bestmove")) != "(none)");
        }
    }
}

TEST_CASE("M.26 isready is answered during a search, which goes on", "[app][uci][slow]") {
    for (const char* threads : {"1", "4"}) {
        UciEngine engine;
        engine.set_option("Threads", threads);
        engine.send(kMiddleGame);
        engine.send("go infinite");
        CHECK(is_ever_within(milliseconds(50), [&engine] {
            return time_of([&engine] { CHECK(count_of(engine.sync(), "bestmove") == 0); });
        }));
        CHECK(count_of(engine.listen(milliseconds(1500)), "info depth") > 0);
        engine.send("stop");
        engine.expect("bestmove");
    }
}

TEST_CASE("M.27 options set during a search block nothing", "[app][uci]") {
    UciEngine engine;
    engine.send(kMiddleGame);
    for (const char* option : {"setoption name MultiPV value 3", "setoption name Hash value 256",
                               "setoption name Threads value 4", "setoption name Clear Hash",
                               "setoption name Hash value 16"}) {
        INFO(option);
        CHECK(is_ever_within(milliseconds(200), [&engine, option] {
            engine.send("go infinite");
            engine.expect("info depth "); // of which depth: not all are said
            return time_of([&engine, option] {
                engine.send(option);
                CHECK(count_of(engine.sync(), "bestmove") == 0);
                engine.send("stop");
                engine.expect("bestmove");
            });
        }));
    }
    // By now all of them are in use.
    const auto lines = engine.search("go depth 4");
    CHECK(count_of(lines, "info depth 4") >= 3);
    CHECK(is_ever_within(milliseconds(1000), [] {
        UciEngine hasty;
        hasty.send({"go infinite", "setoption name Hash value 512"});
        return time_of([&hasty] {
            hasty.send("quit");
            CHECK(hasty.expect_end() == ExitStatus{});
        });
    }));
}

TEST_CASE("M.28 commands during a search do what the document says", "[app][uci]") {
    UciEngine engine;
    engine.send("go infinite");
    // A position is for the next search.
    CHECK(count_of(engine.say("position startpos moves e2e4"), "bestmove") == 0);
    CHECK(engine.fen().starts_with("rnbqkbnr/pppppppp/8/8/4P3/"));
    CHECK(count_of(engine.listen(kWhile), "bestmove") == 0);
    // A go ends the one before it, whose answer comes first.
    engine.send("go infinite");
    const std::string white = move_of(engine.expect("bestmove"));
    CHECK((white[1] == '1' || white[1] == '2'));
    CHECK(count_of(engine.listen(kWhile), "bestmove") == 0);
    // So does a new game.
    engine.send("ucinewgame");
    const std::string black = move_of(engine.expect("bestmove"));
    CHECK((black[1] == '7' || black[1] == '8'));
    CHECK(engine.sync().empty());

    Rng rng(28);
    const std::vector<std::string> commands{"go nodes 2000",
                                            "go infinite",
                                            "go movetime 5",
                                            "go ponder wtime 100 btime 100",
                                            "ponderhit",
                                            "stop",
                                            "ucinewgame",
                                            "isready",
                                            "position startpos moves e2e4",
                                            std::string(kMated),
                                            std::string(kMiddleGame),
                                            "setoption name Hash value 2",
                                            "setoption name Threads value 3"};
    constexpr int kStorm = 400;
    std::size_t goes = 0;
    for (int i = 0; i < kStorm; ++i) {
        const std::string& command = commands[static_cast<std::size_t>(rng.below(commands.size()))];
        goes += command.starts_with("go") ? 1 : 0;
        engine.send(command);
    }
    engine.send({"stop", "quit"});
    CHECK(engine.expect_end() == ExitStatus{});
    CHECK(count_of(engine.listen(kPatience), "bestmove") == goes);
}

TEST_CASE("M.29 a finished game is answered at once, without a move", "[app][uci]") {
    struct Case {
        std::string_view position;
        std::string info;
    };
    UciEngine engine;
    engine.search("go depth 3"); // an old move to be confused with
    for (const Case& c :
         {Case{kMated, "info depth 0 score mate 0"}, Case{kStalemate, "info depth 0 score cp 0"}}) {
        engine.send(c.position);
        for (const char* go : {"go depth 5", "go movetime 1000", "go wtime 1000 btime 1000",
                               "go nodes 100", "go searchmoves e2e4"}) {
            INFO(go);
            const auto lines = engine.search(go);
            CHECK(count_of(lines, c.info) == 1);
            CHECK(lines.back() == "bestmove (none)");
        }
        for (const char* go : {"go infinite", "go ponder wtime 1000 btime 1000"}) {
            engine.send(go);
            CHECK(count_of(engine.listen(kWhile), "bestmove") == 0);
            engine.send("stop");
            CHECK(engine.expect("bestmove") == "bestmove (none)");
        }
    }
}

TEST_CASE("M.30 searchmoves without a legal move does not hang", "[app][uci]") {
    UciEngine engine;
    for (const char* go : {"go searchmoves depth 3", "go searchmoves e2e5 a7a6 depth 3",
                           "go depth 3 searchmoves", "go searchmoves 0000 xyz nodes 500"}) {
        INFO(go);
        CHECK(engine.best_move(go) != "(none)");
    }
    for (const char* move : {"a2a3", "g1h3"})
        CHECK(engine.best_move("go depth 4 searchmoves " + std::string(move)) == move);
}

TEST_CASE("M.31 the last info line belongs to the best move", "[app][uci]") {
    UciEngine engine;
    for (const std::string_view position : kPositions)
        for (const char* go : {"go depth 1", "go depth 6", "go nodes 1", "go nodes 3000",
                               "go movetime 30", "go wtime 300 btime 300", "go mate 1 depth 4"}) {
            INFO(position << ", " << go);
            engine.send(position);
            const auto lines = engine.search(go);
            REQUIRE(lines.size() >= 2);
            const std::string& last = lines[lines.size() - 2];
            CHECK(last.starts_with("info depth "));
            for (const char* name : {"depth", "score", "time", "nodes", "pv"})
                CHECK(!field(last, name).empty());
            REQUIRE(!pv_of(last).empty());
            CHECK(pv_of(last).front() == move_of(lines.back()));
        }
}

TEST_CASE("M.32 a search to a depth ends, mate or not", "[app][uci]") {
    UciEngine engine;
    for (const std::string_view position : {kGoMateInOne, kOneMove, kBareKings}) {
        INFO(position);
        engine.send(position);
        CHECK(engine.best_move("go depth 30") != "(none)");
    }
    engine.send(kGoMateInOne);
    const auto lines = engine.search("go depth 12");
    CHECK(field(last_of(lines, "info depth"), "mate") == "1");
    CHECK(move_of(lines.back()) == "a1a8");
}
