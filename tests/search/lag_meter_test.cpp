#include "engine/search/lag_meter.hpp"

#include <catch2/catch.hpp>

using namespace rata;
using namespace std::chrono_literals;

namespace {

Limits clock_of(Color us, milliseconds remaining, milliseconds increment = 0ms,
                std::optional<int> moves_to_go = {}) {
    Limits limits;
    limits.clock[us] = ClockState{remaining, increment};
    limits.moves_to_go = moves_to_go;
    return limits;
}

/// A GUI whose clock runs on for `lag` when we think that we have moved.
class Gui {
public:
    explicit Gui(LagMeter& meter) : meter_(meter) {}

    void move(milliseconds used, milliseconds lag) {
        meter_.start_move(clock_of(Color::White, clock_, 100ms), Color::White);
        meter_.finish_move(used);
        clock_ += 100ms - used - lag;
    }
    /// So that the last move is measured.
    void finish() { meter_.start_move(clock_of(Color::White, clock_, 100ms), Color::White); }

private:
    LagMeter& meter_;
    milliseconds clock_ = 60s;
};

} // namespace

TEST_CASE("a steady lag is measured exactly", "[search][lag]") {
    LagMeter meter;
    CHECK(meter.lag() == 0ms);
    CHECK(meter.report() == "GUI lag not measured yet");
    Gui gui(meter);
    for (int i = 0; i < 5; ++i) gui.move(milliseconds{100 * i}, 7ms);
    gui.finish();
    CHECK(meter.lag() == 7ms);
    CHECK(meter.samples() == 5);
    CHECK(meter.report() == "GUI lag 7 ms, in the worst of the last 5 moves 7 ms");
}

TEST_CASE("one outlier is not believed, two are, and all is forgotten in time", "[search][lag]") {
    LagMeter meter;
    Gui gui(meter);
    for (int i = 0; i < 8; ++i) gui.move(50ms, 2ms);
    gui.move(50ms, 300ms);
    gui.finish();
    CHECK(meter.lag() == 2ms);
    CHECK(meter.report() == "GUI lag 2 ms, in the worst of the last 8 moves 300 ms");
    gui.move(50ms, 250ms);
    gui.finish();
    CHECK(meter.lag() == 250ms);
    for (int i = 0; i < 8; ++i) gui.move(50ms, 2ms);
    gui.finish();
    CHECK(meter.lag() == 2ms);
}

TEST_CASE("the delay of a slow pipe is found", "[search][lag]") {
    LagMeter meter;
    Gui gui(meter);
    for (int i = 0; i < 3; ++i) gui.move(80ms, 200ms);
    gui.finish();
    CHECK(meter.lag() == 200ms);
}

TEST_CASE("clocks that do not follow one another measure nothing", "[search][lag]") {
    struct Case {
        std::string_view name;
        Limits first;
        Color first_us;
        Limits second;
        Color second_us;
    };
    constexpr Color kWhite = Color::White;
    constexpr Color kBlack = Color::Black;
    Limits infinite = clock_of(kWhite, 59s);
    infinite.infinite = true;
    const Case cases[] = {
        {"another colour", clock_of(kWhite, 60s), kWhite, clock_of(kBlack, 59s), kBlack},
        {"another increment", clock_of(kWhite, 60s), kWhite, clock_of(kWhite, 59s, 1s), kWhite},
        {"time was added", clock_of(kWhite, 60s), kWhite, clock_of(kWhite, 100s), kWhite},
        {"a session ended", clock_of(kWhite, 1s, 0ms, 1), kWhite, clock_of(kWhite, 880ms, 0ms, 40),
         kWhite},
        {"a move was skipped", clock_of(kWhite, 60s, 0ms, 10), kWhite,
         clock_of(kWhite, 59s, 0ms, 8), kWhite},
        {"sessions began", clock_of(kWhite, 60s), kWhite, clock_of(kWhite, 59s, 0ms, 9), kWhite},
        {"a break", clock_of(kWhite, 60s), kWhite, clock_of(kWhite, 20s), kWhite},
        {"no clock", clock_of(kWhite, 60s), kWhite, Limits{}, kWhite},
        {"analysis", clock_of(kWhite, 60s), kWhite, infinite, kWhite},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        LagMeter meter;
        meter.start_move(c.first, c.first_us);
        meter.finish_move(100ms);
        meter.start_move(c.second, c.second_us);
        CHECK(meter.samples() == 0);
    }
}

TEST_CASE("a new game and an unfinished move break the chain", "[search][lag]") {
    LagMeter meter;
    meter.start_move(clock_of(Color::White, 60s), Color::White);
    meter.finish_move(100ms);
    meter.new_game();
    meter.start_move(clock_of(Color::White, 59s), Color::White);
    CHECK(meter.samples() == 0);
    meter.start_move(clock_of(Color::White, 58s), Color::White); // it was never moved
    CHECK(meter.samples() == 0);
    meter.finish_move(500ms);
    meter.start_move(clock_of(Color::White, 57480ms), Color::White);
    CHECK(meter.samples() == 1);
}

TEST_CASE("a clock in whole steps does not make the lag negative", "[search][lag]") {
    LagMeter meter;
    meter.start_move(clock_of(Color::White, 60s), Color::White);
    meter.finish_move(104ms);
    meter.start_move(clock_of(Color::White, 59900ms), Color::White);
    CHECK(meter.samples() == 1);
    CHECK(meter.lag() == 0ms);
}
