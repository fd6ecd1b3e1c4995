// How long a processor has worked for the calling thread: what a measurement costs, whatever else
// the machine has to do. Durations that somebody waits for are the business of clock.hpp.
#pragma once

#include <chrono>

namespace rata {

[[nodiscard]] std::chrono::nanoseconds thread_time();

} // namespace rata
