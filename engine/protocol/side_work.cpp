#include "engine/protocol/side_work.hpp"

namespace rata {

void SideWork::start(Work work) {
    finish();
    running_ = true; // no other thread looks at it now
    thread_ = std::jthread([this, work = std::move(work)](const std::stop_token& stop) {
        work(stop);
        const std::scoped_lock lock(mutex_);
        running_ = false;
        ended_.notify_all();
    });
}

void SideWork::finish() {
    if (!thread_.joinable()) return;
    thread_.request_stop();
    thread_.join();
}

bool SideWork::is_running() const {
    const std::scoped_lock lock(mutex_);
    return running_;
}

bool SideWork::wait_for(milliseconds timeout) const {
    std::unique_lock lock(mutex_);
    return ended_.wait_for(lock, timeout, [this] { return !running_; });
}

} // namespace rata
