// What the processor we run on can do, found at run time. For programs built for any machine, which
// pick a whole kernel by it; code built for this machine only asks the compiler instead.
#pragma once

#include <string>

namespace rata {

/// All false on a processor that is not x86.
struct CpuFeatures {
    bool popcnt = false;
    bool bmi2 = false;
    bool fast_pext = false; ///< bmi2, and not the microcoded PEXT of AMD before Zen 3
    bool avx2 = false;
    bool avx512 = false; ///< F, BW, DQ and VL together
    bool avx512_vnni = false;
    bool avx_vnni = false;

    bool operator==(const CpuFeatures&) const = default;
};

/// Asks the processor. Includes whether the operating system saves the wide registers.
[[nodiscard]] CpuFeatures cpu_features();

/// "popcnt bmi2 avx2", for reports; "none" if there are none.
[[nodiscard]] std::string to_string(const CpuFeatures& features);

/// How many threads can run at once here, as far as this process may use them; at least 1.
[[nodiscard]] unsigned usable_cores();

} // namespace rata
