#include "engine/base/standard_output.hpp"

#include "engine/base/file_handle.hpp"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace rata {

namespace {

constexpr std::size_t kBufferSize = 1 << 16;

bool is_open(int descriptor) { return ::fcntl(descriptor, F_GETFD) != -1 || errno != EBADF; }

} // namespace

StandardOutput::StandardOutput() {
    std::signal(SIGPIPE, SIG_IGN);
    was_open_ = is_open(STDOUT_FILENO);
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        // The system gives the lowest free number, which is this one: the lower ones are open.
        if (!is_open(descriptor)) static_cast<void>(::open("/dev/null", O_RDWR));
    }
}

StandardOutput::~StandardOutput() { flush(); }

void StandardOutput::write(std::string_view text) {
    if (failure_) return;
    buffer_ += text;
    if (buffer_.size() >= kBufferSize) flush();
}

void StandardOutput::flush() {
    std::string_view rest = buffer_;
    if (!was_open_ && !rest.empty()) fail(EBADF);
    while (!failure_ && !rest.empty()) {
        const ssize_t count = ::write(STDOUT_FILENO, rest.data(), rest.size());
        if (count >= 0)
            rest.remove_prefix(static_cast<std::size_t>(count));
        else if (errno != EINTR)
            fail(errno);
    }
    buffer_.clear();
}

void StandardOutput::fail(int error_number) {
    if (failure_) return;
    reader_is_gone_ = error_number == EPIPE;
    failure_ = system_error("cannot write", error_number, "standard output");
}

} // namespace rata
