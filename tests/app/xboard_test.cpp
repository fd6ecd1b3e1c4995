// The engine at an XBoard table: each case is a line of what GUIs and match runners do to an engine
// (numbers M.10 and M.50 to M.65), spoken to the real process.
#include "tests/support/xboard_engine.hpp"

#include "engine/notation/coordinate.hpp"
#include "engine/notation/fen.hpp"
#include "engine/rules/movegen.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <csignal>
#include <set>

using namespace rata;
using namespace rata::test;
using namespace std::chrono_literals;

namespace {

bool is_legal_after(std::initializer_list<std::string_view> moves, const std::string& move) {
    Position position = Position::start();
    for (const std::string_view text : moves)
        position.make(parse_coordinate(text, position).value());
    return static_cast<bool>(parse_coordinate(move, position));
}

/// Whether anything is said that a GUI would take for a move or a result.
bool says_move(const std::vector<std::string>& lines) { return count_of(lines, "move ") > 0; }

} // namespace

TEST_CASE("M.10 SIGINT does not disturb a game in XBoard", "[app][xboard]") {
    XboardEngine engine;
    CHECK(count_of(engine.greeting(), "feature ping=1") == 1);
    engine.send({"new", "st 1"});
    ::kill(static_cast<pid_t>(engine.process().id()), SIGINT);
    CHECK(is_legal_after({"e2e4"}, engine.move_after("usermove e2e4")));
    engine.send("quit");
    CHECK(engine.expect_end().code == 0);
}

TEST_CASE("M.50 castling rights of a position are read as they are given", "[app][xboard]") {
    XboardEngine engine;
    CHECK(engine
              .say({"new", "variant fischerandom", "force",
                    "setboard 4k3/8/8/8/8/8/8/1RKR4 w DB - 0 1", "usermove O-O"})
              .empty());
    CHECK(engine
              .say({"new", "force", "setboard r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
                    "usermove e1c1", "usermove O-O"})
              .empty());
}

TEST_CASE("M.51 castling in Fischer Random is O-O with the letter O", "[app][xboard]") {
    XboardEngine engine;
    engine.send({"new", "variant fischerandom", "force", "st 0.05",
                 "setboard 4k3/8/8/8/8/8/r7/5K1R w H - 0 1"});
    // Only the king can be castled out of the attack at once; whatever is played, it is written so.
    const std::string move = engine.move_after("go");
    CHECK((move == "O-O" || move.size() == 4));
    CHECK(engine
              .say({"new", "variant fischerandom", "force",
                    "setboard 4k3/8/8/8/8/8/8/5K1R w H - 0 1", "usermove O-O"})
              .empty());
    CHECK(engine.say({"setboard 4k3/8/8/8/8/8/8/R4K2 w A - 0 1", "usermove O-O-O"}).empty());
}

TEST_CASE("M.52 every version from 2 on gets the features, done within two seconds",
          "[app][xboard]") {
    Conversation engine;
    engine.send({"xboard", "protover 7"});
    const auto said = engine.expect_all("feature done=1", 2000ms * time_factor());
    CHECK(last_of(said, "feature variants=").find("fischerandom") != std::string::npos);
    CHECK(count_of(said, "feature option=\"MultiPV -spin 1 1 256\"") == 1);
    CHECK(std::all_of(said.begin(), said.end(),
                      [](const std::string& line) { return line.starts_with("feature "); }));
    engine.send({"new", "st 0.05", "usermove e2e4"}); // nothing was accepted: no matter
    engine.expect("move ");
}

TEST_CASE("M.53 without features, and with all of them rejected, it plays", "[app][xboard]") {
    SECTION("version 1") {
        Conversation engine;
        engine.send({"xboard", "new", "st 0.05", "e2e4"});
        CHECK(is_legal_after({"e2e4"}, words_of(engine.expect("move ")).at(1)));
    }
    SECTION("rejected") {
        XboardEngine engine;
        engine.send({"rejected usermove", "rejected san", "rejected ping", "rejected done"});
        engine.send({"new", "st 0.05"});
        CHECK(is_legal_after({"e2e4"}, engine.move_after("e2e4")));
    }
}

TEST_CASE("M.54 pong comes after the move, but at once while pondering", "[app][xboard]") {
    XboardEngine engine;
    engine.send({"new", "hard", "st 0.3"});
    const auto said = engine.say({"usermove e2e4"});
    CHECK(count_of(said, "move ") == 1);
    // Now it ponders, if it expects anything; the answer does not wait for the opponent.
    CHECK(is_ever_within(200ms, [&] {
        const TimePoint begun = Clock::now();
        static_cast<void>(engine.say({}));
        return std::chrono::duration_cast<milliseconds>(Clock::now() - begun);
    }));
}

