// Conversations at random: legal and illegal commands at any time, races between stop, ponderhit
// and the natural end included. The engine must answer what has to be answered, exactly once, and
// end.
//
// RATATOSK_CONVERSATIONS=N holds N of them in each protocol instead of a few; a failure prints the
// dialogue and the seed.
#include "engine/base/parse.hpp"
#include "engine/base/rng.hpp"
#include "tests/support/uci_engine.hpp"
#include "tests/support/xboard_engine.hpp"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <thread>

using namespace rata;
using namespace rata::test;

namespace {

int conversations_wanted() {
    const char* text = std::getenv("RATATOSK_CONVERSATIONS"); // NOLINT(concurrency-mt-unsafe)
    return text == nullptr ? 12 : try_parse_integer<int>(text, 1).value_or(12);
}

class Chance {
public:
    explicit Chance(std::uint64_t seed) : rng_(seed) {}

    std::size_t below(std::size_t limit) { return static_cast<std::size_t>(rng_.below(limit)); }
    std::string number(std::size_t from, std::size_t to) {
        return std::to_string(from + below(to - from + 1));
    }
    std::string_view one_of(std::initializer_list<std::string_view> texts) {
        return texts.begin()[below(texts.size())];
    }
    /// Mostly none at all, so that commands meet each other.
    void pause() {
        if (below(3) == 0) std::this_thread::sleep_for(std::chrono::microseconds(below(8000)));
    }

private:
    Rng rng_;
};

// --- UCI -----------------------------------------------------------------------------------------

std::string random_go(Chance& chance) {
    switch (chance.below(8)) {
    case 0: return "go depth " + chance.number(1, 8);
    case 1: return "go nodes " + chance.number(0, 5000);
    case 2: return "go movetime " + chance.number(0, 20);
    case 3: return "go wtime " + chance.number(0, 300) + " btime 100 winc 1";
    case 4: return "go infinite";
    case 5: return "go ponder wtime 200 btime 200";
    case 6: return "go mate " + chance.number(1, 2) + " depth 4";
    default: return "go searchmoves e2e4 a1a1 depth 3";
    }
}

std::string random_uci_line(Chance& chance) {
    switch (chance.below(10)) {
    case 0:
    case 1:
    case 2: return random_go(chance);
    case 3:
    case 4: return std::string(chance.one_of({"stop", "ponderhit"}));
    case 5:
        return std::string(chance.one_of(
            {"position startpos", "position startpos moves e2e4 e7e5 g1f3",
             "position startpos moves e2e5", "position fen 7k/8/8/8/8/8/R7/1R4K1 w - - 0 1",
             "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "position fen 8/8 w - - 0 1"}));
    case 6: return "setoption name Hash value " + chance.number(0, 6);
    case 7: return "setoption name Threads value " + chance.number(1, 3);
    case 8:
        return std::string(
            chance.one_of({"setoption name MultiPV value 3", "setoption name MultiPV value 1",
                           "setoption name Clear Hash", "setoption name None", "ucinewgame",
                           "debug on", "debug off"}));
    default:
        return std::string(chance.one_of(
            {"uci", "isready", "d", "", "go? stop!", "\t", "go perft 20", "bench 1 1 20"}));
    }
}

void converse_in_uci(std::uint64_t seed) {
    Chance chance(seed);
    UciEngine engine;
    std::size_t searches = 0;
    std::size_t ready = 0;
    for (std::size_t left = 10 + chance.below(50); left > 0; --left) {
        const std::string line = random_uci_line(chance);
        searches += line.starts_with("go ") && line != "go perft 20" ? 1 : 0;
        ready += line == "isready" ? 1 : 0;
        engine.send(line);
        chance.pause();
    }
    // "go? stop!" is no command; the search that may be running is ended here.
    engine.send({"stop", "ponderhit", "stop", "setoption name Threads value 1"});
    std::vector<std::string> said;
    const auto gather = [&](std::string_view answer, std::size_t count) {
        while (count_of(said, answer) < count) {
            const auto more = engine.expect_all(answer);
            said.insert(said.end(), more.begin(), more.end());
        }
    };
    gather("bestmove ", searches);
    gather("readyok", ready);
    const auto last = engine.sync();
    said.insert(said.end(), last.begin(), last.end());
    CHECK(count_of(said, "bestmove ") == searches);
    CHECK(count_of(said, "readyok") == ready);
    engine.send("quit");
    CHECK(engine.expect_end().success());
}

// --- XBoard --------------------------------------------------------------------------------------

std::string random_xboard_line(Chance& chance) {
    switch (chance.below(9)) {
    case 0:
    case 1:
        return "usermove " + std::string(chance.one_of({"e2e4", "e7e5", "g1f3", "b8c6", "f1b5",
                                                        "a7a6", "O-O", "e2e5", "a2a3", "h7h6"}));
    case 2: return std::string(chance.one_of({"new", "force", "go", "playother", "?", "white"}));
    case 3: return std::string(chance.one_of({"analyze", "exit", ".", "hint", "bk", "draw"}));
    case 4: return std::string(chance.one_of({"undo", "remove", "pause", "resume", "result *"}));
    case 5:
        return std::string(chance.one_of({"st 0.01", "st 0.03", "level 0 0:01 0.01", "time 10",
                                          "level 40 0:02 0", "sd 3", "nps 100000", "nps 0"}));
    case 6: return std::string(chance.one_of({"hard", "easy", "post", "nopost", "computer"}));
    case 7:
        return std::string(chance.one_of(
            {"setboard 7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", "setboard 8/8 w - - 0 1",
             "setboard 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "exclude e2e4", "exclude all",
             "include all", "setscore 50 3", "variant fischerandom", "variant normal"}));
    default:
        return std::string(chance.one_of({"memory 4", "cores 2", "cores 1", "option MultiPV=2",
                                          "option Clear Hash", "option None=1", "nonsense", "level",
                                          "edit\n#\nKa1\nPa2\nc\nKh8\n.", "edit\n.", ""}));
    }
}

void converse_in_xboard(std::uint64_t seed) {
    Chance chance(seed);
    XboardEngine engine;
    engine.send({"new", "st 0.02"});
    std::size_t pings = 0;
    for (std::size_t left = 10 + chance.below(60); left > 0; --left) {
        engine.send(random_xboard_line(chance));
        if (chance.below(6) == 0) engine.send("ping " + std::to_string(2000 + pings++));
        chance.pause();
    }
    engine.send({"include all", "exit", "force"});
    const auto said = engine.say({});
    std::size_t answered = 0;
    for (const std::string& line : said)
        if (line.starts_with("pong ")) CHECK(line == "pong " + std::to_string(2000 + answered++));
    CHECK(answered == pings);
    CHECK(engine.listen(milliseconds(20)).empty()); // in force mode there is nothing to say
    engine.send("quit");
    CHECK(engine.expect_end().success());
}

} // namespace

TEST_CASE("whatever is said in UCI, each go has one answer", "[app][uci][random][slow]") {
    for (int i = 0; i < conversations_wanted(); ++i) {
        const auto seed = static_cast<std::uint64_t>(i) + 1;
        INFO("seed " << seed);
        converse_in_uci(seed);
    }
}

TEST_CASE("whatever is said in XBoard, each ping has one answer", "[app][xboard][random][slow]") {
    for (int i = 0; i < conversations_wanted(); ++i) {
        const auto seed = static_cast<std::uint64_t>(i) + 1;
        INFO("seed " << seed);
        converse_in_xboard(seed);
    }
}
