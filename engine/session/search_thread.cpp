#include "engine/session/search_thread.hpp"

#include "engine/base/assert.hpp"

namespace rata {

SearchThread::SearchThread() : thread_([this] { work(); }) {}

SearchThread::~SearchThread() {
    const std::scoped_lock lock(mutex_);
    ending_ = true;
    changed_.notify_all();
}

void SearchThread::start(Job job) {
    {
        const std::scoped_lock lock(mutex_);
        RATA_ASSERT(!job_ && job);
        job_ = std::move(job);
    }
    // Told while we hold the mutex, it would wake up only to wait for that.
    changed_.notify_all();
}

bool SearchThread::is_busy() const {
    const std::scoped_lock lock(mutex_);
    return static_cast<bool>(job_);
}

void SearchThread::wait() const {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !job_; });
}

bool SearchThread::wait_for(milliseconds timeout) const {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, timeout, [this] { return !job_; });
}

void SearchThread::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return job_ || ending_; });
        if (!job_) return;
        lock.unlock();
        job_(); // only this thread empties it, and start() may not fill it before that
        lock.lock();
        job_ = nullptr;
        changed_.notify_all();
    }
}

} // namespace rata
