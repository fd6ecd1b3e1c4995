#include "engine/base/process.hpp"

#include "engine/base/file_handle.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <mutex>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace rata {

namespace {

constexpr std::size_t kPipeBlock = 1 << 14;
constexpr std::size_t kLongestLine = 1 << 20;
constexpr milliseconds kStopCheck{20};  // how long a stop request may go unnoticed
constexpr milliseconds kLongestNap{10}; // between two looks at a running child

// Long enough for every purpose, and short enough to be added to a time point.
constexpr milliseconds kForever = std::chrono::hours(24 * 365);

TimePoint deadline_after(milliseconds timeout) {
    return Clock::now() + std::clamp(timeout, milliseconds(0), kForever);
}

// At least 1 ms until the time is really up, so that a wait never degenerates into spinning.
milliseconds time_left(TimePoint deadline) {
    const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now());
    return std::max(left, milliseconds(0));
}

struct Pipe {
    FileHandle reading;
    FileHandle writing;
};

// Numbers below 3 are for the standard streams: a pipe that got one (because ours are closed) would
// be overwritten while the child's streams are put into place.
Result<FileHandle> above_standard_streams(FileHandle file) {
    if (file.native() > STDERR_FILENO) return file;
    FileHandle copy(::fcntl(file.native(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    if (!copy.is_open()) return system_error("cannot make a pipe", errno, "");
    return copy;
}

Result<Pipe> make_pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return system_error("cannot make a pipe", errno, "");
    }
    FileHandle first(ends[0]);
    FileHandle second(ends[1]);
    auto reading = above_standard_streams(std::move(first));
    if (!reading) return reading.error();
    auto writing = above_standard_streams(std::move(second));
    if (!writing) return writing.error();
    return Pipe{.reading = std::move(*reading), .writing = std::move(*writing)};
}

void make_nonblocking(const FileHandle& file) {
    const int flags = ::fcntl(file.native(), F_GETFL);
    ::fcntl(file.native(), F_SETFL, flags | O_NONBLOCK);
}

// While it lives, writing to a pipe that nobody reads is an error for this thread, not its death.
// The way of the whole process to treat SIGPIPE is not a library's to change.
class PipeSignalGuard {
public:
    PipeSignalGuard() {
        sigemptyset(&pipe_signal_);
        sigaddset(&pipe_signal_, SIGPIPE);
        sigset_t pending;
        sigpending(&pending);
        was_pending_ = sigismember(&pending, SIGPIPE) == 1;
        pthread_sigmask(SIG_BLOCK, &pipe_signal_, &before_);
    }
    ~PipeSignalGuard() {
        constexpr timespec kNoWait{};
        if (!was_pending_) {
            while (sigtimedwait(&pipe_signal_, nullptr, &kNoWait) < 0 && errno == EINTR) {
            }
        }
        pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    }
    PipeSignalGuard(const PipeSignalGuard&) = delete;
    PipeSignalGuard& operator=(const PipeSignalGuard&) = delete;

private:
    sigset_t pipe_signal_{};
    sigset_t before_{};
    bool was_pending_ = false;
};

// What posix_spawn needs to know, released together.
class SpawnPlan {
public:
    SpawnPlan() {
        posix_spawn_file_actions_init(&actions_);
        posix_spawnattr_init(&attributes_);
    }
    ~SpawnPlan() {
        posix_spawnattr_destroy(&attributes_);
        posix_spawn_file_actions_destroy(&actions_);
    }
    SpawnPlan(const SpawnPlan&) = delete;
    SpawnPlan& operator=(const SpawnPlan&) = delete;

    void connect(const FileHandle& ours, int theirs) {
        posix_spawn_file_actions_adddup2(&actions_, ours.native(), theirs);
    }
    void connect_errors_to_output() {
        posix_spawn_file_actions_adddup2(&actions_, STDOUT_FILENO, STDERR_FILENO);
    }
    void discard_errors() {
        posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    }
    void change_folder(const std::filesystem::path& folder) {
        posix_spawn_file_actions_addchdir_np(&actions_, folder.c_str());
    }

    // The child gets a process group of its own, so that a Ctrl-C meant for us does not hit it and
    // its own children can be ended with it, and no signal blocked or ignored because of us.
    Result<pid_t> spawn(const ProcessOptions& options) {
        sigset_t none;
        sigset_t defaults;
        sigemptyset(&none);
        sigemptyset(&defaults);
        sigaddset(&defaults, SIGPIPE);
        sigaddset(&defaults, SIGINT);
        posix_spawnattr_setsigmask(&attributes_, &none);
        posix_spawnattr_setsigdefault(&attributes_, &defaults);
        posix_spawnattr_setpgroup(&attributes_, 0);
        posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                                   POSIX_SPAWN_SETPGROUP);
        auto arguments = argument_texts(options);
        auto environment = environment_texts(options);
        pid_t pid = 0;
        const int failure =
            posix_spawnp(&pid, options.program.c_str(), &actions_, &attributes_,
                         pointers_to(arguments).data(), pointers_to(environment).data());
        if (failure != 0) return system_error("cannot start", failure, options.program);
        return pid;
    }

private:
    static std::vector<std::string> argument_texts(const ProcessOptions& options) {
        std::vector<std::string> texts{options.program};
        texts.insert(texts.end(), options.arguments.begin(), options.arguments.end());
        return texts;
    }

    static std::vector<std::string> environment_texts(const ProcessOptions& options) {
        std::vector<std::string> texts;
        texts.reserve(options.environment.size());
        for (const auto& [name, value] : options.environment) {
            texts.push_back(name + "=" + value);
        }
        const auto is_replaced = [&options](std::string_view entry) {
            return std::any_of(options.environment.begin(), options.environment.end(),
                               [entry](const auto& added) {
                                   return entry.starts_with(added.first) &&
                                          entry.substr(added.first.size()).starts_with('=');
                               });
        };
        for (char** entry = environ; *entry != nullptr; ++entry) {
            if (!is_replaced(*entry)) texts.emplace_back(*entry);
        }
        return texts;
    }

    static std::vector<char*> pointers_to(std::vector<std::string>& texts) {
        std::vector<char*> pointers;
        pointers.reserve(texts.size() + 1);
        for (std::string& text : texts) pointers.push_back(text.data());
        pointers.push_back(nullptr);
        return pointers;
    }

    posix_spawn_file_actions_t actions_{};
    posix_spawnattr_t attributes_{};
};

