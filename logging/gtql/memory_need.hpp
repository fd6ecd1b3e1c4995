// How much memory queries take if their columns are loaded as a whole.
#pragma once

#include "logging/gtql/job.hpp"

namespace gtql {

/// In bytes: columns, structure and bits of the jobs that are not answered yet. Results are not
/// counted.
[[nodiscard]] std::uint64_t memory_need(const Forest& forest, std::vector<Job>& jobs,
                                        const RunOptions& options);

} // namespace gtql
