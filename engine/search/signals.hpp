// What other threads may tell a running search: stop, and ponder hit. The owner calls reset()
// before each search, so that a stop while idle does not shorten the next one.
#pragma once

#include "engine/base/clock.hpp"

#include <atomic>
#include <condition_variable>
#include <mutex>

namespace rata {

class SearchSignals {
public:
    /// Before a search. `started` is when the command arrived: the clock runs from there.
    void reset(TimePoint started, bool pondering) {
        const std::lock_guard lock(mutex_);
        started_ = started;
        pondering_ = pondering;
        stop_ = false;
    }
    void stop() {
        const std::lock_guard lock(mutex_);
        stop_ = true;
        changed_.notify_all();
    }
    /// The opponent played the expected move: from now on the clock counts. Ignored unless
    /// pondering.
    void ponder_hit(TimePoint now) {
        const std::lock_guard lock(mutex_);
        if (!pondering_) return;
        started_ = now;
        pondering_ = false;
        changed_.notify_all();
    }

    [[nodiscard]] bool is_stopped() const { return stop_.load(std::memory_order_relaxed); }
    [[nodiscard]] bool is_pondering() const { return pondering_.load(std::memory_order_acquire); }
    /// When the clock of this search began to run.
    [[nodiscard]] TimePoint started() const {
        const std::lock_guard lock(mutex_);
        return started_;
    }

    /// Sleeps until stopped.
    void wait_for_stop() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return stop_.load(); });
    }
    /// Sleeps until stopped or no longer pondering.
    void wait_while_pondering() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return stop_.load() || !pondering_.load(); });
    }

private:
    mutable std::mutex mutex_{};
    std::condition_variable changed_{};
    std::atomic<bool> stop_{false};
    std::atomic<bool> pondering_{false};
    TimePoint started_{};
};

} // namespace rata
