#include "engine/search/time_manager.hpp"

#include "engine/base/rng.hpp"

#include <catch2/catch.hpp>

using namespace rata;
using namespace std::chrono_literals;

namespace {

using Budget = TimeManager::Budget;
using Milliseconds = std::optional<milliseconds>;

/// What a "go" says, and what else decides; the defaults are a quiet moment of a game.
struct Situation {
    Milliseconds remaining{};
    milliseconds increment{0};
    std::optional<int> moves_to_go{};
    Milliseconds move_time{};
    milliseconds overhead{10};
    int game_ply = 40;
    std::size_t legal_moves = 30;
    milliseconds lag{0};
    std::optional<int> out_of_book{};
    bool ponder_expected = false;
    bool analysing = false;
    bool infinite = false;
    Milliseconds opponent{};

    [[nodiscard]] TimeManager manager(std::optional<Score> previous_score = {}) const {
        Limits limits;
        limits.clock[Color::Black] = ClockState{remaining, increment};
        limits.clock[Color::White] = ClockState{opponent, milliseconds{0}};
        limits.moves_to_go = moves_to_go;
        limits.move_time = move_time;
        limits.infinite = infinite;
        SearchOptions options;
        options.move_overhead = overhead;
        options.ponder_expected = ponder_expected;
        options.analysing = analysing;
        return TimeManager(TimeRequest{.limits = limits,
                                       .options = options,
                                       .us = Color::Black,
                                       .game_ply = game_ply,
                                       .legal_moves = legal_moves,
                                       .measured_lag = lag,
                                       .moves_out_of_book = out_of_book,
                                       .previous_score = previous_score});
    }
    [[nodiscard]] Budget budget() const { return manager().budget().value(); }
};

const Move kBest = Move::normal(Square::E2, Square::E4);
const Move kOther = Move::normal(Square::D2, Square::D4);

/// An iteration of a search in which nothing happens.
IterationStats calm(Depth depth, milliseconds elapsed) {
    return IterationStats{.depth = depth,
                          .best = kBest,
                          .score = Score::cp(20),
                          .best_share = 0.6,
                          .on_clock = elapsed,
                          .thinking = elapsed};
}

/// When the search ends if iterations are as `change` makes them, in steps of a millisecond.
template <typename Change>
milliseconds time_used(TimeManager manager, Change change) {
    for (int i = 1; i <= 12; ++i) {
        IterationStats stats = calm(i, 0ms);
        change(i, stats);
        if (manager.should_stop_iterating(stats)) return 0ms;
    }
    // The last iteration again and again would look ever more stable, so each time is asked anew.
    for (milliseconds elapsed{1}; elapsed <= 100s; ++elapsed) {
        TimeManager now = manager;
        IterationStats stats = calm(13, elapsed);
        change(13, stats);
        if (now.should_stop_iterating(stats)) return elapsed;
    }
    return milliseconds::max();
}
milliseconds time_used(const TimeManager& manager) {
    return time_used(manager, [](int, IterationStats&) {});
}

} // namespace

TEST_CASE("without a clock there is no budget", "[search][time]") {
    CHECK(!Situation{}.manager().budget().has_value());
    CHECK(!Situation{.remaining = 10s, .infinite = true}.manager().budget().has_value());
    TimeManager manager = Situation{}.manager();
    CHECK(!manager.should_stop_iterating(calm(50, 1h)));
    CHECK(!manager.is_over(1h));
}

TEST_CASE("budgets are sane for every kind of clock", "[search][time]") {
    struct Case {
        std::string_view name;
        Situation situation;
        milliseconds least_optimum;
        milliseconds most_optimum;
        milliseconds most_maximum;
    };
    const Case cases[] = {
        {"five minutes", {.remaining = 300s}, 5s, 10s, 60s},
        {"five seconds and increments", {.remaining = 5s, .increment = 50ms}, 100ms, 250ms, 1s},
        {"one second and increments", {.remaining = 1s, .increment = 10ms}, 10ms, 50ms, 200ms},
        {"40 moves in 10 seconds", {.remaining = 10s, .moves_to_go = 40}, 150ms, 300ms, 1500ms},
        {"the last move of a session", {.remaining = 10s, .moves_to_go = 1}, 3s, 6s, 7s},
        {"the last but one", {.remaining = 10s, .moves_to_go = 2}, 2s, 4s, 7s},
        {"a session longer than a game", {.remaining = 100s, .moves_to_go = 500}, 700ms, 2s, 10s},
        {"session and increment",
         {.remaining = 10s, .increment = 1s, .moves_to_go = 20},
         800ms,
         1500ms,
         7s},
        {"fixed time", {.move_time = 1s}, 980ms, 990ms, 990ms},
        {"fixed time below the overhead", {.move_time = 10ms}, 1ms, 9ms, 9ms},
        {"fixed time and a shorter clock",
         {.remaining = 2s, .move_time = 1500ms},
         10ms,
         100ms,
         500ms},
        {"fixed time and a longer clock",
         {.remaining = 1h, .move_time = 1500ms},
         1s,
         1490ms,
         1490ms},
        {"two years",
         {.remaining = std::chrono::hours{24 * 730}},
         1h,
         std::chrono::hours{24 * 365},
         std::chrono::hours{24 * 365}},
        {"only the increment is left", {.remaining = 60ms, .increment = 1s}, 1ms, 50ms, 50ms},
    };
    for (const Case& c : cases) {
        const Budget budget = c.situation.budget();
        INFO(c.name << ": " << budget.optimum.count() << " to " << budget.maximum.count());
        CHECK(budget.optimum >= c.least_optimum);
        CHECK(budget.optimum <= c.most_optimum);
        CHECK(budget.maximum <= c.most_maximum);
        CHECK(budget.maximum >= budget.optimum);
    }
}