// The reading end of a pipe, and what of it is not yet a line.
struct LineBuffer {
    FileHandle file;
    std::string text{};
    std::size_t searched = 0; ///< no end of line before this
    bool ended = false;
    TimePoint arrived{}; ///< of the last bytes

    // Takes what there is; nothing if there is nothing yet. The file does not block.
    void read_available() {
        std::array<char, kPipeBlock> block;
        for (;;) {
            const ssize_t count = ::read(file.native(), block.data(), block.size());
            if (count > 0) {
                text.append(block.data(), static_cast<std::size_t>(count));
                arrived = Clock::now();
                return;
            }
            if (count < 0 && errno == EINTR) continue;
            if (count < 0 && errno == EAGAIN) return;
            ended = true; // the end, or a failure, which a pipe has no other cause for
            file.close();
            return;
        }
    }

    std::optional<std::string> take_line() {
        const std::size_t end = text.find('\n', searched);
        if (end == std::string::npos) {
            searched = text.size();
            const bool is_last = ended && !text.empty();
            if (!is_last && text.size() < kLongestLine) return std::nullopt;
            return take(std::min(text.size(), kLongestLine), 0);
        }
        return take(end, 1);
    }

private:
    std::string take(std::size_t size, std::size_t skipped) {
        std::string line = text.substr(0, size);
        text.erase(0, size + skipped);
        searched = 0;
        if (line.ends_with('\r')) line.pop_back();
        return line;
    }
};

