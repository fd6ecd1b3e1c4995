#include "engine/base/priority.hpp"

#include <sys/resource.h>

namespace rata {

void yield_to_all_others() {
    constexpr int kLowest = 19;
    // It cannot fail in a way that matters: lowering one's own priority is always allowed.
    static_cast<void>(::setpriority(PRIO_PROCESS, 0, kLowest));
}

} // namespace rata