TEST_CASE("clocks that cannot be divided give a tiny budget", "[search][time]") {
    struct Case {
        std::string_view name;
        Situation situation;
        milliseconds most;
    };
    constexpr int kMostInt = std::numeric_limits<int>::max();
    const Case cases[] = {
        {"no time at all", {.remaining = 0ms}, 50ms},
        {"less than that", {.remaining = -1000ms}, 50ms},
        {"the most negative number", {.remaining = milliseconds::min()}, 50ms},
        {"no time, last move", {.remaining = 0ms, .moves_to_go = 1}, 50ms},
        {"no time, but an increment", {.remaining = 0ms, .increment = 1s}, 50ms},
        {"own clock missing", {.opponent = 60s}, 50ms},
        {"nothing but moves to go", {.moves_to_go = 1}, 50ms},
        {"nothing but no moves to go", {.moves_to_go = 0}, 50ms},
        {"only an increment", {.increment = 1s}, 1s},
        {"only a tiny increment", {.increment = 1ms}, 1ms},
        {"less than the overhead", {.remaining = 9ms}, 5ms},
        {"less than a huge overhead", {.remaining = 3s, .overhead = 5s}, 50ms},
        {"a negative increment", {.remaining = 100ms, .increment = -500ms}, 60ms},
        {"one millisecond", {.remaining = 1ms}, 1ms},
        {"zero moves to go", {.remaining = 500ms, .moves_to_go = 0}, 100ms},
        {"negative moves to go", {.remaining = 500ms, .moves_to_go = -3}, 100ms},
        {"absurdly many moves to go", {.remaining = 500ms, .moves_to_go = kMostInt}, 100ms},
        {"fixed time of nothing", {.move_time = 0ms}, 1ms},
        {"negative fixed time", {.move_time = -5ms}, 1ms},
        {"a game without end", {.remaining = 500ms, .game_ply = kMostInt}, 100ms},
        {"a game before its start", {.remaining = 500ms, .game_ply = -7}, 100ms},
    };
    for (const Case& c : cases) {
        const Budget budget = c.situation.budget();
        INFO(c.name << ": " << budget.optimum.count() << " to " << budget.maximum.count());
        CHECK(budget.optimum >= 0us);
        CHECK(budget.maximum >= budget.optimum);
        CHECK(budget.maximum <= c.most);
        // Where there is time at all, there is some for a thought.
        const bool has_time = c.situation.remaining.value_or(1ms) > 0ms;
        CHECK((budget.optimum > 0us) == has_time);
    }
}

TEST_CASE("a clock that is nearly gone allows a few iterations at most", "[search][time]") {
    struct Case {
        Situation situation;
        std::chrono::microseconds most;
    };
    const Case cases[] = {
        {{.remaining = 0ms}, 0us},
        {{.remaining = 1ms}, 100us},
        {{.remaining = 1ms, .increment = 1ms}, 100us},
        {{.remaining = 2ms, .overhead = 0ms}, 100us},
        {{.remaining = 9ms}, 600us},
        {{.remaining = 12ms, .increment = 1ms}, 350us},
    };
    for (const Case& c : cases) {
        INFO(c.situation.remaining->count() << " ms");
        CHECK(c.situation.budget().maximum <= c.most);
    }
}

/// The GUI adds a tiny increment, and every move costs a third of a millisecond that nobody
/// measures: the clock comes to rest well above nothing.
TEST_CASE("a tiny increment is not overspent", "[search][time]") {
    for (const auto increment : {1ms, 2ms}) {
        std::chrono::microseconds clock = 100 * increment;
        std::chrono::microseconds least = clock;
        for (int move = 0; move < 2000; ++move) {
            const Situation situation{.remaining = std::chrono::floor<milliseconds>(clock),
                                      .increment = increment,
                                      .game_ply = 2 * move};
            clock -= situation.budget().maximum + 300us;
            least = std::min(least, clock);
            clock += increment;
        }
        INFO(increment.count() << " ms");
        CHECK(least >= 10ms);
        CHECK(clock <= 40ms + 10 * increment); // and it is used
    }
}

