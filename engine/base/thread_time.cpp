#include "engine/base/thread_time.hpp"

#include <ctime>

namespace rata {

std::chrono::nanoseconds thread_time() {
    timespec time{};
    // It cannot fail: every system with threads has this clock.
    static_cast<void>(::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time));
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

} // namespace rata
