#include "logging/treelog/block_queue.hpp"

namespace treelog {

/// The lock is held, and there is one.
RowBlock BlockQueue::take_free() {
    RowBlock block;
    if (!returned_.empty()) {
        block = std::move(returned_.back());
        returned_.pop_back();
    }
    block.count = 0;
    block.rows.reserve(kBlockRows * stride_);
    --free_blocks_;
    return block;
}

void BlockQueue::add_blocks(std::size_t blocks) {
    const std::scoped_lock lock(mutex_);
    returned_.reserve(all_blocks_ + blocks); // so that giving back never asks for memory
    all_blocks_ += blocks;
    free_blocks_ += blocks;
    has_blocks_.notify_all();
}

RowBlock BlockQueue::wait_for_block() {
    std::unique_lock lock(mutex_);
    has_blocks_.wait(lock, [this] { return free_blocks_ != 0; });
    return take_free();
}

std::optional<RowBlock> BlockQueue::try_block() {
    const std::scoped_lock lock(mutex_);
    if (free_blocks_ == 0) return std::nullopt;
    try {
        return take_free();
    } catch (const std::bad_alloc&) {
        return std::nullopt;
    }
}

void BlockQueue::push(StreamEvent event) {
    const std::scoped_lock lock(mutex_);
    try {
        events_.push_back(std::move(event));
    } catch (...) {
        // A block that is lost may be made anew, lest others wait for it in vain.
        if (std::holds_alternative<RowBlock>(event.what)) ++free_blocks_;
        throw;
    }
    has_events_.notify_one();
}

void BlockQueue::drain() {
    std::unique_lock lock(mutex_);
    is_idle_.wait(lock, [this] { return events_.empty() && !is_busy_; });
}

std::optional<StreamEvent> BlockQueue::pop() {
    std::unique_lock lock(mutex_);
    is_busy_ = false;
    if (events_.empty()) is_idle_.notify_all();
    has_events_.wait(lock, [this] { return !events_.empty() || is_closed_; });
    if (events_.empty()) return std::nullopt;
    is_busy_ = true;
    StreamEvent event = std::move(events_.front());
    events_.pop_front();
    return event;
}

void BlockQueue::give_back(RowBlock block) {
    const std::scoped_lock lock(mutex_);
    returned_.push_back(std::move(block));
    ++free_blocks_;
    has_blocks_.notify_one();
}

void BlockQueue::close() {
    const std::scoped_lock lock(mutex_);
    is_closed_ = true;
    has_events_.notify_all();
}

} // namespace treelog