TEST_CASE("more to use means more used", "[search][time]") {
    const Situation usual{.remaining = 60s, .increment = 100ms};
    const auto with = [&](auto change) {
        Situation other = usual;
        change(other);
        return other.budget();
    };
    const Budget plain = usual.budget();
    CHECK(with([](Situation& s) { s.remaining = 120s; }).optimum > plain.optimum);
    CHECK(with([](Situation& s) { s.increment = 2s; }).optimum > plain.optimum);
    CHECK(with([](Situation& s) { s.ponder_expected = true; }).optimum > plain.optimum);
    CHECK(with([](Situation& s) { s.overhead = 400ms; }).optimum < plain.optimum);
    CHECK(with([](Situation& s) { s.lag = 390ms; }) ==
          with([](Situation& s) { s.overhead = 400ms; }));

    // In book next to nothing, after it more, and then less and less.
    CHECK(with([](Situation& s) { s.out_of_book = 0; }).maximum < plain.optimum);
    Budget last = with([](Situation& s) { s.out_of_book = 1; });
    CHECK(last.optimum > plain.optimum * 3 / 2);
    for (int n = 2; n <= 6; ++n) {
        const Budget next = with([n](Situation& s) { s.out_of_book = n; });
        CHECK(next.optimum < last.optimum);
        last = next;
    }
    CHECK(last == plain);
    CHECK(with([](Situation& s) { s.out_of_book = 100; }) == plain);
}

TEST_CASE("a single legal move is played at once", "[search][time]") {
    Situation situation{.remaining = 60s, .legal_moves = 1};
    CHECK(situation.manager().should_stop_iterating(calm(1, 0ms)));
    situation.analysing = true;
    CHECK(!situation.manager().should_stop_iterating(calm(1, 0ms)));
    CHECK(
        Situation{.move_time = 5s, .legal_moves = 1}.manager().should_stop_iterating(calm(1, 0ms)));
    // Without a clock there is no hurry: the search ends by depth or nodes.
    CHECK(!Situation{.legal_moves = 1}.manager().should_stop_iterating(calm(1, 0ms)));
}

TEST_CASE("a fixed time is used up, whatever is found", "[search][time]") {
    TimeManager manager = Situation{.move_time = 1s}.manager();
    for (int depth = 1; depth < 60; ++depth)
        CHECK(!manager.should_stop_iterating(calm(depth, 900ms)));
    CHECK(!manager.is_over(989ms));
    CHECK(manager.is_over(990ms));
    CHECK(manager.should_stop_iterating(calm(60, 990ms)));
}

TEST_CASE("what the iterations show makes the time shorter or longer", "[search][time]") {
    const TimeManager manager = Situation{.remaining = 60s}.manager();
    const auto optimum = manager.budget()->optimum;
    const milliseconds usual = time_used(manager);
    CHECK(usual > optimum / 2);
    CHECK(usual < optimum);

    const auto with = [&](auto change) { return time_used(manager, change); };
    CHECK(with([](int, IterationStats& s) { s.best_share = 0.97; }) < usual * 9 / 10);
    CHECK(with([](int, IterationStats& s) { s.best_share = 0.25; }) > usual * 5 / 4);
    CHECK(with([](int i, IterationStats& s) { s.best = i == 13 ? kOther : kBest; }) > usual * 2);
    CHECK(with([](int i, IterationStats& s) { s.best = i >= 12 ? kOther : kBest; }) > usual);
    CHECK(with([](int i, IterationStats& s) { s.best_changes = i == 13 ? 2 : 0; }) > usual);
    CHECK(with([](int i, IterationStats& s) { s.best = i % 2 ? kOther : kBest; }) >
          with([](int i, IterationStats& s) { s.best = i == 13 ? kOther : kBest; }));
    CHECK(with([](int i, IterationStats& s) { s.score = Score::cp(i == 13 ? -60 : 20); }) >
          usual * 3 / 2);
    CHECK(with([](int i, IterationStats& s) { s.score = Score::cp(i == 13 ? 90 : 20); }) == usual);
    CHECK(with([](int i, IterationStats& s) {
              s.score = i == 13 ? Score::mated_in(20) : Score::mate_in(15);
          }) > usual);

    // Compared with the move before, too.
    const TimeManager worried = Situation{.remaining = 60s}.manager(Score::cp(150));
    const TimeManager content = Situation{.remaining = 60s}.manager(Score::cp(-150));
    CHECK(time_used(worried) > usual);
    CHECK(time_used(content) == usual);
}

