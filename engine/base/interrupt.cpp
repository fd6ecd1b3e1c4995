#include "engine/base/interrupt.hpp"

#include "engine/base/assert.hpp"

#include <atomic>
#include <csignal>
#include <unistd.h>

namespace rata {

namespace {

std::atomic<int> interrupts{0};
std::atomic<bool> watched{false};
struct sigaction action_before {};

static_assert(std::atomic<int>::is_always_lock_free, "a signal handler must not lock");

void note_interrupt(int) {
    if (interrupts.fetch_add(1) > 0) ::_exit(kInterruptedExitCode);
}

} // namespace

InterruptWatch::InterruptWatch() {
    RATA_ASSERT(!watched);
    watched = true;
    interrupts = 0;
    ::sigaction(SIGINT, nullptr, &action_before);
    if (action_before.sa_handler == SIG_IGN) return;
    struct sigaction action {};
    action.sa_handler = note_interrupt;
    // Reads and writes go on after the handler: nobody below expects them to fail for a signal.
    action.sa_flags = SA_RESTART;
    ::sigaction(SIGINT, &action, nullptr);
}

InterruptWatch::~InterruptWatch() {
    ::sigaction(SIGINT, &action_before, nullptr);
    watched = false;
}

bool InterruptWatch::requested() const { return interrupts > 0; }

} // namespace rata
