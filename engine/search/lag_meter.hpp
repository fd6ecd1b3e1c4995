// Measures what the clock of the GUI takes from us beyond the time that we think: the way through
// pipes and a busy GUI. It compares the clocks of successive "go" commands with our own measure.
// Owned by whoever receives the commands; one thread at a time.
#pragma once

#include "engine/base/clock.hpp"
#include "engine/search/limits.hpp"

#include <array>
#include <string>

namespace rata {

class LagMeter {
public:
    /// The next clock has nothing to do with the last one. What was measured stays: it is a
    /// property of the GUI, not of the game.
    void new_game() { last_.reset(); }

    /// At every "go" (for "go ponder" too), before the search.
    void start_move(const Limits& limits, Color us);
    /// When the best move is out: how long that took since the "go", or since the ponder hit. Not
    /// to be called when the move was not for the clock (a ponder search that was stopped).
    void finish_move(Clock::duration used);

    /// To be reckoned with at the next move. One outlier alone is not believed, nor one bad moment
    /// remembered for ever.
    [[nodiscard]] milliseconds lag() const;
    /// How many moves that rests on.
    [[nodiscard]] std::size_t samples() const { return count_; }
    /// "GUI lag 3 ms, in the worst of the last 8 moves 12 ms".
    [[nodiscard]] std::string report() const;

private:
    /// The move we are thinking about, or have just made.
    struct MoveClock {
        Color us = Color::White;
        milliseconds remaining{};
        milliseconds increment{};
        std::optional<int> moves_to_go{};
        std::optional<Clock::duration> used{};
    };

    [[nodiscard]] static std::optional<MoveClock> clock_of(const Limits& limits, Color us);
    [[nodiscard]] static std::optional<milliseconds> lag_between(const MoveClock& last,
                                                                 const MoveClock& now);
    void record(milliseconds lag);
    [[nodiscard]] milliseconds nth_largest(std::size_t n) const;

    /// Many enough to pass over an outlier, few enough to forget a slow start.
    static constexpr std::size_t kWindow = 8;

    std::optional<MoveClock> last_{};
    std::array<milliseconds, kWindow> samples_{};
    std::size_t count_ = 0; ///< at most kWindow
    std::size_t next_ = 0;
};

} // namespace rata
