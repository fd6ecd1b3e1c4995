#include "engine/base/thread_crew.hpp"

#include "engine/base/assert.hpp"

#include <algorithm>
#include <utility>

namespace rata {

ThreadCrew::ThreadCrew(unsigned size) : size_(std::max(size, 1U)) {}

ThreadCrew::~ThreadCrew() {
    {
        const std::scoped_lock lock(mutex_);
        is_closed_ = true;
    }
    has_work_.notify_all();
}

void ThreadCrew::run(std::size_t calls, const std::function<void()>& work) {
    const auto others = static_cast<unsigned>(std::min<std::size_t>(calls, size_) - 1);
    if (calls < 2 || others == 0) {
        if (calls != 0) work();
        return;
    }
    while (others_.size() < others) others_.emplace_back([this] { wait_for_work(); });
    {
        const std::scoped_lock lock(mutex_);
        RATA_ASSERT(work_ == nullptr);
        work_ = &work;
        wanted_ = others;
    }
    for (unsigned i = 0; i < others; ++i) has_work_.notify_one();
    call(work);
    std::unique_lock lock(mutex_);
    wanted_ = 0;
    is_done_.wait(lock, [this] { return busy_ == 0; });
    work_ = nullptr;
    const std::exception_ptr failure = std::exchange(failure_, nullptr);
    lock.unlock();
    if (failure) std::rethrow_exception(failure);
}

void ThreadCrew::call(const std::function<void()>& work) {
    try {
        work();
    } catch (...) {
        const std::scoped_lock lock(mutex_);
        if (!failure_) failure_ = std::current_exception();
    }
}

void ThreadCrew::wait_for_work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        has_work_.wait(lock, [this] { return wanted_ != 0 || is_closed_; });
        if (is_closed_) return;
        --wanted_;
        ++busy_;
        const std::function<void()>& work = *work_;
        lock.unlock();
        call(work);
        lock.lock();
        if (--busy_ == 0) is_done_.notify_one();
    }
}

} // namespace rata
