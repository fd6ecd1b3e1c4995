// Lines written for a reader that waits for each of them: a GUI at the other end of a pipe. Every
// line leaves at once and whole, whichever thread writes it, so that two are never glued together.
// For results of a command that runs to its end there is StandardOutput, which gathers them.
#pragma once

#include "engine/base/file_handle.hpp"

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

namespace rata {

class LineOutput {
public:
    /// `on_failure` is called once, on the thread that finds that the reader is gone. The target
    /// stays its owner's. SIGPIPE must be ignored by then: see StandardOutput.
    LineOutput(FileHandle::Native target, std::function<void()> on_failure)
        : target_(target), on_failure_(std::move(on_failure)) {}

    /// The standard streams.
    [[nodiscard]] static LineOutput standard(std::function<void()> on_failure);
    [[nodiscard]] static LineOutput standard_error();

    /// Adds the newline. After a failure nothing is written any more. Any thread.
    void write_line(std::string_view line);

    [[nodiscard]] bool has_failed() const { return failed_.load(std::memory_order_relaxed); }

private:
    FileHandle::Native target_;
    std::function<void()> on_failure_;
    std::mutex mutex_{};
    std::string whole_{}; ///< the line with its newline; kept for its memory
    std::atomic<bool> failed_{false};
};

} // namespace rata
