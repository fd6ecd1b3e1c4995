// Queries on logs that do not fit into memory: a window moves along the log, once for all queries
// together, and counters for each level go with it. What looks up, or far to the side, cannot be
// asked like that.
#pragma once

#include "logging/gtql/job.hpp"

namespace gtql {

/// Whether the job can be answered so. If not, `obstacle` says what it asks for.
[[nodiscard]] bool can_use_windows(Job& job, const Forest& forest, const RunOptions& options,
                                   std::string& obstacle);

/// Answers the jobs that are not answered yet.
[[nodiscard]] rata::Result<void> execute_in_windows(const Forest& forest, std::vector<Job>& jobs,
                                                    const RunOptions& options);

} // namespace gtql