TEST_CASE("M.55 no input is echoed, and nothing but its own moves is called a move",
          "[app][xboard]") {
    XboardEngine engine;
    CHECK(engine
              .say({"new", "force", "usermove e2e4", "usermove e7e5", "level 0 1 0", "easy",
                    "nopost", "computer", "name Somebody", "rating 2000 2100", "random",
                    "accepted ping", "ics -", "variant normal"})
              .empty());
}

TEST_CASE("M.56 a new game begins with Black, without depth limit, and idle", "[app][xboard]") {
    XboardEngine engine;
    engine.send({"new", "sd 1", "post", "st 0.2", "usermove e2e4"});
    engine.expect("move ");
    engine.send({"force", "new", "st 0.2"});
    const auto said = engine.say({"usermove d2d4"}); // it leaves force mode, and plays Black
    CHECK(says_move(said));
    CHECK(std::any_of(said.begin(), said.end(),
                      [](const std::string& line) { return line.starts_with("2 "); }));
    engine.send({"hard", "new"});
    CHECK(engine.listen(100ms).empty());
    engine.send({"analyze", "new"});
    static_cast<void>(engine.say({}));
    engine.send(".");
    engine.expect("stat01: "); // the analysis goes on with the new game
}

TEST_CASE("M.57 clocks are in centiseconds, and levels of all shapes are read", "[app][xboard]") {
    XboardEngine engine;
    const auto played_within = [&](milliseconds limit,
                                   std::initializer_list<std::string_view> setup) {
        return is_ever_within(limit, [&] {
            engine.send("new");
            engine.send(setup);
            const TimePoint begun = Clock::now();
            static_cast<void>(engine.move_after("usermove e2e4"));
            return std::chrono::duration_cast<milliseconds>(Clock::now() - begun);
        });
    };
    CHECK(played_within(500ms, {"level 40 0:30 0", "time 100", "otim 100"}));
    CHECK(played_within(500ms, {"level 0 2 12", "time 20", "otim 20", "level 0 0:01 0"}));
    CHECK(played_within(500ms, {"st 100", "sd 2"}));
    // What was told is the engine's clock, also if it then gets the other side.
    CHECK(is_ever_within(500ms, [&] {
        engine.send({"new", "level 0 20 0", "time 100", "otim 120000"});
        const TimePoint begun = Clock::now();
        static_cast<void>(engine.move_after("go"));
        return std::chrono::duration_cast<milliseconds>(Clock::now() - begun);
    }));
    CHECK(played_within(500ms, {"st 0.1", "sd 60"}));
    CHECK(count_of(engine.say({"level 40", "level a b c", "st soon", "time"}), "Error (") == 4);
}

TEST_CASE("M.58 what cannot be obeyed is said as the protocol has it", "[app][xboard]") {
    XboardEngine engine;
    CHECK(engine.say({"new", "force", "usermove e2e5"}).at(0).starts_with("Illegal move: e2e5"));
    CHECK(engine.say({"e2e5"}).at(0).starts_with("Illegal move: e2e5"));
    CHECK(engine.say({"fly me to the moon"}).at(0) ==
          "Error (unknown command): fly me to the moon");
    CHECK(engine.say({"setboard 8/8/8/8/8/8/8/8 w - - 0 1"})
              .at(0)
              .starts_with("tellusererror Illegal position"));
    CHECK(engine.say({"usermove e2e4"}).at(0).starts_with("Illegal move"));
    CHECK(engine.say({"new", "force", "usermove e2e4"}).empty());
    CHECK(engine.say({"variant atomic"}).at(0) == "Error (unsupported variant): variant atomic");
}

