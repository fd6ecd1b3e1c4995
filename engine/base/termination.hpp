// Ctrl-C and the system's polite request to end, turned into a request to stop that the threads of
// the program see. InterruptWatch is for commands that look up from their work now and then; this
// is for programs that sleep and have to be woken.
#pragma once

#include <atomic>
#include <stop_token>
#include <thread>

namespace rata {

/// While one lives, the first SIGINT or SIGTERM requests a stop, and the second ends the process at
/// once. To be made before any other thread, and only one of it. A process that was started to
/// ignore SIGINT (nohup, a job in the background) goes on ignoring it.
class TerminationWatch {
public:
    explicit TerminationWatch(std::stop_source stop);
    ~TerminationWatch();
    TerminationWatch(const TerminationWatch&) = delete;
    TerminationWatch& operator=(const TerminationWatch&) = delete;

    /// From now on SIGINT means nothing: some GUIs send it to say that they have written something.
    void ignore_interrupts() { ignores_interrupts_ = true; }

private:
    // The signals are blocked and waited for by a thread of our own. A handler could do next to
    // nothing, and would need a global to do it with.
    std::atomic<bool> done_{false};
    std::atomic<bool> ignores_interrupts_{false};
    std::jthread thread_{};
};

} // namespace rata
