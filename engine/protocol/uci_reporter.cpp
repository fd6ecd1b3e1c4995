#include "engine/protocol/uci_reporter.hpp"

#include "engine/protocol/principal_variation.hpp"
#include "engine/protocol/uci_text.hpp"

#include <algorithm>

namespace rata::uci {

namespace {

bool is_same_news(const LineReport& a, const LineReport& b) {
    return a.depth == b.depth && a.line == b.line && a.score == b.score && a.bound == b.bound &&
           a.nodes == b.nodes && a.moves == b.moves;
}

} // namespace

Reporter::Reporter(Dialogue& dialogue, Now now)
    : dialogue_(dialogue), now_(std::move(now)), budget_(now_()),
      thread_([this](const std::stop_token& stop) { say_late_lines(stop); }) {}

void Reporter::on_start(const SearchStart& start) {
    const std::scoped_lock lock(mutex_);
    root_ = &start.root;
    started_ = now_();
    show_wdl_ = start.options.show_wdl;
    show_current_line_ = start.options.show_current_line;
    show_refutations_ = start.options.show_refutations;
    pending_.clear();
    last_said_.reset();
    if (start.by_clock) {
        dialogue_.remark(start.lag.report());
        if (debug_) dialogue_.say(string_text(start.lag.report()));
    }
}

void Reporter::on_line(const LineReport& report) {
    const std::scoped_lock lock(mutex_);
    const TimePoint now = now_();
    if (report.bound == Bound::Exact) {
        pending_[report.line] = report;
        say_pending(now);
    } else if (is_late(now) && budget_.try_take(now)) {
        say_line(report); // on its way; if there is no room for it now, it is soon out of date
    }
}

void Reporter::on_current_move(const CurrentMoveReport& report) {
    const std::scoped_lock lock(mutex_);
    say_pending(now_());
    if (!may_say_detail()) return;
    dialogue_.say("info depth " + std::to_string(report.depth) + " currmove " +
                  moves_text(*root_, {&report.move, 1}) + " currmovenumber " +
                  std::to_string(report.number));
}

void Reporter::on_current_line(const CurrentLineReport& report) {
    const std::scoped_lock lock(mutex_);
    if (!show_current_line_ || !may_say_detail()) return;
    const auto moves = playable_part(*root_, report.moves);
    dialogue_.say("info currline " + std::to_string(report.thread) + ' ' +
                  moves_text(*root_, moves));
}

void Reporter::on_refutation(const RefutationReport& report) {
    const std::scoped_lock lock(mutex_);
    if (!show_refutations_ || !may_say_detail()) return;
    const auto moves = playable_part(*root_, report.moves);
    dialogue_.say("info refutation " + moves_text(*root_, moves));
}

void Reporter::on_text(const std::string& text) { dialogue_.say(string_text(text)); }

void Reporter::on_result(const SearchResult& result) {
    const std::scoped_lock lock(mutex_);
    say_last_lines(result);
    const Move ponder = playable_ponder(*root_, result.best, result.ponder);
    dialogue_.say(best_move_text(*root_, result.best, ponder));
    root_ = nullptr;
}

bool Reporter::may_say_detail() {
    const TimePoint now = now_();
    return is_late(now) && budget_.try_take(now);
}

void Reporter::say_pending(TimePoint now) {
    while (!pending_.empty() && budget_.try_take(now)) {
        say_line(pending_.begin()->second);
        pending_.erase(pending_.begin());
    }
    if (!pending_.empty()) pending_changed_.notify_all();
}

void Reporter::say_late_lines(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    const auto wanted = [this] { return !pending_.empty(); };
    while (pending_changed_.wait(lock, stop, wanted)) {
        // Nothing but a request to stop shortens the time that brings the next permit.
        pending_changed_.wait_for(lock, stop, OutputBudget::kRefill, [] { return false; });
        if (root_ != nullptr) say_pending(now_());
    }
}

void Reporter::say_line(LineReport report) {
    report.moves = playable_part(*root_, report.moves);
    // A search tells its last lines again before it names the move, and nothing but time has
    // passed.
    if (last_said_ && is_same_news(*last_said_, report)) return;
    dialogue_.say(line_text(*root_, report, show_wdl_));
    last_said_ = std::move(report);
}

/// The best move is never left without its line, nor a line of MultiPV without its last state.
void Reporter::say_last_lines(const SearchResult& result) {
    for (const auto& [rank, report] : pending_)
        if (rank != result.line.line) say_line(report);
    pending_.clear();
    LineReport last = result.line;
    if (result.best.is_some()) {
        last.depth = std::max(last.depth, 1);
        if (last.moves.empty() || last.moves.front() != result.best) last.moves = {result.best};
    }
    say_line(std::move(last));
}

} // namespace rata::uci
