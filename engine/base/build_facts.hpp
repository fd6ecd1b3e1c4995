// How this program was built, for bug reports.
#pragma once

#include <string>

namespace rata {

/// Some lines: version, compiler, instruction set, checks. No newline at the end.
[[nodiscard]] std::string build_facts();

} // namespace rata
