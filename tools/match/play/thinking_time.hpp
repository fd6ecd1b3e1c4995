// What an engine may spend in a match: its clock, in one or several periods, and fixed limits on
// each move. And the clock of one game, which runs down by it.
#pragma once

#include "engine/base/result.hpp"
#include "engine/client/player.hpp"

#include <string>
#include <string_view>

namespace rata {

/// "40/60+0.5": so many moves in 60 seconds, and half a second more for each.
struct ClockPeriod {
    int moves = 0; ///< 0: the rest of the game
    milliseconds base{0};
    milliseconds increment{0};

    bool operator==(const ClockPeriod&) const = default;
};

/// Everything that is given holds at once; there is at least one limit.
struct ThinkingTime {
    std::vector<ClockPeriod> periods{}; ///< the last one is repeated if it is for some moves only
    std::optional<milliseconds> move_time{};
    std::optional<Depth> depth{};
    std::optional<std::uint64_t> nodes{};
    milliseconds margin{0};         ///< forgiven on the clock
    milliseconds patience{600'000}; ///< for a move when no clock runs

    [[nodiscard]] bool has_limit() const { return !periods.empty() || move_time || depth || nodes; }
    bool operator==(const ThinkingTime&) const = default;
};

/// Reads "10+0.1", "40/60+0.5", "40/90:00+30,30:00+30" (minutes and seconds, two periods), or
/// "inf", which is no clock at all.
[[nodiscard]] Result<std::vector<ClockPeriod>> parse_clock(std::string_view text);
/// The inverse; "-" if there is no clock.
[[nodiscard]] std::string clock_text(const std::vector<ClockPeriod>& periods);

/// Seconds such as "0.1", exact to the millisecond.
[[nodiscard]] Result<milliseconds> parse_seconds(std::string_view text);
/// "10", "0.1": no more digits than needed.
[[nodiscard]] std::string seconds_figure(milliseconds time);

/// The two clocks of one game.
class GameClock {
public:
    GameClock(const ThinkingTime& white, const ThinkingTime& black);

    /// For the move of this side.
    [[nodiscard]] Limits limits(Color side) const;
    [[nodiscard]] Patience patience(Color side) const;
    /// Takes the time of a move off the clock. False if there was not so much.
    [[nodiscard]] bool spend(Color side, Clock::duration elapsed);
    [[nodiscard]] std::optional<Clock::duration> remaining(Color side) const;

private:
    struct Side {
        const ThinkingTime* time = nullptr;
        std::size_t period = 0;
        int moves_left = 0; ///< in the period; 0: the rest of the game
        Clock::duration remaining{0};

        void begin_period(std::size_t number);
        [[nodiscard]] bool has_clock() const { return !time->periods.empty(); }
    };

    EnumArray<Color, Side> sides_{};
};

} // namespace rata
