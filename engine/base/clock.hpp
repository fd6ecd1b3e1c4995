// Elapsed time. Everything in the house that measures a duration uses this one clock, which never
// jumps; the time of day is not its business.
#pragma once

#include <chrono>

namespace rata {

using Clock = std::chrono::steady_clock;
using TimePoint = Clock::time_point;
using std::chrono::milliseconds;

/// Runs from its construction, or from the last restart.
class Stopwatch {
public:
    void restart() { start_ = Clock::now(); }

    [[nodiscard]] TimePoint started() const { return start_; }
    [[nodiscard]] Clock::duration elapsed() const { return Clock::now() - start_; }
    [[nodiscard]] milliseconds elapsed_ms() const {
        return std::chrono::duration_cast<milliseconds>(elapsed());
    }
    [[nodiscard]] double elapsed_seconds() const {
        return std::chrono::duration<double>(elapsed()).count();
    }

private:
    TimePoint start_ = Clock::now();
};

} // namespace rata
