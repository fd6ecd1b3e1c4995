// Work that may crash, tried in a copy of this process: for foreign code that trusts its input.
// What the work prints is thrown away, and nothing that it changes in memory is seen here, but for
// one number by which it tells how far it has got.
#pragma once

#include "engine/base/clock.hpp"
#include "engine/base/result.hpp"

#include <atomic>
#include <functional>

namespace rata {

struct TrialRun {
    enum class Outcome {
        Finished,
        Died, ///< by a signal, or by leaving in the middle of it
        TimedOut,
    };

    Outcome outcome = Outcome::Finished;
    std::uint32_t reached = 0; ///< what the work last wrote
};

/// Runs the work and waits for it. It must not need other threads, for the copy has none.
[[nodiscard]] Result<TrialRun>
try_in_child(const std::function<void(std::atomic<std::uint32_t>& reached)>& work,
             milliseconds timeout);

} // namespace rata
