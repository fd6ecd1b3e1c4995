// Threads that wait for work, for those who have a little of it again and again: to start a thread
// takes as long as many a task. Who makes a crew owns its threads; one thread at a time gives it
// work. Waiting threads sleep.
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace rata {

class ThreadCrew {
public:
    /// As many threads as that, at least one, counting the one that calls run(). The others are
    /// started when they are needed first.
    explicit ThreadCrew(unsigned size);
    ~ThreadCrew();
    ThreadCrew(const ThreadCrew&) = delete;
    ThreadCrew& operator=(const ThreadCrew&) = delete;

    [[nodiscard]] unsigned size() const { return size_; }

    /// Calls work() here and in other threads of the crew, at most `calls` times in all, and
    /// returns when every call has. A call that returns leaves nothing to do for those that have
    /// not begun, and they are not made. If any throws, the first exception is thrown on from here
    /// in the end. Work must not run work on the same crew.
    void run(std::size_t calls, const std::function<void()>& work);

private:
    void wait_for_work();
    void call(const std::function<void()>& work);

    const unsigned size_;
    std::mutex mutex_{};
    std::condition_variable has_work_{};
    std::condition_variable is_done_{};
    const std::function<void()>* work_ = nullptr; ///< of the run that is going on
    unsigned wanted_ = 0;                         ///< calls of it that others may begin
    unsigned busy_ = 0;                           ///< others that are in such a call
    std::exception_ptr failure_{};
    bool is_closed_ = false;
    std::vector<std::jthread> others_{}; ///< last: they use everything above
};

} // namespace rata