TEST_CASE("no factor leads beyond the maximum", "[search][time]") {
    const TimeManager manager = Situation{.remaining = 60s}.manager(Score::cp(900));
    const milliseconds used = time_used(manager, [](int i, IterationStats& s) {
        s.best = i % 2 ? kOther : kBest;
        s.best_changes = 5;
        s.best_share = 0;
        s.score = Score::cp(-100 * i);
    });
    CHECK(used <= manager.budget()->maximum);
    CHECK(used > manager.budget()->optimum * 3);
}

TEST_CASE("a mate that was searched to its end is enough", "[search][time]") {
    TimeManager manager = Situation{.remaining = 60s}.manager();
    IterationStats stats = calm(5, 1ms);
    stats.score = Score::mate_in(5);
    CHECK(!manager.should_stop_iterating(stats));
    stats.depth = 6;
    CHECK(manager.should_stop_iterating(stats));
}

TEST_CASE("thought spent pondering counts for enough, not for too much", "[search][time]") {
    TimeManager manager = Situation{.remaining = 60s}.manager();
    const Budget budget = manager.budget().value();
    IterationStats stats = calm(10, 0ms);
    stats.thinking = 4 * budget.maximum;
    CHECK(manager.should_stop_iterating(stats));
    CHECK(manager.is_satisfied());
    CHECK(!manager.is_over(0ms));
    stats.thinking = 1ms;
    CHECK(!manager.should_stop_iterating(stats));
    CHECK(!manager.is_satisfied());
}

// --- whole games ---------------------------------------------------------------------------------

namespace {

enum class Habit { Optimum, Maximum, Any };

struct Game {
    std::string_view name;
    milliseconds start;
    milliseconds increment{0};
    std::optional<int> session{}; ///< moves, after which `start` is added again
    milliseconds overhead{10};
    int moves = 200;
};

/// Plays with a GUI that takes the whole overhead at each move. The least that was ever left.
milliseconds play(const Game& game, Habit habit, Rng& rng) {
    milliseconds clock = game.start;
    milliseconds least = clock;
    for (int move = 0; move < game.moves; ++move) {
        Situation situation{.remaining = clock,
                            .increment = game.increment,
                            .overhead = game.overhead,
                            .game_ply = 2 * move + 1};
        if (game.session) situation.moves_to_go = *game.session - move % *game.session;
        const Budget budget = situation.budget();
        const double part = habit == Habit::Optimum   ? 0
                            : habit == Habit::Maximum ? 1
                                                      : rng.fraction();
        const auto more = std::chrono::duration_cast<std::chrono::microseconds>(
            part * (budget.maximum - budget.optimum));
        clock -= std::chrono::ceil<milliseconds>(budget.optimum + more);
        clock -= game.overhead;
        least = std::min(least, clock);
        clock += game.increment;
        if (game.session && (move + 1) % *game.session == 0) clock += game.start;
    }
    return least;
}

} // namespace

TEST_CASE("no game is lost on time", "[search][time]") {
    const Game games[] = {
        {"an hour", 3600s},
        {"a minute", 60s},
        {"a minute, bad line", 60s, 0ms, {}, 100ms},
        {"five seconds", 5s},
        {"5+0.05", 5s, 50ms},
        {"1+0.01", 1s, 10ms},
        {"1+0.01, quick GUI", 1s, 10ms, {}, 2ms, 400},
        {"10+0.1, slow pipe", 10s, 100ms, {}, 200ms, 50},
        {"increments only matter", 100ms, 1s, {}, 10ms, 400},
        {"40 in 10 s", 10s, 0ms, 40, 10ms, 400},
        {"40 in 1 s", 1s, 0ms, 40, 10ms, 400},
        {"40 in 10 s and increments", 10s, 100ms, 40, 10ms, 400},
        {"1 in 1 s", 1s, 0ms, 1},
        {"2 in 1 s", 1s, 0ms, 2},
        {"300 in 30 s", 30s, 0ms, 300, 10ms, 900},
    };
    Rng rng(1);
    for (const Game& game : games)
        for (const Habit habit : {Habit::Optimum, Habit::Maximum, Habit::Any}) {
            const milliseconds least = play(game, habit, rng);
            INFO(game.name << ", habit " << static_cast<int>(habit));
            CHECK(least.count() >= 0);
        }
}

TEST_CASE("a game uses most of its time", "[search][time]") {
    Rng rng(1);
    // Sixty moves is a usual game; nothing is gained by time left over.
    CHECK(play({"", 60s, 0ms, {}, 10ms, 60}, Habit::Optimum, rng) < 60s / 3);
    CHECK(play({"", 5s, 50ms, {}, 10ms, 60}, Habit::Optimum, rng) < 5s / 3);
    CHECK(play({"", 10s, 0ms, 40, 10ms, 40}, Habit::Optimum, rng) < 10s / 10);
}
