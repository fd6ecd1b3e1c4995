// Where a command writes: results to standard output, everything else to standard error. All
// commands share the one made in program.cpp. Any thread may call.
#pragma once

#include "engine/app/exit_code.hpp"
#include "engine/base/standard_output.hpp"

#include <fmt/format.h>

#include <mutex>
#include <string>
#include <string_view>

namespace rata {

class Console {
public:
    /// The name of the running command; it begins every message. Empty for the program itself.
    void set_command(std::string name) { command_ = std::move(name); }

    /// Results.
    void write(std::string_view text);
    /// The same of a text of sections: on a terminal that wants colour their titles stand out.
    void write_sections(std::string_view text);
    template <typename... Arguments>
    void print(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
        write(fmt::format(format, std::forward<Arguments>(arguments)...));
    }
    void flush();
    /// Whether results are lost, so that going on is of no use.
    [[nodiscard]] bool output_failed();

    /// A line on standard error: "ratatosk perft: ...".
    void complain(std::string_view message);
    void complain(const Error& error) { complain(error.to_string()); }
    /// Lines on standard error that are no complaint, as they are.
    void tell(std::string_view lines);
    /// An error in a short text that was given on the command line: the text is shown, with a mark
    /// under the place.
    void complain_about(std::string_view text, const Error& error);
    /// A complaint, with a hint at the help.
    ExitCode usage_error(std::string_view message);

    /// Whether progress is shown: standard error is a terminal.
    [[nodiscard]] bool shows_progress() const { return shows_progress_; }
    /// One line that replaces the one before. It makes way for everything else that is written.
    void show_progress(std::string_view line);

    /// Flushes, and tells about lost output. Returns the exit code that is to be used.
    ExitCode finish(ExitCode code);
    /// The same, and leaves the process as it stands, threads and all.
    [[noreturn]] void leave(ExitCode code);

private:
    [[nodiscard]] std::string program_name() const;
    /// The name before a complaint, which stands out on a terminal that wants colour.
    [[nodiscard]] std::string error_prefix() const;
    void write_error_line(std::string_view line);
    void hide_progress();

    std::mutex mutex_{};
    std::string command_{};
    StandardOutput output_{};
    bool shows_progress_ = wants_progress();
    std::size_t progress_width_ = 0;

    [[nodiscard]] static bool wants_progress();
};

} // namespace rata
