#include "engine/base/line_output.hpp"

#include <cerrno>
#include <unistd.h>

namespace rata {

namespace {

bool write_all(FileHandle::Native target, std::string_view text) {
    while (!text.empty()) {
        const ssize_t count = ::write(target, text.data(), text.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return false;
        text.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

} // namespace

LineOutput LineOutput::standard(std::function<void()> on_failure) {
    return {STDOUT_FILENO, std::move(on_failure)};
}

LineOutput LineOutput::standard_error() {
    return {STDERR_FILENO, [] {}};
}

void LineOutput::write_line(std::string_view line) {
    {
        const std::scoped_lock lock(mutex_);
        if (has_failed()) return;
        whole_.assign(line);
        whole_ += '\n';
        if (write_all(target_, whole_)) return;
        failed_ = true;
    }
    on_failure_();
}

} // namespace rata
