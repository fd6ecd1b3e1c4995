#include "engine/protocol/xboard_reporter.hpp"

#include "engine/notation/san.hpp"
#include "engine/protocol/xboard_text.hpp"
#include "engine/rules/movegen.hpp"

#include <algorithm>
#include <utility>

namespace rata::xboard {

Reporter::Reporter(Dialogue& dialogue, std::function<void()> wake, LinePacer::Now now)
    : dialogue_(dialogue), wake_(std::move(wake)), now_(now),
      lines_(mutex_, std::move(now), [this](const Position& root, const LineReport& report) {
          if (post_) dialogue_.say(thinking_line(root, report));
      }) {}

void Reporter::set_post(bool on) {
    const std::scoped_lock lock(mutex_);
    post_ = on;
}

std::optional<SearchResult> Reporter::take_result() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(result_, std::nullopt);
}

SearchStatus Reporter::status() {
    const std::scoped_lock lock(mutex_);
    if (lines_.root() == nullptr) return {};
    SearchStatus status{.time = std::chrono::duration_cast<milliseconds>(now_() - started_),
                        .depth = current_.depth,
                        .moves_left = root_moves_ - current_.number,
                        .moves = root_moves_};
    if (current_.move.is_some()) status.move = to_san(current_.move, *lines_.root());
    return status;
}

void Reporter::on_start(const SearchStart& start) {
    const std::scoped_lock lock(mutex_);
    started_ = now_();
    root_moves_ = static_cast<int>(count_legal_moves(start.root));
    current_ = {};
    lines_.begin(start.root);
    if (start.by_clock) dialogue_.remark(start.lag.report());
}

void Reporter::on_line(const LineReport& report) {
    const std::scoped_lock lock(mutex_);
    lines_.add(report);
}

void Reporter::on_current_move(const CurrentMoveReport& report) {
    const std::scoped_lock lock(mutex_);
    current_ = report;
    lines_.look_up();
}

void Reporter::on_text(const std::string& text) { say_comment(text); }

void Reporter::say_comment(std::string_view text) {
    if (comments_)
        dialogue_.say("# " + std::string(text));
    else
        dialogue_.remark(text);
}

void Reporter::on_result(const SearchResult& result) {
    {
        const std::scoped_lock lock(mutex_);
        lines_.finish(result);
        result_ = result;
    }
    wake_();
}

} // namespace rata::xboard
