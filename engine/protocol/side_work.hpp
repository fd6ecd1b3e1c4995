// Work for people at a terminal that takes long (perft, bench): it runs on a thread of its own, so
// that lines are read and obeyed meanwhile. One at a time. Owned and called by the thread that
// obeys lines.
#pragma once

#include "engine/base/clock.hpp"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace rata {

class SideWork {
public:
    /// It ends soon after the request to stop, and lets no exception out.
    using Work = std::function<void(const std::stop_token& stop)>;

    /// Ends what runs, then starts.
    void start(Work work);
    /// Asks what runs to end, and does not wait for it.
    void request_stop() { thread_.request_stop(); }
    /// Ends what runs.
    void finish();
    [[nodiscard]] bool is_running() const;
    /// Whether nothing runs, after waiting so long for it.
    [[nodiscard]] bool wait_for(milliseconds timeout) const;

private:
    mutable std::mutex mutex_{};
    mutable std::condition_variable ended_{};
    bool running_ = false;
    std::jthread thread_{}; ///< last: it uses everything above
};

} // namespace rata
