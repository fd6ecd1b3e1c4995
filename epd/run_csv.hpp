// A run as comma-separated values: a line for each position and engine. docs/epd.md lists the
// columns.
#pragma once

#include "epd/suite_run.hpp"

namespace rata {

/// With a line of names; lines end in CRLF, as RFC 4180 has it.
[[nodiscard]] std::string run_csv(const RunPlan& plan, const OutcomeTable& outcomes);

} // namespace rata
