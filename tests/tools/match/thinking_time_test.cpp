#include "tools/match/play/thinking_time.hpp"

#include <catch2/catch.hpp>

using namespace rata;

TEST_CASE("clocks are read and written", "[match][play]") {
    struct Case {
        std::string text{};
        std::vector<ClockPeriod> periods{};
        std::string written{};
    };
    const Case cases[] = {
        {"10+0.1", {{0, milliseconds(10'000), milliseconds(100)}}, "10+0.1"},
        {"0.2+0.002", {{0, milliseconds(200), milliseconds(2)}}, "0.2+0.002"},
        {"40/60", {{40, milliseconds(60'000), milliseconds(0)}}, "40/60"},
        {"40/90:00+30,15:30+30",
         {{40, milliseconds(5'400'000), milliseconds(30'000)},
          {0, milliseconds(930'000), milliseconds(30'000)}},
         "40/5400+30,930+30"},
        {"0+1", {{0, milliseconds(0), milliseconds(1000)}}, "0+1"},
        {"1000000", {{0, milliseconds(1'000'000'000), milliseconds(0)}}, "1000000"},
        {"1234.567", {{0, milliseconds(1'234'567), milliseconds(0)}}, "1234.567"},
        {"inf", {}, "-"},
    };
    for (const Case& each : cases) {
        const auto periods = parse_clock(each.text);
        INFO(each.text);
        REQUIRE(periods);
        CHECK(*periods == each.periods);
        CHECK(clock_text(*periods) == each.written);
        if (!periods->empty()) CHECK(parse_clock(each.written).value() == *periods);
    }
    for (const char* wrong : {"", "x", "10+", "+1", "0", "0/10", "40/", "-3", "10,10", "1:2:3"}) {
        INFO(wrong);
        CHECK(!parse_clock(wrong));
    }
}

TEST_CASE("a clock runs down, gains its increment, and starts its next period", "[match][play]") {
    const ThinkingTime white{.periods = parse_clock("2/1+0.1,0.5").value()};
    const ThinkingTime black{.nodes = 100, .patience = milliseconds(777)};
    GameClock clock(white, black);
    CHECK(clock.limits(Color::White).moves_to_go == 2);
    CHECK(clock.limits(Color::White).clock[Color::White].remaining == milliseconds(1000));
    CHECK(clock.limits(Color::White).clock[Color::White].increment == milliseconds(100));
    CHECK(clock.patience(Color::White).until_stop == milliseconds(1000));
    CHECK(clock.spend(Color::White, milliseconds(400)));
    CHECK(clock.remaining(Color::White) == milliseconds(700));
    CHECK(clock.limits(Color::White).moves_to_go == 1);
    CHECK(clock.spend(Color::White, milliseconds(700)));
    CHECK(clock.remaining(Color::White) == milliseconds(600)); // 0.1 and the second period
    CHECK(!clock.limits(Color::White).moves_to_go);
    CHECK(!clock.spend(Color::White, milliseconds(601)));

    CHECK(clock.limits(Color::Black).nodes == 100);
    CHECK(!clock.limits(Color::Black).clock[Color::White].remaining);
    CHECK(clock.patience(Color::Black).until_stop == milliseconds(777));
    CHECK(!clock.remaining(Color::Black));
    CHECK(clock.spend(Color::Black, milliseconds(500)));
}

TEST_CASE("a margin is forgiven, but not twice", "[match][play]") {
    const ThinkingTime time{.periods = parse_clock("1+0.1").value(), .margin = milliseconds(50)};
    GameClock clock(time, time);
    CHECK(clock.spend(Color::Black, milliseconds(1050)));
    CHECK(clock.remaining(Color::Black) == milliseconds(100));
    CHECK(!clock.spend(Color::Black, milliseconds(151)));
    const ThinkingTime fixed{.move_time = milliseconds(200), .margin = milliseconds(10)};
    GameClock other(fixed, fixed);
    CHECK(other.spend(Color::White, milliseconds(210)));
    CHECK(!other.spend(Color::White, milliseconds(211)));
}
