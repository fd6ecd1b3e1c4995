// A run as JSON, for programs and for later comparison. docs/epd.md lists the fields. Everything
// measured by the clock is in a field whose name has "seconds" in it.
#pragma once

#include "epd/run_report.hpp"

namespace rata {

/// It rises when a field changes its meaning or goes away, not when one is added.
inline constexpr int kRunSchema = 1;

[[nodiscard]] std::string run_json(const RunReport& report);

} // namespace rata