TEST_CASE("M.59 everything works inside of analysis, and no move is sent", "[app][xboard]") {
    XboardEngine engine;
    engine.send({"new", "post", "analyze"});
    engine.expect("3 ");
    const auto said =
        engine.say({"usermove e2e4", "usermove e7e5", "undo", "undo", "bk", "hint",
                    "setboard 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "exclude a1a8", "."});
    CHECK_FALSE(says_move(said));
    CHECK(count_of(said, "stat01: ") == 1);
    CHECK(count_of(said, "Error") == 0);
    // Without the mate in one it finds something else; with it again, the mate.
    // (So long that there is room for the first of the next lines, too.)
    CHECK(count_of(engine.listen(400ms), "1 100001 ") == 0);
    engine.send("include all");
    const std::string mate = engine.expect("1 100001 ");
    CHECK(mate.ends_with("\tRa8#"));
    static_cast<void>(engine.say({"exclude all"}));
    CHECK(engine.listen(50ms).empty()); // nothing is left to be analysed
    engine.send("exit");
    CHECK_FALSE(says_move(engine.say({"usermove a1a8"})));
    engine.send(".");
    CHECK(engine.listen(50ms).empty());
}

TEST_CASE("M.60 a question mark makes it move, and otherwise says nothing", "[app][xboard]") {
    XboardEngine engine;
    engine.send({"new", "?"});
    CHECK(engine.listen(50ms).empty());
    engine.send({"st 1000", "usermove e2e4", "?"});
    CHECK(is_legal_after({"e2e4"}, words_of(engine.expect("move ")).at(1)));
}

TEST_CASE("M.61 mates count from a hundred thousand", "[app][xboard]") {
    XboardEngine engine;
    engine.send({"new", "force", "post", "setboard 7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", "sd 6"});
    const auto said = engine.say({"go"});
    CHECK(std::any_of(said.begin(), said.end(), [](const std::string& line) {
        const auto words = words_of(line);
        return words.size() > 1 && words[1] == "100002";
    }));
    // Columns before the tab: depth, score, time, nodes, seldepth, nps, table hits.
    for (const std::string& line : said) {
        const std::size_t tab = line.find('\t');
        if (tab == std::string::npos) continue;
        CHECK(words_of(line.substr(0, tab)).size() == 7);
    }
}

TEST_CASE("M.62 results are claimed for games that are over", "[app][xboard]") {
    XboardEngine engine;
    engine.send({"new", "force", "st 0.1", "setboard 7k/8/6K1/8/8/8/8/R7 w - - 0 1"});
    const auto said = engine.say({"go"});
    REQUIRE(says_move(said));
    CHECK(said.back() == "1-0 {White mates}");
    CHECK(count_of(said, "offer draw") == 0);
    // The opponent stalemates us.
    CHECK(engine
              .say({"new", "force", "setboard 7k/8/8/5KQ1/8/8/8/8 w - - 0 1", "playother",
                    "usermove g5g6"})
              .at(0) == "1/2-1/2 {Stalemate}");
}

TEST_CASE("M.62 draws that need a claim are claimed", "[app][xboard]") {
    XboardEngine engine;
    // Any move completes the fifty: the offer goes before it.
    auto said =
        engine.say({"new", "force", "st 0.02", "setboard 4k3/r7/8/8/8/8/7R/4K3 w - - 99 90", "go"});
    REQUIRE(said.size() == 3);
    CHECK(said[0] == "offer draw");
    CHECK(said[1].starts_with("move "));
    CHECK(said[2] == "1/2-1/2 {Draw by fifty-move rule}");
    // The opponent repeats the position.
    said = engine.say({"new", "force", "usermove g1f3", "usermove g8f6", "usermove f3g1",
                       "usermove f6g8", "usermove g1f3", "usermove g8f6", "usermove f3g1",
                       "playother", "usermove f6g8"});
    REQUIRE(said.size() == 1);
    CHECK(said[0] == "1/2-1/2 {Draw by repetition}");
}

TEST_CASE("M.63 book and hint are answered in their shapes", "[app][xboard]") {
    XboardEngine engine;
    const auto book = engine.say({"new", "bk"});
    REQUIRE(book.size() >= 2);
    CHECK(book.front().starts_with(" "));
    CHECK(book.back().empty());
    // To a depth: by time, the search may end with a line of one move, and there is nothing to
    // hint.
    engine.send({"new", "easy", "sd 6", "usermove e2e4"});
    engine.expect("move ");
    CHECK(last_of(engine.say({"hint"}), "Hint: ").size() >= 10);
}

TEST_CASE("M.64 a result stops everything", "[app][xboard]") {
    XboardEngine engine;
    engine.send({"new", "hard", "st 1000", "usermove e2e4", "result 1-0 {Black resigns}"});
    CHECK_FALSE(says_move(engine.say({})));
    engine.send("force");
    CHECK(engine.listen(100ms).empty());
}

TEST_CASE("M.65 nothing is acknowledged that needs no answer", "[app][xboard]") {
    XboardEngine engine;
    CHECK(engine
              .say({"new", "post", "nopost", "hard", "easy", "force", "playother", "force",
                    "level 40 5 0", "st 5", "sd 5", "nps 0", "memory 8", "cores 1",
                    "option MultiPV=2", "option Clear Hash", "result *"})
              .empty());
}

TEST_CASE("moves are taken back", "[app][xboard]") {
    XboardEngine engine;
    CHECK(engine
              .say({"new", "force", "usermove e2e4", "usermove e7e5", "undo", "usermove c7c5",
                    "remove", "usermove d2d4"})
              .empty());
    CHECK(engine.say({"remove"}).at(0) == "Error (nothing to take back): remove");
}

TEST_CASE("a position is edited as in the first version of the protocol", "[app][xboard]") {
    XboardEngine engine;
    engine.send(
        {"new", "force", "edit", "#", "Ke1", "Rh1", "Pa2", "c", "Ke8", "Pa7", "Pb7", "xb7", "."});
    CHECK(engine.say({"usermove O-O", "usermove a7a5"}).empty());
    CHECK(engine.say({"edit", "what", "."}).at(0).starts_with("Error (expected a piece"));
}

TEST_CASE("an option that changes in analysis is seen at once", "[app][xboard]") {
    XboardEngine engine;
    engine.send({"new", "post", "analyze"});
    static_cast<void>(engine.expect("3 "));
    engine.send("option MultiPV=3");
    std::set<std::string> best; // the first moves of depth 2
    while (best.size() < 3) {
        const std::string line = engine.expect("2 ");
        best.insert(words_of(line.substr(line.find('\t'))).at(0));
    }
    CHECK(engine.say({"exit"}).size() < 100);
}

TEST_CASE("a pause stops the thinking, and it goes on afterwards", "[app][xboard]") {
    XboardEngine engine;
    engine.send({"new", "st 0.2", "usermove e2e4", "pause"});
    CHECK_FALSE(says_move(engine.listen(400ms)));
    engine.send("resume");
    engine.expect("move ");
}

TEST_CASE("nodes can be the clock", "[app][xboard]") {
    XboardEngine engine;
    engine.send("level 0 0:10 0");
    const auto time_of_move = [&engine](std::initializer_list<std::string_view> setup) {
        engine.send("new");
        engine.say(setup);
        const TimePoint begun = Clock::now();
        static_cast<void>(engine.move_after("usermove e2e4"));
        return std::chrono::duration_cast<milliseconds>(Clock::now() - begun);
    };
    // Ten thousand nodes for the whole game: some hundreds for a move, whatever time they take.
    CHECK(is_ever_within(300ms, [&] { return time_of_move({"nps 1000"}); }));
    // But in one game only: so many nodes would take more than a minute.
    CHECK(is_ever_within(2s, [&] { return time_of_move({"nps 4000000000", "st 0.1", "new"}); }));
}

TEST_CASE("it resigns and draws only where an option allows it", "[app][xboard]") {
    XboardEngine engine;
    engine.send({"new", "force", "st 0.02", "setboard 7k/8/8/8/8/8/QQ6/K7 b - - 0 1"});
    CHECK(says_move(engine.say({"go"})));
    CHECK(engine.say({"force", "draw"}).empty());
    engine.send({"option Resign Score=500", "option Draw Offers=1", "new", "force",
                 "setboard 7k/7p/8/8/8/Q7/Q7/K7 b - - 0 1"});
    std::vector<std::string> said = engine.say({"go"});
    for (int i = 0; i < 3 && count_of(said, "resign") == 0; ++i)
        said = engine.say({i % 2 == 0 ? "usermove a1b1" : "usermove b1a1"});
    CHECK(count_of(said, "resign") == 1);
    CHECK(engine.say({"draw"}).at(0) == "offer draw"); // gladly
}

TEST_CASE("the expected move is pondered on, and the search carries on", "[app][xboard][slow]") {
    XboardEngine engine;
    engine.send({"post", "hard"});
    std::string hint;
    for (const char* first : {"e2e4", "d2d4", "c2c4", "g1f3"}) {
        engine.send({"new", "level 0 0:30 0"});
        static_cast<void>(engine.move_after(std::string("usermove ") + first));
        hint = last_of(engine.say({"hint"}), "Hint: ");
        if (!hint.empty()) break; // else the search had ended with a line of one move
    }
    REQUIRE(!hint.empty());
    const std::string expected = words_of(hint).at(1);
    static_cast<void>(engine.listen(1500ms));
    // Much has been thought by now: the answer comes sooner than it would have.
    const auto said = engine.say({"usermove " + expected});
    CHECK(says_move(said));
    CHECK(count_of(said, "1 ") == 0); // no new search began
}
