#include "engine/base/interrupt.hpp"

#include "engine/base/assert.hpp"

#include <array>
#include <atomic>
#include <csignal>
#include <unistd.h>

namespace rata {

namespace {

std::atomic<int> interrupts{0};
std::atomic<bool> watched{false};
constexpr std::array<int, 2> kSignals = {SIGINT, SIGTERM};
std::array<struct sigaction, kSignals.size()> actions_before{};

static_assert(std::atomic<int>::is_always_lock_free, "a signal handler must not lock");

void note_interrupt(int) {
    if (interrupts.fetch_add(1) > 0) ::_exit(kInterruptedExitCode);
}

} // namespace

InterruptWatch::InterruptWatch() {
    RATA_ASSERT(!watched);
    watched = true;
    interrupts = 0;
    struct sigaction action {};
    action.sa_handler = note_interrupt;
    // Reads and writes go on after the handler: nobody below expects them to fail for a signal.
    action.sa_flags = SA_RESTART;
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
        ::sigaction(kSignals[i], nullptr, &actions_before[i]);
        if (actions_before[i].sa_handler != SIG_IGN) ::sigaction(kSignals[i], &action, nullptr);
    }
}

InterruptWatch::~InterruptWatch() {
    for (std::size_t i = 0; i < kSignals.size(); ++i)
        ::sigaction(kSignals[i], &actions_before[i], nullptr);
    watched = false;
}

bool InterruptWatch::requested() const { return interrupts > 0; }

} // namespace rata