int poll_time(milliseconds timeout) {
    return static_cast<int>(std::min(timeout, milliseconds(60'000)).count());
}

// True when the file can be read or written, or is broken; false when the time is up.
bool wait_until_ready(const FileHandle& file, short events, milliseconds timeout) {
    pollfd entry{.fd = file.native(), .events = events, .revents = 0};
    return ::poll(&entry, 1, poll_time(timeout)) > 0;
}

} // namespace

std::string ExitStatus::to_string() const {
    return signal != 0 ? "killed by signal " + std::to_string(signal)
                       : "exit code " + std::to_string(code);
}

struct Process::Impl {
    pid_t pid = 0;
    std::string name{};
    std::mutex input_mutex{};
    FileHandle input{};
    LineBuffer output{};
    LineBuffer errors{};
    std::mutex status_mutex{};          ///< a pid may be signalled only as long as it is not reaped
    std::optional<ExitStatus> status{}; ///< once it is reaped

    ~Impl() {
        if (pid == 0) return;
        send(SIGKILL);
        while (!reap()) std::this_thread::sleep_for(milliseconds(1));
    }

    LineBuffer& buffer(Stream stream) { return stream == Stream::Output ? output : errors; }

    // True once the process has ended.
    bool reap() {
        const std::scoped_lock lock(status_mutex);
        if (status) return true;
        siginfo_t info{};
        const auto id = static_cast<id_t>(pid);
        const int found = ::waitid(P_PID, id, &info, WEXITED | WNOHANG | WNOWAIT);
        if (found == 0 ? info.si_pid == 0 : errno == EINTR) return false;
        status = ExitStatus{};
        if (found != 0) return true; // somebody else reaped it; there is nothing left to learn
        (info.si_code == CLD_EXITED ? status->code : status->signal) = info.si_status;
        // What it started and left running ends with it. Its number is still its own: only now
        // is it reaped.
        ::kill(-pid, SIGKILL);
        ::waitid(P_PID, id, &info, WEXITED);
        return true;
    }

    void send(int signal) {
        const std::scoped_lock lock(status_mutex);
        if (!status) ::kill(-pid, signal);
    }

    // One step of feeding and draining the child: waits until something can be done, and does it.
    // Takes from the front of `rest` what was written; closes the input behind the last of it.
    void exchange(std::string_view& rest, milliseconds timeout) {
        if (rest.empty()) input.close();
        // A file that is closed has the number -1, which poll passes over.
        std::array<pollfd, 3> entries{
            pollfd{.fd = input.native(), .events = POLLOUT, .revents = 0},
            pollfd{.fd = output.file.native(), .events = POLLIN, .revents = 0},
            pollfd{.fd = errors.file.native(), .events = POLLIN, .revents = 0}};
        if (::poll(entries.data(), entries.size(), poll_time(timeout)) <= 0) return;
        if (entries[0].revents != 0) {
            const auto written = write_available(rest);
            // A child that wants no more input is no failure: it may have seen enough.
            rest.remove_prefix(written.value_or(rest.size()));
        }
        if (entries[1].revents != 0) output.read_available();
        if (entries[2].revents != 0) errors.read_available();
    }

    // Writes what the pipe takes at once; nothing if the child has closed it.
    std::optional<std::size_t> write_available(std::string_view text) {
        const PipeSignalGuard guard;
        for (;;) {
            const ssize_t count = ::write(input.native(), text.data(), text.size());
            if (count >= 0) return static_cast<std::size_t>(count);
            if (errno == EAGAIN) return 0;
            if (errno != EINTR) return std::nullopt;
        }
    }
};

Process::Process(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Process::Process(Process&&) noexcept = default;
Process& Process::operator=(Process&&) noexcept = default;
Process::~Process() = default;

Result<Process> Process::start(const ProcessOptions& options) {
    auto input = make_pipe();
    if (!input) return input.error();
    auto output = make_pipe();
    if (!output) return output.error();

    SpawnPlan plan;
    plan.connect(input->reading, STDIN_FILENO);
    plan.connect(output->writing, STDOUT_FILENO);
    Pipe errors;
    switch (options.errors) {
    case ErrorStream::Inherit: break;
    case ErrorStream::Merge: plan.connect_errors_to_output(); break;
    case ErrorStream::Discard: plan.discard_errors(); break;
    case ErrorStream::Pipe: {
        auto made = make_pipe();
        if (!made) return made.error();
        errors = std::move(*made);
        plan.connect(errors.writing, STDERR_FILENO);
        make_nonblocking(errors.reading);
        break;
    }
    }
    if (options.folder) plan.change_folder(*options.folder);
    make_nonblocking(input->writing);
    make_nonblocking(output->reading);

    const auto pid = plan.spawn(options);
    if (!pid) return pid.error();
    auto impl = std::make_unique<Impl>();
    impl->pid = *pid;
    impl->name = options.program;
    impl->input = std::move(input->writing);
    impl->output.file = std::move(output->reading);
    impl->errors.ended = options.errors != ErrorStream::Pipe;
    impl->errors.file = std::move(errors.reading);
    return Process(std::move(impl));
}

Result<void> Process::write(std::string_view text, milliseconds timeout) {
    const TimePoint deadline = deadline_after(timeout);
    const std::scoped_lock lock(impl_->input_mutex);
    const auto failed = [this](const char* reason) {
        return Error{.code = ErrorCode::InputOutput,
                     .message = std::string("cannot write to the process: ") + reason,
                     .where = {.source = impl_->name}};
    };
    if (!impl_->input.is_open()) return failed("its input is closed");
    while (!text.empty()) {
        const auto written = impl_->write_available(text);
        if (!written) return failed("it has closed its input or has ended");
        text.remove_prefix(*written);
        if (*written > 0) continue;
        const milliseconds left = time_left(deadline);
        if (left == milliseconds(0)) return failed("it does not read its input");
        wait_until_ready(impl_->input, POLLOUT, left);
    }
    return {};
}

void Process::close_input() {
    const std::scoped_lock lock(impl_->input_mutex);
    impl_->input.close();
}

ProcessLine Process::read_line(milliseconds timeout, Stream stream, const std::stop_token& stop) {
    using Outcome = ProcessLine::Outcome;
    const TimePoint deadline = deadline_after(timeout);
    LineBuffer& buffer = impl_->buffer(stream);
    for (;;) {
        if (auto line = buffer.take_line()) {
            return {.outcome = Outcome::Line, .text = std::move(*line), .arrived = buffer.arrived};
        }
        if (buffer.ended) return {.outcome = Outcome::Closed};
        if (stop.stop_requested()) return {.outcome = Outcome::Stopped};
        milliseconds left = time_left(deadline);
        // Even when no time is left, what has arrived already is read.
        if (stop.stop_possible()) left = std::min(left, kStopCheck);
        if (wait_until_ready(buffer.file, POLLIN, left)) {
            buffer.read_available();
        } else if (Clock::now() >= deadline) {
            return {.outcome = Outcome::TimeOut};
        }
    }
}

std::optional<ExitStatus> Process::wait(milliseconds timeout) {
    const TimePoint deadline = deadline_after(timeout);
    milliseconds nap{1};
    while (!impl_->reap()) {
        const milliseconds left = time_left(deadline);
        if (left == milliseconds(0)) return std::nullopt;
        std::this_thread::sleep_for(std::min(nap, left));
        nap = std::min(nap * 2, kLongestNap);
    }
    const std::scoped_lock lock(impl_->status_mutex);
    return impl_->status;
}

Result<ProcessRun> Process::run(const ProcessOptions& options, std::string_view input,
                                milliseconds timeout) {
    auto process = start(options);
    if (!process) return process.error();
    Impl& impl = *process->impl_;
    const TimePoint deadline = deadline_after(timeout);
    while (!impl.output.ended || !impl.errors.ended) {
        if (Clock::now() >= deadline) break;
        impl.exchange(input, time_left(deadline));
    }
    const auto status = process->wait(time_left(deadline));
    if (!status) {
        return Error{.code = ErrorCode::InputOutput,
                     .message = "did not end within " + std::to_string(timeout.count()) + " ms",
                     .where = {.source = options.program}};
    }
    return ProcessRun{.status = *status,
                      .output = std::move(impl.output.text),
                      .errors = std::move(impl.errors.text)};
}

void Process::terminate() { impl_->send(SIGTERM); }
void Process::kill() { impl_->send(SIGKILL); }
long Process::id() const { return impl_->pid; }

} // namespace rata
