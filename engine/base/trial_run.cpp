#include "engine/base/trial_run.hpp"

#include "engine/base/file_handle.hpp"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <new>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace rata {

namespace {

constexpr int kFinishedCode = 42;

/// A number that both processes see.
class SharedNumber {
public:
    SharedNumber()
        : place_(::mmap(nullptr, sizeof(Number), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                        -1, 0)) {
        if (is_there()) new (place_) Number{0};
    }
    SharedNumber(const SharedNumber&) = delete;
    SharedNumber& operator=(const SharedNumber&) = delete;
    ~SharedNumber() {
        if (is_there()) ::munmap(place_, sizeof(Number));
    }

    [[nodiscard]] bool is_there() const { return place_ != MAP_FAILED; }
    [[nodiscard]] std::atomic<std::uint32_t>& number() const {
        return *static_cast<Number*>(place_);
    }

private:
    using Number = std::atomic<std::uint32_t>;
    void* place_;
};

/// Silent, without a core file, and dead of whatever would kill a program that handles no signal.
void become_expendable() {
    const int nowhere = ::open("/dev/null", O_RDWR);
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        ::dup2(nowhere, descriptor);
    const rlimit none{};
    ::setrlimit(RLIMIT_CORE, &none);
    for (const int number : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGTERM, SIGINT})
        std::signal(number, SIG_DFL);
}

} // namespace

Result<TrialRun> try_in_child(const std::function<void(std::atomic<std::uint32_t>& reached)>& work,
                              milliseconds timeout) {
    const SharedNumber shared;
    if (!shared.is_there()) return system_error("cannot share memory", errno, "");
    const pid_t child = ::fork();
    if (child < 0) return system_error("cannot start a process", errno, "");
    if (child == 0) {
        become_expendable();
        work(shared.number());
        ::_exit(kFinishedCode);
    }
    const Stopwatch watch;
    int status = 0;
    while (::waitpid(child, &status, WNOHANG) != child) {
        if (watch.elapsed_ms() > timeout) {
            ::kill(child, SIGKILL);
            ::waitpid(child, &status, 0);
            return TrialRun{TrialRun::Outcome::TimedOut, shared.number().load()};
        }
        std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
    const bool finished = WIFEXITED(status) && WEXITSTATUS(status) == kFinishedCode;
    return TrialRun{finished ? TrialRun::Outcome::Finished : TrialRun::Outcome::Died,
                    shared.number().load()};
}

} // namespace rata
