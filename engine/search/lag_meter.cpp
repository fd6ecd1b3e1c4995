#include "engine/search/lag_meter.hpp"

#include <algorithm>
#include <functional>

namespace rata {

namespace {

/// Longer is no lag but a GUI that was stopped, a suspended machine, a clock set by hand.
constexpr milliseconds kLongestLag{1000};
/// A GUI may round its clock and so seem to give back a little; more means another clock.
constexpr milliseconds kRounding{20};

} // namespace

std::optional<LagMeter::MoveClock> LagMeter::clock_of(const Limits& limits, Color us) {
    const ClockState& own = limits.clock[us];
    if (!own.remaining || limits.infinite) return std::nullopt;
    return MoveClock{us, *own.remaining, own.increment, limits.moves_to_go, std::nullopt};
}

std::optional<milliseconds> LagMeter::lag_between(const MoveClock& last, const MoveClock& now) {
    const bool same_game = last.us == now.us && last.increment == now.increment &&
                           last.moves_to_go.has_value() == now.moves_to_go.has_value();
    // In one session the count falls by one; where it does not, time was added or the game is
    // another.
    const bool same_session =
        !now.moves_to_go || (last.moves_to_go && *now.moves_to_go == *last.moves_to_go - 1);
    if (!last.used || !same_game || !same_session) return std::nullopt;
    const auto used = std::chrono::round<milliseconds>(*last.used);
    const milliseconds lag = last.remaining + last.increment - used - now.remaining;
    if (lag < -kRounding || lag > kLongestLag) return std::nullopt;
    return std::max(lag, milliseconds{0});
}

void LagMeter::start_move(const Limits& limits, Color us) {
    const std::optional<MoveClock> now = clock_of(limits, us);
    if (last_ && now)
        if (const auto lag = lag_between(*last_, *now)) record(*lag);
    last_ = now;
}

void LagMeter::finish_move(Clock::duration used) {
    if (last_) last_->used = used;
}

void LagMeter::record(milliseconds lag) {
    samples_[next_] = lag;
    next_ = (next_ + 1) % kWindow;
    count_ = std::min(count_ + 1, kWindow);
}

/// 0 is the largest. What is not measured yet counts as no lag.
milliseconds LagMeter::nth_largest(std::size_t n) const {
    auto sorted = samples_;
    std::sort(sorted.begin(), sorted.end(), std::greater<>{});
    return sorted[n];
}

milliseconds LagMeter::lag() const { return nth_largest(1); }

std::string LagMeter::report() const {
    const auto text = [](milliseconds time) { return std::to_string(time.count()) + " ms"; };
    if (count_ == 0) return "GUI lag not measured yet";
    return "GUI lag " + text(nth_largest(count_ / 2)) + ", in the worst of the last " +
           std::to_string(count_) + " moves " + text(nth_largest(0));
}

} // namespace rata
