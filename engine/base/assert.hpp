// RATA_ASSERT states an invariant. It is checked when RATA_CHECKED is defined (presets dev, checked
// and tsan) and costs nothing otherwise. It is never reached by input from outside, and it never
// becomes a promise to the optimiser: a wrong assert must not turn into a miscompiled release.
#pragma once

#ifdef RATA_CHECKED
namespace rata::detail {
/// Prints the failed condition with its place to stderr and aborts.
[[noreturn]] void assertion_failed(const char* condition, const char* file, int line);
} // namespace rata::detail

#define RATA_ASSERT(condition)                                                                     \
    ((condition) ? void(0) : ::rata::detail::assertion_failed(#condition, __FILE__, __LINE__))
#else
// sizeof keeps the operands "used" without evaluating them.
#define RATA_ASSERT(condition) void(sizeof((condition) ? 1 : 0))
#endif
