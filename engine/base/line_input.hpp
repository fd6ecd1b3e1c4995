// Lines as they come from a pipe, a terminal or a file, one at a time, for a thread that has
// nothing else to do than to wait for them. Unlike ByteSource it can be woken: a request to stop
// ends the waiting. One thread calls next(); the request may come from any thread.
#pragma once

#include "engine/base/clock.hpp"
#include "engine/base/file_handle.hpp"
#include "engine/base/result.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace rata {

class LineInput {
public:
    /// A longer line is passed over, so that a mad writer cannot eat all memory.
    static constexpr std::size_t kLongestLine = std::size_t{1} << 22;

    struct Line {
        std::string text{}; ///< without LF or CRLF; may hold any other byte
        TimePoint arrived{};
        bool too_long = false; ///< the text was passed over and is empty
        bool is_wake = false;  ///< no line at all: somebody called wake()
    };

    /// Reads from `source`, which stays its owner's and must outlive the object.
    [[nodiscard]] static Result<LineInput> open(FileHandle::Native source, std::stop_token stop);
    /// Reads from standard input, which is left as it is: not made non-blocking, not unbuffered.
    [[nodiscard]] static Result<LineInput> standard(std::stop_token stop);

    /// Makes next() return, now or when it is next called, without a line. Any thread.
    void wake() const;

    /// Waits for the next line. Nothing at the end of the input, or when asked to stop. The last
    /// line need not end in a newline.
    [[nodiscard]] std::optional<Line> next();

    /// Whether there is more to read by now, or the end of it, so that next() would hardly wait.
    [[nodiscard]] bool has_more() const;

private:
    using Waker = std::stop_callback<std::function<void()>>;

    LineInput() = default;
    enum class Event { Bytes, Woken, Stopped };
    [[nodiscard]] Event wait_for_event();
    void forget_wakes() const;
    [[nodiscard]] bool read_block();
    [[nodiscard]] std::optional<Line> take_line();
    [[nodiscard]] Line take(std::size_t size, std::size_t skipped);

    FileHandle::Native source_ = FileHandle::kNone;
    std::stop_token stop_{};
    FileHandle wake_reading_{};
    std::unique_ptr<FileHandle> wake_writing_{}; ///< at a fixed address for the waker
    std::unique_ptr<Waker> waker_{};             ///< after what it writes to
    std::string buffer_{};
    std::size_t searched_ = 0; ///< there is no newline in the buffer before this
    bool ended_ = false;
    bool overflowed_ = false; ///< the front of the present line has been thrown away
    TimePoint arrived_{};
};

} // namespace rata
