#include "engine/protocol/xboard_parser.hpp"

#include <catch2/catch.hpp>

using namespace rata;
using namespace rata::xboard;
using namespace std::chrono_literals;

namespace {

template <typename Wanted>
Wanted parsed_as(std::string_view line) {
    const auto command = parse(line);
    REQUIRE(command);
    REQUIRE(std::holds_alternative<Wanted>(*command));
    return std::get<Wanted>(*command);
}

} // namespace

TEST_CASE("levels of all shapes", "[protocol][xboard]") {
    const auto classical = parsed_as<Level>("level 40 5 0");
    CHECK(classical.moves == 40);
    CHECK(classical.base == 5min);
    CHECK(classical.increment == 0ms);
    CHECK(parsed_as<Level>("level 40 0:30 0").base == 30s);
    CHECK(parsed_as<Level>("level 40 25+5 0").base == 25min); // 5 for the next session
    CHECK(parsed_as<Level>("level 40 1:30+5 0").base == 90s);
    const auto fischer = parsed_as<Level>("level 0 2 12");
    CHECK(fischer.base == 2min);
    CHECK(fischer.increment == 12s);
    CHECK(parsed_as<Level>("level 0 0:01 0.05").increment == 50ms);
}

TEST_CASE("times and numbers", "[protocol][xboard]") {
    CHECK(parsed_as<OwnTime>("time 30000").remaining == 300s);
    CHECK(parsed_as<OwnTime>("time -12").remaining == -120ms);
    CHECK(parsed_as<OtherTime>("otim 1").remaining == 10ms);
    CHECK(parsed_as<MoveTime>("st 30").time == 30s);
    CHECK(parsed_as<MoveTime>("st 0.25").time == 250ms);
    CHECK(parsed_as<MoveTime>("st 1:30").time == 90s);
    CHECK(parsed_as<MaxDepth>("sd 8").depth == 8);
    CHECK(parsed_as<NodeRate>("nps 250000").nodes_per_second == 250000);
    CHECK(parsed_as<Memory>("memory 64").mebibytes == 64);
    CHECK(parsed_as<Cores>("cores 4").count == 4);
}

TEST_CASE("options, with and without a value", "[protocol][xboard]") {
    const auto spin = parsed_as<xboard::SetOption>("option Move Overhead=25");
    CHECK(spin.name == "Move Overhead");
    CHECK(spin.value == "25");
    const auto text = parsed_as<xboard::SetOption>("option Debug Log File=/a b/c=d.txt");
    CHECK(text.name == "Debug Log File");
    CHECK(text.value == "/a b/c=d.txt");
    CHECK_FALSE(parsed_as<xboard::SetOption>("option Clear Hash").value);
}

TEST_CASE("moves may come with and without a word before them", "[protocol][xboard]") {
    const auto announced = parsed_as<UserMove>("usermove e7e8q");
    CHECK(announced.text == "e7e8q");
    CHECK(announced.announced);
    CHECK_FALSE(parsed_as<UserMove>("Nf3").announced);
    CHECK(parsed_as<UserMove>("nonsense here").text == "nonsense");
}

TEST_CASE("what cannot be read is said", "[protocol][xboard]") {
    for (const char* line :
         {"level",    "level 40", "level a 5 0", "level 40 x 0",     "level 40 5:x 0",
          "st",       "st x",     "sd 0",        "time x",           "ping",
          "usermove", "setboard", "option",      "option =5",        "rating 1",
          "memory 0", "cores -1", "exclude",     "setscore 40000 5", "setscore 10 1000"}) {
        INFO(line);
        CHECK_FALSE(parse(line));
    }
}

TEST_CASE("blanks do not matter", "[protocol][xboard]") {
    CHECK(parsed_as<Word>("   ") == Word::Nothing);
    CHECK(parsed_as<Ping>("  ping   7  ").number == "7");
    CHECK(parsed_as<SetBoard>("setboard  8/8/8/8/8/8/8/8 w - - 0 1 ").fen ==
          "8/8/8/8/8/8/8/8 w - - 0 1");
}
