#include "engine/base/terminal.hpp"

#include <cerrno>
#include <cstdlib>
#include <poll.h>
#include <string_view>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <utility>

namespace rata {

namespace {

std::string_view environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? std::string_view{} : std::string_view{value};
}

/// Zeros if it does not tell.
winsize size_of_terminal() {
    winsize size{};
    return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size : winsize{};
}

} // namespace

bool is_terminal(StandardStream stream) {
    switch (stream) {
    case StandardStream::Input: return isatty(STDIN_FILENO) == 1;
    case StandardStream::Output: return isatty(STDOUT_FILENO) == 1;
    case StandardStream::Error: return isatty(STDERR_FILENO) == 1;
    }
    return false;
}

bool wants_color(StandardStream stream) {
    const std::string_view terminal = environment("TERM");
    return environment("NO_COLOR").empty() && !terminal.empty() && terminal != "dumb" &&
           is_terminal(stream);
}

std::size_t terminal_columns() {
    const winsize size = size_of_terminal();
    return size.ws_col > 0 ? size.ws_col : 80;
}

std::size_t terminal_rows() {
    const winsize size = size_of_terminal();
    return size.ws_row > 0 ? size.ws_row : 24;
}

struct RawTerminal::Before {
    termios settings{};
};

std::optional<RawTerminal> RawTerminal::open() {
    if (!is_terminal(StandardStream::Input) || !is_terminal(StandardStream::Output) ||
        environment("TERM").empty() || environment("TERM") == "dumb")
        return std::nullopt;
    auto before = std::make_unique<Before>();
    if (::tcgetattr(STDIN_FILENO, &before->settings) != 0) return std::nullopt;
    termios raw = before->settings;
    raw.c_iflag &= ~static_cast<tcflag_t>(ICRNL | IXON);
    raw.c_lflag &= ~static_cast<tcflag_t>(ECHO | ICANON | IEXTEN | ISIG);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    // What has been typed already is not thrown away.
    if (::tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) != 0) return std::nullopt;
    return RawTerminal(std::move(before));
}

RawTerminal::RawTerminal(std::unique_ptr<Before> before) : before_(std::move(before)) {}
RawTerminal::RawTerminal(RawTerminal&&) noexcept = default;
RawTerminal::~RawTerminal() {
    if (before_) ::tcsetattr(STDIN_FILENO, TCSADRAIN, &before_->settings);
}

std::optional<char> RawTerminal::next() { // NOLINT(readability-convert-member-functions-to-static)
    char key = 0;
    ssize_t count = 0;
    do {
        count = ::read(STDIN_FILENO, &key, 1);
    } while (count < 0 && errno == EINTR);
    return count == 1 ? std::optional(key) : std::nullopt;
}

bool RawTerminal::has_key() const { // NOLINT(readability-convert-member-functions-to-static)
    pollfd entry{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
    return ::poll(&entry, 1, 0) > 0;
}

} // namespace rata
