#include "engine/base/assert.hpp"

#ifdef RATA_CHECKED
#include <cstdio>
#include <cstdlib>

namespace rata::detail {

void assertion_failed(const char* condition, const char* file, int line) {
    std::fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, condition);
    std::abort();
}

} // namespace rata::detail
#endif
