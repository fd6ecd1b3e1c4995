#include "engine/base/freed_memory.hpp"

#include <cstdlib> // tells whether the C library is glibc

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace rata {

void keep_freed_memory() {
#ifdef __GLIBC__
    constexpr int kMostPermitted = 32 << 20;
    ::mallopt(M_MMAP_THRESHOLD, kMostPermitted);
    ::mallopt(M_TRIM_THRESHOLD, 2 * kMostPermitted);
#endif
}

} // namespace rata
