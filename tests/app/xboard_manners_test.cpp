// What GUIs of the XBoard protocol stumbled over, on the real process.
#include "tests/support/xboard_engine.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace rata;
using namespace rata::test;
using namespace std::chrono_literals;

namespace {

/// The nodes of the last thinking line.
std::uint64_t last_nodes(const std::vector<std::string>& lines) {
    std::uint64_t nodes = 0;
    for (const std::string& line : lines)
        if (line.find('\t') != std::string::npos) nodes = std::stoull(words_of(line).at(3));
    return nodes;
}

} // namespace

TEST_CASE("XBoard: quit and ping are obeyed inside of edit", "[app][xboard]") {
    XboardEngine engine;
    engine.send({"new", "force", "edit", "#", "ping 77"});
    CHECK(engine.expect("pong ") == "pong 77");
    engine.send({"Ke1", "c", "Ke8", "ping 78"}); // and the edit goes on
    CHECK(engine.expect("pong ") == "pong 78");
    engine.send(".");
    CHECK(engine.say({"usermove e1e2"}).empty());
    engine.send({"edit", "#", "quit"});
    CHECK(engine.expect_end().code == 0);
}

TEST_CASE("XBoard: without the feature debug there are no comments", "[app][xboard]") {
    const std::vector<std::string> faults{"option EvalFile=/no/such.rnet",
                                          "option Debug Log File=/no/such/folder/log",
                                          "setboard 4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1"};
    const auto comments = [&faults](std::initializer_list<std::string_view> answers) {
        XboardEngine engine;
        engine.send(answers);
        engine.send({"new", "force"});
        std::size_t count = 0;
        for (const std::string& fault : faults) {
            const auto said = engine.say({fault});
            count += count_of(said, "#");
            CHECK(count_of(said, "#") == said.size());
        }
        return count;
    };
    CHECK(comments({}) == faults.size());
    CHECK(comments({"accepted debug"}) == faults.size());
    CHECK(comments({"rejected debug"}) == 0);
    CHECK(comments({"rejected debug", "accepted debug"}) == faults.size());
}

TEST_CASE("XBoard: a board of Chess960 that was edited has castling rights", "[app][xboard]") {
    XboardEngine engine;
    CHECK(engine
              .say({"new", "variant fischerandom", "force", "edit", "#", "Kd1", "Rb1", "Rg1", "Pg2",
                    "c", "Kd8", "Rb8", "Rg8", "Pg7", ".", "usermove O-O", "usermove O-O-O"})
              .empty());
    // The outermost rook is the one that may, once the other is out of its way.
    CHECK(engine
              .say({"new", "variant fischerandom", "force", "edit", "#", "Kb1", "Rf1", "Rh1", "c",
                    "Kb8", "Rh8", "Pf7", ".", "usermove f1f2", "usermove f7f6", "usermove O-O",
                    "usermove O-O"})
              .empty());
    // In usual chess only from the usual squares.
    CHECK(count_of(engine.say({"new", "force", "edit", "#", "Kd1", "Rg1", "c", "Kd8", ".",
                               "usermove O-O"}),
                   "Illegal move") == 1);
    CHECK(engine
              .say({"edit", "#", "Ke1", "Ra1", "c", "Ke8", "Rh8", ".", "usermove O-O-O",
                    "usermove O-O"})
              .empty());
}

TEST_CASE("XBoard: no more nodes than the rate allows are searched", "[app][xboard]") {
    XboardEngine engine;
    struct Case {
        const char* rate;
        const char* time;
        std::uint64_t most;
    };
    for (const Case& c :
         {Case{"nps 1000", "st 1", 1000}, Case{"nps 100", "st 2", 200}, Case{"nps 1", "st 3", 3},
          Case{"nps 10000", "st 0.15", 1500}, Case{"nps 20000", "level 0 0:01 0", 20'000}}) {
        INFO(c.rate << ", " << c.time);
        const auto said =
            engine.say({"new", "easy", "post", "force", "usermove e2e4", c.time, c.rate, "go"});
        CHECK(count_of(said, "move ") == 1);
        CHECK(last_nodes(said) > 0);
        CHECK(last_nodes(said) <= c.most);
    }
}

TEST_CASE("XBoard: a mated position under analysis gives a line of thought", "[app][xboard]") {
    XboardEngine engine;
    engine.send({"new", "post", "setboard R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "analyze"});
    CHECK(engine.expect("1 -100000 ").find('\t') != std::string::npos);
    engine.send("setboard 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"); // stalemate
    CHECK(engine.expect("1 0 ").find('\t') != std::string::npos);
    engine.send("exit");
    CHECK(count_of(engine.say({}), "move ") == 0);
}

TEST_CASE("XBoard: positions beyond what a game brings about are played", "[app][xboard]") {
    XboardEngine engine;
    CHECK(count_of(engine.say({"new", "force", "st 0.02",
                               "setboard 4k3/8/8/8/8/P7/PPPPPPPP/4K3 w KQkq - 0 1", "go"}),
                   "move ") == 1);
    CHECK(count_of(engine.say({"force", "setboard 4k3/8/8/8/8/8/8/8 w - - 0 1", "go"}),
                   "Error (the position is not legal): go") == 1);
}
