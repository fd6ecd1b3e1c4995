// Ctrl-C, and the system's polite request to end, as a question instead of an end. A signal handler
// can reach nothing but what is global, so the note of it is the one mutable global of the house,
// hidden in the source file.
#pragma once

namespace rata {

/// What a shell reports for a program that Ctrl-C ended.
inline constexpr int kInterruptedExitCode = 130;

/// While one lives, the first SIGINT or SIGTERM is only noted, and the second ends the process at
/// once. There is at most one. A process that was started to ignore SIGINT (a job in the
/// background) goes on ignoring it.
class InterruptWatch {
public:
    InterruptWatch();
    ~InterruptWatch();
    InterruptWatch(const InterruptWatch&) = delete;
    InterruptWatch& operator=(const InterruptWatch&) = delete;

    /// Whether there was such a signal since the construction. Any thread may ask.
    [[nodiscard]] bool requested() const;
};

} // namespace rata
