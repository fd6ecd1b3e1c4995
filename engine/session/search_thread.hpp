// The one thread that a session searches on. It sleeps while there is nothing to do, and lives as
// long as the session: starting a thread for each move would cost more than some moves take.
#pragma once

#include "engine/base/clock.hpp"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace rata {

class SearchThread {
public:
    using Job = std::function<void()>;

    SearchThread();
    /// Waits for the job that runs.
    ~SearchThread();
    SearchThread(const SearchThread&) = delete;
    SearchThread& operator=(const SearchThread&) = delete;

    /// Starts a job; the thread must be idle. One thread starts jobs.
    void start(Job job);
    [[nodiscard]] bool is_busy() const;
    void wait() const;
    /// Whether the thread is idle, after waiting so long for it.
    [[nodiscard]] bool wait_for(milliseconds timeout) const;

private:
    void work();

    mutable std::mutex mutex_{};
    mutable std::condition_variable changed_{};
    Job job_{}; ///< empty: idle
    bool ending_ = false;
    std::jthread thread_{}; ///< last, so that all it uses is there before and after it
};

} // namespace rata
