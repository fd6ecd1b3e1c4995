#include "engine/base/line_input.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>
#include <utility>

namespace rata {

namespace {

constexpr std::size_t kInputBlock = 1 << 16;

void write_wake(FileHandle::Native pipe) { static_cast<void>(::write(pipe, "", 1) == 1); }

} // namespace

Result<LineInput> LineInput::open(FileHandle::Native source, std::stop_token stop) {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) return system_error("cannot make a pipe", errno, "");
    for (const int end : ends) {
        ::fcntl(end, F_SETFD, FD_CLOEXEC);
        ::fcntl(end, F_SETFL, O_NONBLOCK); // a pipe full of wakes wakes as well
    }
    LineInput input;
    input.source_ = source;
    input.stop_ = std::move(stop);
    input.wake_reading_ = FileHandle(ends[0]);
    input.wake_writing_ = std::make_unique<FileHandle>(ends[1]);
    const FileHandle* writing = input.wake_writing_.get();
    input.waker_ =
        std::make_unique<Waker>(input.stop_, [writing] { write_wake(writing->native()); });
    return input;
}

Result<LineInput> LineInput::standard(std::stop_token stop) {
    return open(STDIN_FILENO, std::move(stop));
}

std::optional<LineInput::Line> LineInput::next() {
    for (;;) {
        if (stop_.stop_requested()) return std::nullopt;
        if (auto line = take_line()) return line;
        if (ended_) return std::nullopt;
        switch (wait_for_event()) {
        case Event::Stopped: return std::nullopt;
        case Event::Woken: return Line{.arrived = Clock::now(), .is_wake = true};
        case Event::Bytes: ended_ = !read_block();
        }
    }
}

bool LineInput::has_more() const {
    if (ended_ || !buffer_.empty()) return true;
    pollfd entry{.fd = source_, .events = POLLIN, .revents = 0};
    return ::poll(&entry, 1, 0) > 0;
}

void LineInput::wake() const { write_wake(wake_writing_->native()); }

void LineInput::forget_wakes() const {
    std::array<char, 64> bytes{};
    while (::read(wake_reading_.native(), bytes.data(), bytes.size()) > 0) {
    }
}

LineInput::Event LineInput::wait_for_event() {
    for (;;) {
        std::array<pollfd, 2> entries{
            pollfd{.fd = source_, .events = POLLIN, .revents = 0},
            pollfd{.fd = wake_reading_.native(), .events = POLLIN, .revents = 0}};
        const int count = ::poll(entries.data(), entries.size(), -1);
        if (stop_.stop_requested()) return Event::Stopped;
        if (count > 0 && (entries[1].revents & POLLIN) != 0) {
            forget_wakes();
            return Event::Woken;
        }
        // What poll cannot watch, read will tell about.
        if (count > 0 || (count < 0 && errno != EINTR)) return Event::Bytes;
    }
}

/// False at the end of the input.
bool LineInput::read_block() {
    if (buffer_.size() > kLongestLine) { // no newline in all of it
        buffer_.clear();
        searched_ = 0;
        overflowed_ = true;
    }
    const std::size_t used = buffer_.size();
    buffer_.resize(used + kInputBlock);
    ssize_t count = 0;
    do {
        count = ::read(source_, buffer_.data() + used, kInputBlock);
    } while (count < 0 && errno == EINTR);
    arrived_ = Clock::now();
    buffer_.resize(used + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    return count > 0;
}

std::optional<LineInput::Line> LineInput::take_line() {
    const std::size_t end = buffer_.find('\n', searched_);
    if (end != std::string::npos) return take(end, 1);
    searched_ = buffer_.size();
    if (ended_ && (!buffer_.empty() || overflowed_)) return take(buffer_.size(), 0);
    return std::nullopt;
}

LineInput::Line LineInput::take(std::size_t size, std::size_t skipped) {
    Line line{.text = buffer_.substr(0, size), .arrived = arrived_};
    buffer_.erase(0, size + skipped);
    searched_ = 0;
    if (line.text.ends_with('\r')) line.text.pop_back();
    if (std::exchange(overflowed_, false) || line.text.size() > kLongestLine) {
        line.text.clear();
        line.too_long = true;
    }
    return line;
}

} // namespace rata
