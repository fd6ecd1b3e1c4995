#include "engine/session/engine_clock.hpp"

#include <algorithm>
#include <utility>

namespace rata {

void EngineClock::set_level(int moves, milliseconds base, milliseconds increment,
                            std::size_t plies_played) {
    moves_ = moves;
    base_ = own_ = other_ = base;
    increment_ = increment;
    begun_at_ = plies_played;
    move_time_.reset();
}

/// Moves taken back may lead to before the beginning: then it begins there.
int EngineClock::own_moves(std::size_t plies_played) const {
    return static_cast<int>((plies_played - std::min(begun_at_, plies_played)) / 2);
}

void EngineClock::set_own(milliseconds remaining) {
    // A small difference is the drift of two clocks, a larger one is news.
    const bool is_news = own_ >= remaining + 2 * kStep;
    const milliseconds most = is_news ? remaining : remaining + kStep - milliseconds(1);
    own_ = std::clamp(own_, remaining, most);
}

void EngineClock::spend(milliseconds time, std::size_t plies_played) {
    own_ += increment_ - time;
    const bool is_session_over = moves_ > 0 && (own_moves(plies_played - 1) + 1) % moves_ == 0;
    if (is_session_over) own_ += base_;
}

void EngineClock::restart() {
    own_ = other_ = base_;
    begun_at_ = 0;
}

void EngineClock::swap_sides() { std::swap(own_, other_); }

Limits EngineClock::limits(Color us, std::size_t plies_played) const {
    Limits limits;
    if (move_time_) {
        limits.move_time = move_time_;
        return limits;
    }
    limits.clock[us] = {.remaining = own_, .increment = increment_};
    limits.clock[~us] = {.remaining = other_, .increment = increment_};
    if (moves_ > 0) limits.moves_to_go = moves_ - own_moves(plies_played) % moves_;
    return limits;
}

} // namespace rata
