#include "engine/app/console.hpp"

#include "engine/base/parse.hpp"
#include "engine/base/terminal.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace rata {

namespace {

constexpr std::string_view kErrorStyle = "\x1b[1;31m";
constexpr std::string_view kTitleStyle = "\x1b[1m";
constexpr std::string_view kPlainStyle = "\x1b[0m";

std::string in_style(std::string_view style, std::string_view text) {
    return std::string(style) + std::string(text) + std::string(kPlainStyle);
}

/// Failures are of no interest: there is nowhere to report them.
void write_to_stderr(std::string_view text) {
    static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
    static_cast<void>(std::fflush(stderr));
}

/// Text from outside on a line of its own.
std::string without_controls(std::string_view text) {
    std::string shown(text);
    for (char& c : shown)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
    return shown;
}

} // namespace

bool Console::wants_progress() { return is_terminal(StandardStream::Error); }

std::string Console::program_name() const {
    return command_.empty() ? "ratatosk" : "ratatosk " + command_;
}

std::string Console::error_prefix() const {
    const std::string prefix = program_name() + ':';
    return (wants_color(StandardStream::Error) ? in_style(kErrorStyle, prefix) : prefix) + ' ';
}

void Console::write(std::string_view text) {
    const std::lock_guard lock(mutex_);
    hide_progress(); // both streams may be the same terminal
    output_.write(text);
}

void Console::write_sections(std::string_view text) {
    if (!wants_color(StandardStream::Output)) return write(text);
    std::string shown;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        const bool is_title = line.ends_with(':') && line.front() != ' ';
        shown += is_title ? in_style(kTitleStyle, line) : std::string(line);
        if (end < text.size()) shown += '\n';
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    write(shown);
}

void Console::flush() {
    const std::lock_guard lock(mutex_);
    output_.flush();
}

bool Console::output_failed() {
    const std::lock_guard lock(mutex_);
    return output_.failure().has_value();
}

void Console::complain(std::string_view message) {
    const std::lock_guard lock(mutex_);
    output_.flush(); // keeps the order where both streams go to the same place
    write_error_line(error_prefix() + std::string(message));
}

void Console::tell(std::string_view lines) {
    const std::lock_guard lock(mutex_);
    output_.flush();
    write_error_line(lines);
}

void Console::complain_about(std::string_view text, const Error& error) {
    if (error.where.column == 0) {
        complain(error.message);
        return;
    }
    complain(fmt::format("column {}: {}\n  {}\n  {:>{}}", error.where.column, error.message,
                         without_controls(text), '^', error.where.column));
}

ExitCode Console::usage_error(std::string_view message) {
    complain(message);
    const std::lock_guard lock(mutex_);
    write_error_line("Try '" + program_name() + " --help'.");
    return ExitCode::Usage;
}

void Console::show_progress(std::string_view line) {
    if (!shows_progress_) return;
    const std::lock_guard lock(mutex_);
    // Blanks over the rest of the line before, so that no terminal needs to know escape sequences.
    const std::size_t rest = progress_width_ > line.size() ? progress_width_ - line.size() : 0;
    write_to_stderr('\r' + std::string(line) + std::string(rest, ' ') + std::string(rest, '\b'));
    progress_width_ = line.size();
}

void Console::hide_progress() {
    if (progress_width_ == 0) return;
    write_to_stderr('\r' + std::string(progress_width_, ' ') + '\r');
    progress_width_ = 0;
}

void Console::write_error_line(std::string_view line) {
    hide_progress();
    write_to_stderr(std::string(line) + '\n');
}

ExitCode Console::finish(ExitCode code) {
    const std::lock_guard lock(mutex_);
    hide_progress();
    output_.flush();
    if (!output_.failure()) return code;
    if (!output_.reader_is_gone())
        write_error_line(error_prefix() + output_.failure()->to_string());
    return code == ExitCode::Interrupted ? code : ExitCode::InputOutput;
}

void Console::leave(ExitCode code) {
    const ExitCode last = finish(code);
    std::_Exit(static_cast<int>(last));
}

} // namespace rata
