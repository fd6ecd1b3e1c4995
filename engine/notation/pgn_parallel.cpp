#include "engine/notation/pgn_parallel.hpp"

#include "engine/notation/pgn_cutter.hpp"
#include "engine/notation/pgn_parser.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

namespace rata {

namespace {

/// A block on its way: filled by the caller, parsed by a worker, collected by the caller.
struct Task {
    PgnBlock block{};
    std::unique_ptr<PgnVisitor> visitor{};
    std::unique_ptr<PgnParser> parser{};
    std::string rest{};   ///< what the parser left of the text, for its continuation
    bool is_done = false; ///< guarded by the mutex of the pool

    void parse() {
        parser = std::make_unique<PgnParser>(*visitor, block.start);
        go_on(block.text, block.is_last);
    }
    void go_on(const std::string& text, bool is_last) {
        const std::size_t used = parser->parse(text, is_last ? PgnInput::Last : PgnInput::More);
        rest.assign(text, used);
    }
};

} // namespace

class PgnParallelReader::Pool {
public:
    Pool(const PgnParallelOptions& options, Make make, Take take)
        : options_(options), make_(std::move(make)), take_(std::move(take)) {
        options_.threads = std::max(options_.threads, 1U);
        for (unsigned i = 0; i < options_.threads; ++i) workers_.emplace_back([this] { work(); });
    }

    ~Pool() {
        {
            const std::lock_guard lock(mutex_);
            is_stopping_ = true;
        }
        work_.notify_all();
    } // joins the workers first, as the last member

    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    Result<void> read(ByteSource& source);

private:
    void work();
    void submit(std::unique_ptr<Task> task);
    void collect();
    void settle(std::unique_ptr<Task> task, bool is_last, bool next_begins_game);
    [[nodiscard]] std::unique_ptr<Task> idle_task();
    void recycle(std::unique_ptr<Task> task);

    PgnParallelOptions options_;
    Make make_;
    Take take_;

    // Of the caller alone.
    std::deque<std::unique_ptr<Task>> in_order_{};
    std::vector<std::unique_ptr<Task>> idle_{};
    std::unique_ptr<Task> open_{}; ///< its block ended within a game; the next ones continue it

    std::mutex mutex_{};
    std::condition_variable work_{};
    std::condition_variable done_{};
    std::deque<Task*> waiting_{}; ///< guarded
    bool is_stopping_ = false;    ///< guarded

    std::vector<std::jthread> workers_{};
};

void PgnParallelReader::Pool::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        work_.wait(lock, [this] { return is_stopping_ || !waiting_.empty(); });
        if (is_stopping_) return;
        Task& task = *waiting_.front();
        waiting_.pop_front();
        lock.unlock();
        task.parse();
        lock.lock();
        task.is_done = true;
        done_.notify_one();
    }
}

Result<void> PgnParallelReader::Pool::read(ByteSource& source) {
    const std::size_t most = std::size_t{2} * options_.threads + 1;
    PgnCutter cutter(source, options_.block_bytes);
    Result<void> outcome;
    for (bool is_ended = false; !is_ended;) {
        auto task = idle_task();
        outcome = cutter.next(task->block);
        is_ended = !outcome || task->block.is_last;
        if (outcome) submit(std::move(task));
        while (!in_order_.empty() && (is_ended || in_order_.size() >= most)) collect();
    }
    open_.reset(); // only a source that failed leaves a game open
    return outcome;
}

void PgnParallelReader::Pool::submit(std::unique_ptr<Task> task) {
    task->is_done = !task->block.begins_game; // nothing to guess: it continues the one before
    Task* const borrowed = task.get();
    in_order_.push_back(std::move(task));
    if (borrowed->is_done) return;
    borrowed->visitor = make_();
    {
        const std::lock_guard lock(mutex_);
        waiting_.push_back(borrowed);
    }
    work_.notify_one();
}

/// Takes the oldest block. If the one before it ended within a game, what a worker made of this one
/// was a wrong guess, and it is read again as the continuation.
void PgnParallelReader::Pool::collect() {
    auto task = std::move(in_order_.front());
    in_order_.pop_front();
    {
        std::unique_lock lock(mutex_);
        done_.wait(lock, [&task] { return task->is_done; });
    }
    const bool is_last = task->block.is_last;
    const bool next_begins_game = task->block.next_begins_game;
    if (open_ == nullptr) {
        RATA_ASSERT(task->parser != nullptr);
        settle(std::move(task), is_last, next_begins_game);
        return;
    }
    open_->go_on(open_->rest + task->block.text, is_last);
    recycle(std::move(task));
    settle(std::move(open_), is_last, next_begins_game);
}

void PgnParallelReader::Pool::settle(std::unique_ptr<Task> task, bool is_last,
                                     bool next_begins_game) {
    if (!is_last) {
        if (!next_begins_game || !task->parser->can_break()) {
            open_ = std::move(task);
            return;
        }
        task->parser->break_here();
    }
    take_(std::move(task->visitor));
    recycle(std::move(task));
}

std::unique_ptr<Task> PgnParallelReader::Pool::idle_task() {
    if (idle_.empty()) return std::make_unique<Task>();
    auto task = std::move(idle_.back());
    idle_.pop_back();
    return task;
}

/// Keeps the memory of the text.
void PgnParallelReader::Pool::recycle(std::unique_ptr<Task> task) {
    task->parser.reset();
    task->visitor.reset();
    idle_.push_back(std::move(task));
}

PgnParallelReader::PgnParallelReader(const PgnParallelOptions& options, Make make, Take take)
    : pool_(std::make_unique<Pool>(options, std::move(make), std::move(take))) {}

PgnParallelReader::~PgnParallelReader() = default;

Result<void> PgnParallelReader::read(ByteSource& source) { return pool_->read(source); }

} // namespace rata
