// The dialogue with a GUI: what the engine says goes out by it, and with "Debug Log File" both
// sides are written down with their times. A log that cannot be written is given up after one
// warning, and play goes on. All of it may be called from any thread.
#pragma once

#include "engine/base/append_file.hpp"
#include "engine/base/clock.hpp"
#include "engine/protocol/line_sink.hpp"
#include "engine/session/session.hpp"

#include <mutex>
#include <optional>
#include <string>

namespace rata {

class Dialogue {
public:
    /// Both sinks must outlive it. `aside` is for people: what must not reach the GUI.
    Dialogue(LineSink& out, LineSink& aside) : out_(out), aside_(aside) {}

    /// To the GUI.
    void say(std::string_view line);
    /// To the person at the terminal, if there is one. Not in the log.
    void say_aside(std::string_view line) { aside_.write_line(line); }
    /// Notes a line from the GUI.
    void hear(std::string_view line, TimePoint arrived);

    /// Notes what is of interest to whoever reads the log.
    void remark(std::string_view text) { note('#', text, Clock::now()); }

    /// Begins a log in another file, or ends it for an empty path.
    [[nodiscard]] Result<void> set_log(const std::string& path);
    /// Why the log was given up; told once.
    [[nodiscard]] std::optional<Error> take_log_failure();

private:
    void note(char direction, std::string_view line, TimePoint when);

    LineSink& out_;
    LineSink& aside_;
    std::mutex mutex_{};
    std::optional<AppendFile> log_{};
    TimePoint log_start_{};
    std::optional<Error> log_failure_{};
};

/// For the log, at the end of a game.
[[nodiscard]] std::string ponder_text(Session::PonderCount count);

} // namespace rata
