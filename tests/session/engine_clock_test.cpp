#include "engine/search/lag_meter.hpp"
#include "engine/session/engine_clock.hpp"

#include <catch2/catch.hpp>

using namespace rata;
using namespace std::chrono_literals;

TEST_CASE("an engine's clock without sessions runs down and is refilled by the increment",
          "[session][clock]") {
    EngineClock clock;
    clock.set_level(0, 60s, 2s, 0);
    clock.spend(5s, 1);
    const Limits limits = clock.limits(Color::White, 2);
    CHECK(limits.clock[Color::White].remaining == 57s);
    CHECK(limits.clock[Color::White].increment == 2s);
    CHECK(limits.clock[Color::Black].remaining == 60s);
    CHECK_FALSE(limits.moves_to_go);
}

TEST_CASE("an engine's clock counts the moves of a session", "[session][clock]") {
    EngineClock clock;
    clock.set_level(3, 60s, 0s, 0);
    // Black's moves are the plies 2, 4 and 6.
    CHECK(clock.limits(Color::Black, 1).moves_to_go == 3);
    clock.spend(20s, 2);
    CHECK(clock.limits(Color::Black, 3).moves_to_go == 2);
    clock.spend(20s, 4);
    CHECK(clock.limits(Color::Black, 5).moves_to_go == 1);
    clock.spend(10s, 6);
    const Limits next = clock.limits(Color::Black, 7);
    CHECK(next.moves_to_go == 3);
    CHECK(next.clock[Color::Black].remaining == 70s);
}

TEST_CASE("a level in the middle of a game begins there", "[session][clock]") {
    EngineClock clock;
    clock.set_level(40, 300s, 0s, 0);
    clock.set_level(10, 60s, 0s, 14);
    CHECK(clock.limits(Color::White, 14).moves_to_go == 10);
    CHECK(clock.limits(Color::White, 18).moves_to_go == 8);
    CHECK(clock.limits(Color::White, 4).moves_to_go == 10); // moves were taken back
    clock.begin_at(0);                                      // another position was set up
    CHECK(clock.limits(Color::White, 0).moves_to_go == 10);
    CHECK(clock.limits(Color::White, 4).moves_to_go == 8);
}

TEST_CASE("whoever knows the time may say it", "[session][clock]") {
    EngineClock clock;
    clock.set_level(0, 60s, 0s, 0);
    clock.set_own(10s);
    clock.set_other(20s);
    clock.charge(1s);
    clock.swap_sides();
    const Limits limits = clock.limits(Color::White, 0);
    CHECK(limits.clock[Color::White].remaining == 20s);
    CHECK(limits.clock[Color::Black].remaining == 9s);
    clock.restart();
    CHECK(clock.limits(Color::White, 0).clock[Color::White].remaining == 60s);
}

TEST_CASE("a time for each move goes before the clock, until the next level", "[session][clock]") {
    EngineClock clock;
    clock.set_move_time(3s);
    const Limits limits = clock.limits(Color::White, 0);
    CHECK(limits.move_time == 3s);
    CHECK_FALSE(limits.clock[Color::White].remaining);
    clock.set_level(0, 60s, 0s, 0);
    CHECK_FALSE(clock.limits(Color::White, 0).move_time);
}

TEST_CASE("a clock told in centiseconds is refined by our own", "[session][clock]") {
    struct Case {
        std::string_view name;
        milliseconds own;
        milliseconds told;
        milliseconds kept;
    };
    const Case cases[] = {
        {"the same", 1000ms, 1000ms, 1000ms},
        {"rounded down", 997ms, 990ms, 997ms},
        {"a little was lost", 1003ms, 990ms, 999ms},
        {"a little was given back", 988ms, 990ms, 990ms},
        {"much was lost", 1010ms, 990ms, 990ms},
        {"much was given", 1000ms, 5000ms, 5000ms},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        EngineClock clock;
        clock.set_level(0, c.own, 0ms, 0);
        clock.set_own(c.told);
        CHECK(clock.limits(Color::White, 0).clock[Color::White].remaining == c.kept);
    }
}

TEST_CASE("centiseconds do not look like a lag", "[session][clock][lag]") {
    using std::chrono::floor;
    using std::chrono::round;
    constexpr std::chrono::microseconds kIncrement = 10ms;
    constexpr std::chrono::microseconds kLag = 300us;
    constexpr Color kWhite = Color::White;
    EngineClock clock;
    LagMeter meter;
    std::chrono::microseconds truth = 1s;
    clock.set_level(0, 1s, 10ms, 0);
    milliseconds worst = 0ms;
    for (std::size_t ply = 0; ply < 300; ply += 2) {
        clock.set_own(floor<milliseconds>(truth) / 10 * 10);
        const Limits limits = clock.limits(kWhite, ply);
        const auto seen = *limits.clock[kWhite].remaining;
        CHECK(seen >= floor<milliseconds>(truth) - 10ms);
        CHECK(seen <= truth + 10ms);
        meter.start_move(limits, kWhite);
        worst = std::max(worst, meter.lag());
        const std::chrono::microseconds used(3000 + 977 * (ply % 29));
        meter.finish_move(used);
        clock.spend(round<milliseconds>(used), ply + 1);
        truth += kIncrement - used - kLag;
        if (truth < 300ms) truth = 1s;
    }
    CHECK(worst <= 3ms);
}
