// Standard output as a thing that can fail: the disk may be full, the reader of a pipe may be gone,
// the stream may never have been open. Programs print their results through the one object of this
// class, look at failure() when it suits them, and end with an exit code that tells. One thread at
// a time.
#pragma once

#include "engine/base/error.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace rata {

class StandardOutput {
public:
    /// From here on writing into a pipe that nobody reads is an error, not the end of the process.
    /// Standard streams that are closed are opened on nothing, lest a file opened later takes
    /// their place and gets what was meant for them.
    StandardOutput();
    /// Flushes.
    ~StandardOutput();
    StandardOutput(const StandardOutput&) = delete;
    StandardOutput& operator=(const StandardOutput&) = delete;

    /// Buffered. After a failure the text is dropped.
    void write(std::string_view text);
    void flush();

    /// The first failure.
    [[nodiscard]] const std::optional<Error>& failure() const { return failure_; }
    /// Whether that was the reader's going away, which is no news to anybody ("... | head").
    [[nodiscard]] bool reader_is_gone() const { return reader_is_gone_; }

private:
    void fail(int error_number);

    std::string buffer_{};
    std::optional<Error> failure_{};
    bool was_open_ = true;
    bool reader_is_gone_ = false;
};

} // namespace rata
