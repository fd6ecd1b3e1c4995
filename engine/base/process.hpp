// A child process that is talked to over pipes: engines under a match runner or a test, programs
// under test. It is no shell: the program is named and its arguments are passed as they are.
//
// One owner. One thread may write while another one reads; wait(), terminate() and kill() may be
// called from any thread. A child that still runs when its Process is destroyed is killed, along
// with the processes it started, and none is left behind as a zombie.
#pragma once

#include "engine/base/clock.hpp"
#include "engine/base/result.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rata {

/// Where the child's stderr goes.
enum class ErrorStream {
    Inherit, ///< to ours
    Pipe,    ///< to be read by us; a child whose pipe nobody reads stands still when it is full
    Merge,   ///< into its stdout
    Discard,
};

struct ProcessOptions {
    std::string program;                           ///< a path, or a name to be looked up in PATH
    std::vector<std::string> arguments{};          ///< without the program's own name
    std::optional<std::filesystem::path> folder{}; ///< working directory; ours if not given
    std::vector<std::pair<std::string, std::string>> environment{}; ///< added to ours
    ErrorStream errors = ErrorStream::Inherit;
};

/// How a process ended.
struct ExitStatus {
    int code = 0;   ///< what it returned; meaningless if a signal ended it
    int signal = 0; ///< the signal that ended it, or 0

    [[nodiscard]] bool success() const { return code == 0 && signal == 0; }
    /// "exit code 3", "killed by signal 11".
    [[nodiscard]] std::string to_string() const;

    bool operator==(const ExitStatus&) const = default;
};

/// A line from the child, or why there is none.
struct ProcessLine {
    enum class Outcome {
        Line,    ///< `text` is a line, without its end; at the end of the stream it may lack one
        TimeOut, ///< no whole line came in time
        Stopped, ///< the caller was asked to stop
        Closed,  ///< the stream has ended; there will be no more lines
    };

    Outcome outcome = Outcome::Closed;
    std::string text{};
    TimePoint arrived{}; ///< when its last byte was read from the pipe

    [[nodiscard]] bool is_line() const { return outcome == Outcome::Line; }
};

/// What a program did that was run to its end.
struct ProcessRun {
    ExitStatus status{};
    std::string output{};
    std::string errors{};
};

class Process {
public:
    enum class Stream { Output, Errors };

    /// Starts the program. That it does not exist or may not be run is reported here.
    [[nodiscard]] static Result<Process> start(const ProcessOptions& options);

    /// Runs a program to its end: feeds it `input`, gathers its output, and its errors if they are
    /// piped. If it takes longer than the time-out, it is killed and an Error is returned.
    [[nodiscard]] static Result<ProcessRun> run(const ProcessOptions& options,
                                                std::string_view input, milliseconds timeout);

    Process(Process&&) noexcept;
    Process& operator=(Process&&) noexcept;
    ~Process();

    /// Writes all of `text` to the child's stdin. Fails if the child closed it, or did not read
    /// the whole of it within the time-out.
    [[nodiscard]] Result<void> write(std::string_view text,
                                     milliseconds timeout = milliseconds(5000));

    /// The child sees the end of its input.
    void close_input();

    /// Waits for the next line. Streams may be read by different threads. Lines end in LF or CRLF;
    /// one longer than a MiB is cut there, so that a mad child cannot eat all memory.
    [[nodiscard]] ProcessLine read_line(milliseconds timeout, Stream stream = Stream::Output,
                                        const std::stop_token& stop = {});

    /// Waits for the end of the process; nothing if it is still running after the time-out.
    [[nodiscard]] std::optional<ExitStatus> wait(milliseconds timeout);

    [[nodiscard]] bool is_running() { return !wait(milliseconds(0)).has_value(); }

    /// Asks the process and its children to end, or ends them. No effect once it has ended.
    void terminate();
    void kill();

    /// The number by which the system knows it.
    [[nodiscard]] long id() const;

private:
    struct Impl;
    explicit Process(std::unique_ptr<Impl> impl);

    std::unique_ptr<Impl> impl_;
};

} // namespace rata
