#include "engine/base/append_file.hpp"

#include "engine/base/clock.hpp"

#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace rata {

namespace {

/// How long the reader of a pipe is waited for while the pipe is full.
constexpr milliseconds kPatienceWithReader{1000};

bool is_read_on(const FileHandle& file) {
    struct pollfd watched {
        .fd = file.native(), .events = POLLOUT, .revents = 0
    };
    return ::poll(&watched, 1, static_cast<int>(kPatienceWithReader.count())) != 0;
}

} // namespace

Result<AppendFile> AppendFile::open(const std::filesystem::path& path) {
    // Without waiting: a pipe that nobody reads is an error, and so is one whose reader stops.
    constexpr int kFlags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK;
    FileHandle file(::open(path.c_str(), kFlags, 0666));
    if (!file.is_open()) return system_error("cannot open to write", errno, path.string());
    return AppendFile(std::move(file), path.string());
}

Result<void> AppendFile::write(std::string_view text) {
    while (!text.empty()) {
        const ssize_t count = ::write(file_.native(), text.data(), text.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && errno == EAGAIN && is_read_on(file_)) continue;
        if (count < 0) return system_error("cannot write", errno, name_);
        text.remove_prefix(static_cast<std::size_t>(count));
    }
    return {};
}

} // namespace rata
