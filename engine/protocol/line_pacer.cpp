#include "engine/protocol/line_pacer.hpp"

#include "engine/protocol/principal_variation.hpp"

#include <algorithm>

namespace rata {

namespace {

bool is_same_news(const LineReport& a, const LineReport& b) {
    return a.depth == b.depth && a.line == b.line && a.score == b.score && a.bound == b.bound &&
           a.nodes == b.nodes && a.moves == b.moves;
}

} // namespace

LinePacer::LinePacer(std::mutex& mutex, Now now, Say say)
    : mutex_(mutex), now_(std::move(now)), say_(std::move(say)), budget_(now_()),
      thread_([this](const std::stop_token& stop) { say_late_lines(stop); }) {}

void LinePacer::begin(const Position& root) {
    root_ = &root;
    started_ = now_();
    pending_.clear();
    last_said_.reset();
}

void LinePacer::add(const LineReport& report) {
    const TimePoint now = now_();
    if (report.bound == Bound::Exact) {
        pending_[report.line] = report;
        say_pending(now);
    } else if (is_late(now) && budget_.try_take(now)) {
        say_line(report); // on its way; if there is no room for it now, it is soon out of date
    }
}

bool LinePacer::may_say_detail() {
    const TimePoint now = now_();
    return is_late(now) && budget_.try_take(now);
}

void LinePacer::say_pending(TimePoint now) {
    while (!pending_.empty() && budget_.try_take(now)) {
        say_line(pending_.begin()->second);
        pending_.erase(pending_.begin());
    }
    if (!pending_.empty()) pending_changed_.notify_all();
}

void LinePacer::say_late_lines(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    const auto wanted = [this] { return !pending_.empty(); };
    while (pending_changed_.wait(lock, stop, wanted)) {
        // Nothing but a request to stop shortens the time that brings the next permit.
        pending_changed_.wait_for(lock, stop, OutputBudget::kRefill, [] { return false; });
        if (root_ != nullptr) say_pending(now_());
    }
}

void LinePacer::say_line(LineReport report) {
    report.moves = playable_part(*root_, report.moves);
    // A search tells its last lines again before it names the move, and nothing but time has
    // passed.
    if (last_said_ && is_same_news(*last_said_, report)) return;
    say_(*root_, report);
    last_said_ = std::move(report);
}

/// The best move is never left without its line, nor a line of MultiPV without its last state.
void LinePacer::finish(const SearchResult& result) {
    for (const auto& [rank, report] : pending_)
        if (rank != result.line.line) say_line(report);
    pending_.clear();
    LineReport last = result.line;
    if (result.best.is_some()) {
        last.depth = std::max(last.depth, 1);
        if (last.moves.empty() || last.moves.front() != result.best) last.moves = {result.best};
    }
    say_line(std::move(last));
    root_ = nullptr;
}

} // namespace rata
