// What a search tells, in the XBoard protocol: lines of thought, if they are wanted. The result is
// kept for the protocol, which alone knows what to make of it, and the protocol is woken.
#pragma once

#include "engine/protocol/dialogue.hpp"
#include "engine/protocol/line_pacer.hpp"
#include "engine/session/session_listener.hpp"

#include <atomic>
#include <mutex>
#include <optional>

namespace rata::xboard {

/// What "." asks for.
struct SearchStatus {
    milliseconds time{};
    Depth depth = 0;
    int moves_left = 0;
    int moves = 0;
    std::string move{};
};

class Reporter final : public SessionListener {
public:
    /// `wake` is called on the search thread when there is a result to be taken.
    Reporter(Dialogue& dialogue, std::function<void()> wake, LinePacer::Now now = Clock::now);

    /// Whether the GUI reads comments: lines that begin with "#". Any thread.
    void set_comments(bool on) { comments_ = on; }
    /// To the person, and if the GUI reads no comments, to the log. "telluser" would open a window
    /// over the game for each of them. Any thread.
    void say_comment(std::string_view text);
    /// Whether lines of thought are said.
    void set_post(bool on);
    /// The result that has come since this was last called.
    [[nodiscard]] std::optional<SearchResult> take_result();
    /// How far the search has got; nothing but zeros before it has begun.
    [[nodiscard]] SearchStatus status();

    void on_start(const SearchStart& start) override;
    void on_line(const LineReport& report) override;
    void on_current_move(const CurrentMoveReport& report) override;
    void on_text(const std::string& text) override;
    void on_result(const SearchResult& result) override;

private:
    Dialogue& dialogue_;
    std::function<void()> wake_;
    LinePacer::Now now_;
    std::atomic<bool> comments_{true};
    std::mutex mutex_{};
    bool post_ = false;
    TimePoint started_{};
    int root_moves_ = 0;
    CurrentMoveReport current_{};
    std::optional<SearchResult> result_{};
    LinePacer lines_; ///< last: its thread uses everything above
};

} // namespace rata::xboard
