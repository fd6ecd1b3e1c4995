// What a query yields, in one line, as GRAMMAR.md writes it behind its examples.
#pragma once

#include "logging/gtql/executor.hpp"

#include <string>

namespace gtql::test {

/// "4", "PVNode 2 | CUTNode 1", the numbers of the nodes that were found, or "none"; "met" or "not
/// met" behind that; or "!! " and the error.
[[nodiscard]] std::string outcome_of(Forest& forest, const std::string& text,
                                     const RunOptions& options = {});

} // namespace gtql::test
