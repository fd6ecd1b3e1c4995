#include "engine/notation/coordinate.hpp"
#include "epd/uci_analyst.hpp"
#include "epd/xboard_line.hpp"

#include <catch2/catch.hpp>

using namespace rata;

TEST_CASE("lines of XBoard engines", "[epd][xboard_line]") {
    struct Case {
        const char* line;
        const char* move; ///< nullptr: nothing is seen
        Depth depth;
        std::uint64_t nodes;
        SpelledScore score;
    };
    const std::vector<Case> cases{
        {"9 35 120 45678 e2e4 e7e5", "e2e4", 9, 45678, Cp{35}},
        {" 12. -8 5 1 1. e4 e5", "e2e4", 12, 1, Cp{-8}},
        {"12& +8 5 100 1.Nf3 Nf6", "g1f3", 12, 100, Cp{8}},
        {"3 100004 0 9 d4", "d2d4", 3, 9, Mate{4}},
        {"3 -100002 0 9 (d4)", "d2d4", 3, 9, Mate{-2}},
        {"3 32000 0 9 d4", "d2d4", 3, 9, Cp{32000}},
        {"20 11 0 7 25 1000 0 \t d4", "d2d4", 20, 7, Cp{11}},
        {"9 35 120 45678 1. e4 e5 2. Nf3 <HT>", "e2e4", 9, 45678, Cp{35}},
        {"9 35 120 45678 e4?", nullptr, 0, 0, Cp{0}},
        {"9 35 120 45678", nullptr, 0, 0, Cp{0}},
        {"9 35 120 45678 12.", nullptr, 0, 0, Cp{0}},
        {"9 35 120 45678 no-move", nullptr, 0, 0, Cp{0}},
        {"9 35 120 -1 e4", nullptr, 0, 0, Cp{0}},
        {"999 35 120 1 e4", nullptr, 0, 0, Cp{0}},
        {"9 35 e4", nullptr, 0, 0, Cp{0}},
        {"# 9 35 120 45678 e4", nullptr, 0, 0, Cp{0}},
        {"99999999999999999999 1 1 1 e4", nullptr, 0, 0, Cp{0}},
        {"", nullptr, 0, 0, Cp{0}},
    };
    const Position start = Position::start();
    for (const Case& each : cases) {
        INFO(each.line);
        const auto sighting = read_xboard_sighting(each.line, start);
        CHECK(sighting.has_value() == (each.move != nullptr));
        if (!sighting || each.move == nullptr) continue;
        CHECK(to_coordinate(sighting->move, start) == each.move);
        CHECK(sighting->cost.depth == each.depth);
        CHECK(sighting->cost.nodes == each.nodes);
        CHECK(sighting->score == each.score);
    }
}

TEST_CASE("moves of XBoard engines", "[epd][xboard_line]") {
    CHECK(announced_move("move e2e4") == "e2e4");
    CHECK(announced_move("My move is: Nf3 ") == "Nf3");
    CHECK(announced_move("My move is : Nf3") == "Nf3");
    CHECK(announced_move("1. ... f6f7") == "f6f7");
    CHECK(announced_move("1. f6f7").empty());
    CHECK(announced_move("moves e2e4").empty());
    CHECK(announced_move("move").empty());
}

TEST_CASE("lines of UCI engines", "[epd][uci_analyst]") {
    const Position start = Position::start();
    const auto move = [&start](const char* line) {
        const auto sighting = read_uci_sighting(line, start);
        return sighting ? to_coordinate(sighting->move, start) : std::string("none");
    };
    CHECK(move("info depth 1 score cp 10 pv e2e4 e7e5") == "e2e4");
    CHECK(move("info depth 1 score cp 10 lowerbound pv e2e4") == "e2e4");
    CHECK(move("info depth 1 score cp 10 upperbound pv e2e4") == "none");
    CHECK(move("info depth 1 multipv 1 score cp 10 pv e2e4") == "e2e4");
    CHECK(move("info depth 1 multipv 2 score cp 10 pv e2e4") == "none");
    CHECK(move("info depth 1 score cp 10 pv e2e5") == "none");
    CHECK(move("info depth 1 score cp 10 pv ") == "none");
    CHECK(move("info depth 1 score cp 10") == "none");
    CHECK(move("info string score pv e2e4") == "none");
    CHECK(move("bestmove e2e4") == "none");
    const auto sighting =
        read_uci_sighting("info depth 7 seldepth 9 score mate -2 nodes 123 pv e2e4", start);
    REQUIRE(sighting);
    CHECK(sighting->cost.depth == 7);
    CHECK(sighting->cost.nodes == 123);
    CHECK(sighting->score == SpelledScore(Mate{-2}));
}
