#include "engine/base/terminal.hpp"

#include <cstdlib>
#include <string_view>
#include <unistd.h>

namespace rata {

namespace {

std::string_view environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? std::string_view{} : std::string_view{value};
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
    return environment("NO_COLOR").empty() && environment("TERM") != "dumb" && is_terminal(stream);
}

} // namespace rata
