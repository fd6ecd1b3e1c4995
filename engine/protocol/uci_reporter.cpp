#include "engine/protocol/uci_reporter.hpp"

#include "engine/protocol/principal_variation.hpp"
#include "engine/protocol/uci_text.hpp"

namespace rata::uci {

Reporter::Reporter(Dialogue& dialogue, LinePacer::Now now)
    : dialogue_(dialogue),
      lines_(mutex_, std::move(now), [this](const Position& root, const LineReport& report) {
          dialogue_.say(line_text(root, report, show_wdl_));
      }) {}

void Reporter::on_start(const SearchStart& start) {
    const std::scoped_lock lock(mutex_);
    show_wdl_ = start.options.show_wdl;
    show_current_line_ = start.options.show_current_line;
    show_refutations_ = start.options.show_refutations;
    lines_.begin(start.root);
    if (start.by_clock) {
        dialogue_.remark(start.lag.report());
        if (debug_) dialogue_.say(string_text(start.lag.report()));
    }
}

void Reporter::on_line(const LineReport& report) {
    const std::scoped_lock lock(mutex_);
    lines_.add(report);
}

void Reporter::on_current_move(const CurrentMoveReport& report) {
    const std::scoped_lock lock(mutex_);
    lines_.look_up();
    if (!lines_.may_say_detail()) return;
    dialogue_.say("info depth " + std::to_string(report.depth) + " currmove " +
                  moves_text(*lines_.root(), {&report.move, 1}) + " currmovenumber " +
                  std::to_string(report.number));
}

void Reporter::on_current_line(const CurrentLineReport& report) {
    const std::scoped_lock lock(mutex_);
    if (!show_current_line_ || !lines_.may_say_detail()) return;
    const auto moves = playable_part(*lines_.root(), report.moves);
    dialogue_.say("info currline " + std::to_string(report.thread) + ' ' +
                  moves_text(*lines_.root(), moves));
}

void Reporter::on_refutation(const RefutationReport& report) {
    const std::scoped_lock lock(mutex_);
    if (!show_refutations_ || !lines_.may_say_detail()) return;
    const auto moves = playable_part(*lines_.root(), report.moves);
    dialogue_.say("info refutation " + moves_text(*lines_.root(), moves));
}

void Reporter::on_root_moves(const std::vector<RootMoveReport>& reports) {
    const std::scoped_lock lock(mutex_);
    for (const std::string& line : root_move_lines(*lines_.root(), reports)) dialogue_.say(line);
}

void Reporter::on_text(const std::string& text) { dialogue_.say(string_text(text)); }

void Reporter::on_result(const SearchResult& result) {
    const std::scoped_lock lock(mutex_);
    const Position& root = *lines_.root();
    lines_.finish(result);
    const Move ponder = playable_ponder(root, result.best, result.ponder);
    dialogue_.say(best_move_text(root, result.best, ponder));
}

} // namespace rata::uci
