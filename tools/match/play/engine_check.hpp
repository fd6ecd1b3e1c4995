// Checks the engines of a match before its first game: each is started once, so that a program that
// does not exist, or is no engine, is an error and not a series of lost games.
#pragma once

#include "tools/match/play/match_plan.hpp"

namespace rata {

/// Starts and ends every engine, one after the other. The error is of the first that fails, and
/// names it.
[[nodiscard]] Result<void> check_engines(const std::vector<MatchEngine>& engines);

} // namespace rata
