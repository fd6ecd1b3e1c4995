#include "tools/match/play/thinking_time.hpp"

#include "engine/base/parse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rata {

namespace {

constexpr double kLongestSeconds = 1e7;
constexpr int kMostMoves = 10'000;
constexpr int kSecondsPerMinute = 60;

Error clock_error(std::string_view text) {
    return Error{.code = ErrorCode::Syntax,
                 .message = "expected a clock such as 10+0.1, 40/60+0.5 or 40/90:00+30,30:00+30, "
                            "found " +
                            in_quotes(text),
                 .where = {}};
}

/// "90:00" or "5400".
Result<milliseconds> parse_time(std::string_view text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) return parse_seconds(text);
    const auto minutes = parse_integer<int>(text.substr(0, colon), 0, kMostMoves);
    if (!minutes) return minutes.error();
    const auto seconds = parse_seconds(text.substr(colon + 1));
    if (!seconds) return seconds.error();
    return milliseconds(std::chrono::seconds(kSecondsPerMinute * *minutes)) + *seconds;
}

std::optional<ClockPeriod> try_parse_period(std::string_view text) {
    ClockPeriod period;
    if (const std::size_t slash = text.find('/'); slash != std::string_view::npos) {
        const auto moves = try_parse_integer<int>(text.substr(0, slash), 1, kMostMoves);
        if (!moves) return std::nullopt;
        period.moves = *moves;
        text.remove_prefix(slash + 1);
    }
    const std::size_t plus = text.find('+');
    const auto base = parse_time(text.substr(0, plus));
    if (!base) return std::nullopt;
    period.base = *base;
    if (plus != std::string_view::npos) {
        const auto increment = parse_seconds(text.substr(plus + 1));
        if (!increment) return std::nullopt;
        period.increment = *increment;
    }
    if (period.base + period.increment <= milliseconds(0)) return std::nullopt;
    return period;
}

} // namespace

Result<milliseconds> parse_seconds(std::string_view text) {
    const auto seconds = parse_real(text, 0, kLongestSeconds);
    if (!seconds) return seconds.error();
    return milliseconds(std::llround(*seconds * 1000));
}

std::string seconds_figure(milliseconds time) {
    return fmt::format("{}", static_cast<double>(time.count()) / 1000);
}

Result<std::vector<ClockPeriod>> parse_clock(std::string_view text) {
    std::vector<ClockPeriod> periods;
    if (text == "inf" || text == "infinite") return periods;
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t end = std::min(text.find(',', start), text.size());
        const auto period = try_parse_period(text.substr(start, end - start));
        const bool unreachable = !periods.empty() && periods.back().moves == 0;
        if (!period || unreachable) return clock_error(text);
        periods.push_back(*period);
        start = end + 1;
    }
    return periods;
}

std::string clock_text(const std::vector<ClockPeriod>& periods) {
    std::string text;
    for (const ClockPeriod& period : periods) {
        if (!text.empty()) text += ',';
        if (period.moves > 0) text += std::to_string(period.moves) + '/';
        text += seconds_figure(period.base);
        if (period.increment > milliseconds(0)) text += '+' + seconds_figure(period.increment);
    }
    return text.empty() ? "-" : text;
}

void GameClock::Side::begin_period(std::size_t number) {
    period = std::min(number, time->periods.size() - 1);
    moves_left = time->periods[period].moves;
    remaining += time->periods[period].base;
}

GameClock::GameClock(const ThinkingTime& white, const ThinkingTime& black) {
    sides_[Color::White].time = &white;
    sides_[Color::Black].time = &black;
    for (Side& side : sides_)
        if (side.has_clock()) side.begin_period(0);
}

Limits GameClock::limits(Color side) const {
    const ThinkingTime& time = *sides_[side].time;
    Limits limits{.move_time = time.move_time, .depth = time.depth, .nodes = time.nodes};
    if (!sides_[side].has_clock()) return limits;
    for (const Color color : kColors) {
        const Side& each = sides_[color];
        if (!each.has_clock()) continue;
        const auto left = std::chrono::duration_cast<milliseconds>(each.remaining);
        limits.clock[color].remaining = std::max(left, milliseconds(1));
        limits.clock[color].increment = each.time->periods[each.period].increment;
    }
    if (sides_[side].moves_left > 0) limits.moves_to_go = sides_[side].moves_left;
    return limits;
}

Patience GameClock::patience(Color side) const {
    const Side& own = sides_[side];
    Clock::duration most = own.time->patience;
    if (own.has_clock()) most = own.remaining + own.time->margin;
    if (own.time->move_time)
        most = std::min<Clock::duration>(most, *own.time->move_time + own.time->margin);
    return {.until_stop = most};
}

bool GameClock::spend(Color side, Clock::duration elapsed) {
    Side& own = sides_[side];
    if (elapsed > patience(side).until_stop) return false;
    if (!own.has_clock()) return true;
    // What the margin forgives is not counted twice.
    own.remaining = std::max(own.remaining - elapsed, Clock::duration(0));
    own.remaining += own.time->periods[own.period].increment;
    if (own.moves_left > 0 && --own.moves_left == 0) own.begin_period(own.period + 1);
    return true;
}

std::optional<Clock::duration> GameClock::remaining(Color side) const {
    if (!sides_[side].has_clock()) return std::nullopt;
    return sides_[side].remaining;
}

} // namespace rata
