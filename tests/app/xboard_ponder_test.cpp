// M.39 to M.44 of the list of what GUIs expect, at an XBoard table: thinking on the opponent's
// time. (M.42 is about a command that XBoard does not have; a hit is the expected move itself.)
#include "engine/base/file.hpp"
#include "tests/app/support/processor_time.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/xboard_engine.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <thread>

using namespace rata;
using namespace rata::test;
using namespace std::chrono_literals;

namespace {

/// Begins games, with what `setup` says, until the engine has moved and expects an answer: a search
/// may end with a line of one move, and then there is nothing to ponder on.
std::string begin_pondering(XboardEngine& engine, std::string_view setup) {
    for (const char* first : {"e2e4", "d2d4", "c2c4", "g1f3"}) {
        engine.send({"new", "hard", setup});
        static_cast<void>(engine.move_after(std::string("usermove ") + first));
        const std::string hint = last_of(engine.say({"hint"}), "Hint: ");
        if (!hint.empty()) return words_of(hint).at(1);
    }
    FAIL("it never expects anything");
    return {};
}

/// A move that White has after any first move of both sides, and that is not the expected one.
std::string other_move(const std::string& expected) { return expected == "a2a3" ? "h2h3" : "a2a3"; }

} // namespace

TEST_CASE("M.39 no move comes while XBoard's opponent thinks, and no work without end",
          "[app][xboard][slow]") {
    XboardEngine engine;
    const std::string expected = begin_pondering(engine, "sd 5");
    CHECK(comes_to_rest(engine)); // five plies are searched soon
    CHECK(engine.listen(50ms).empty());
    CHECK(count_of(engine.say({"usermove " + expected}), "move ") == 1);
}

TEST_CASE("M.40 the clock of a ponder search in XBoard starts at the hit", "[app][xboard][slow]") {
    XboardEngine engine;
    // A time that is spent before the hit does not count.
    const std::string expected = begin_pondering(engine, "st 0.3");
    std::this_thread::sleep_for(400ms);
    const Stopwatch watch;
    static_cast<void>(engine.move_after("usermove " + expected));
    CHECK(watch.elapsed_ms() >= 200ms);
    // By the clock, enough may have been thought by then.
    CHECK(is_ever_within(100ms, [&engine] {
        const std::string answer = begin_pondering(engine, "level 0 0:01 0");
        std::this_thread::sleep_for(300ms);
        const Stopwatch after_hit;
        static_cast<void>(engine.move_after("usermove " + answer));
        return after_hit.elapsed_ms();
    }));
}

TEST_CASE("M.41 a miss in XBoard gets one answer, to the move that was made",
          "[app][xboard][slow]") {
    XboardEngine engine;
    for (int i = 0; i < 5; ++i) {
        const std::string expected = begin_pondering(engine, "st 0.05");
        std::this_thread::sleep_for(5ms);
        const auto said = engine.say({"usermove " + other_move(expected)});
        CHECK(count_of(said, "move ") == 1);
        CHECK(count_of(said, "Illegal") == 0);
        // It is the opponent's turn: both sides agree on the position.
        CHECK(engine.say({"force", "usermove h2h4"}).empty());
    }
}

TEST_CASE("M.43 what XBoard's engine expects can be played, and nothing after the end",
          "[app][xboard]") {
    XboardEngine engine;
    const std::string expected = begin_pondering(engine, "sd 4");
    CHECK(count_of(engine.say({"force", "usermove " + expected}), "Illegal") == 0);
    const auto said = engine.say(
        {"new", "hard", "force", "setboard 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "st 0.1", "go"});
    CHECK(said.back() == "1-0 {White mates}");
    CHECK(comes_to_rest(engine));
}

TEST_CASE("M.44 XBoard's engine ponders only when told to", "[app][xboard][slow]") {
    XboardEngine engine;
    static_cast<void>(begin_pondering(engine, "st 0.1"));
    CHECK(is_at_work(engine));
    engine.send("easy");
    CHECK(comes_to_rest(engine));
    engine.send({"new", "easy", "st 0.05"});
    static_cast<void>(engine.move_after("usermove e2e4"));
    CHECK(comes_to_rest(engine));
}

TEST_CASE("XBoard is told which move is pondered before the thoughts about it", "[app][xboard]") {
    XboardEngine engine;
    std::ptrdiff_t thoughts = 0;
    for (const char* first : {"e2e4", "d2d4", "c2c4", "g1f3"}) {
        engine.send({"new", "hard", "post", "sd 6"});
        static_cast<void>(engine.move_after(std::string("usermove ") + first));
        const auto said = engine.listen(200ms);
        if (said.empty()) continue; // it expected nothing
        CHECK(said.front().starts_with("Hint: "));
        thoughts += std::count_if(said.begin(), said.end(), [](const std::string& line) {
            return line.find('\t') != std::string::npos;
        });
    }
    CHECK(thoughts > 0);
}

TEST_CASE("the log of an XBoard game ends with the hits and misses", "[app][xboard]") {
    const TemporaryFolder folder;
    const std::string path = (folder / "game.log").string();
    const auto log_of_game = [&path](bool hit) {
        XboardEngine engine;
        CHECK(engine.say({"option Debug Log File=" + path}).empty());
        const std::string expected = begin_pondering(engine, "sd 5");
        engine.say({"pause", "resume"}); // ponders anew, and nobody has moved
        const auto said = engine.say({"usermove " + (hit ? expected : other_move(expected))});
        CHECK(count_of(said, "move ") == 1);
        CHECK(engine.say({"result 1-0 {Black resigns}"}).empty());
        const std::string log = read_file(path).value();
        return log.substr(log.rfind("# the game is over: "));
    };
    // The search that the end of the game cuts short is neither.
    CHECK(log_of_game(true).find("; pondering: 1 hits, 0 misses\n") != std::string::npos);
    CHECK(log_of_game(false).find("; pondering: 0 hits, 1 misses\n") != std::string::npos);
}
