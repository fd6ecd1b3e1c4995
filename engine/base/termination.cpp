#include "engine/base/termination.hpp"

#include "engine/base/interrupt.hpp"

#include <csignal>
#include <pthread.h>
#include <unistd.h>
#include <utility>

namespace rata {

namespace {

/// Wakes the thread at the end of the watch; nobody else sends it.
constexpr int kWakeUp = SIGUSR1;

bool is_ignored(int signal) {
    struct sigaction action {};
    return ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

sigset_t watched_signals() {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, kWakeUp);
    for (const int signal : {SIGINT, SIGTERM})
        if (!is_ignored(signal)) sigaddset(&signals, signal);
    return signals;
}

} // namespace

TerminationWatch::TerminationWatch(std::stop_source stop) {
    const sigset_t signals = watched_signals();
    // Threads inherit the mask, so that all that are started from here on leave the signals to
    // ours.
    ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    thread_ = std::jthread([this, signals, stop = std::move(stop)]() mutable {
        for (;;) {
            int signal = 0;
            if (::sigwait(&signals, &signal) != 0) continue;
            if (done_) return;
            if (signal == kWakeUp || (signal == SIGINT && ignores_interrupts_)) continue;
            if (!stop.request_stop()) ::_exit(kInterruptedExitCode);
        }
    });
}

TerminationWatch::~TerminationWatch() {
    done_ = true;
    ::pthread_kill(thread_.native_handle(), kWakeUp);
    thread_.join();
    const sigset_t signals = watched_signals();
    ::pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
}

} // namespace rata
