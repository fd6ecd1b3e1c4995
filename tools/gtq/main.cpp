#include "tools/gtq/gtq_program.hpp"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace {

/// Which nodes meet a condition takes megabytes, and each query asks for them anew. By itself
/// malloc() gives so much back to the system, to get it again as pages that have to be zeroed one
/// by one: a seventh of what (iv) of bench_gtql took, and all of it on one thread.
void keep_freed_memory() {
#ifdef __GLIBC__
    constexpr int kMostPermitted = 32 << 20;
    ::mallopt(M_MMAP_THRESHOLD, kMostPermitted);
    ::mallopt(M_TRIM_THRESHOLD, 2 * kMostPermitted);
#endif
}

} // namespace

int main(int argc, char** argv) {
    keep_freed_memory();
    const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
    return static_cast<int>(gtq::run_gtq(words));
}
