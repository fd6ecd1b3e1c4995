// Runs bound queries on a forest: many at once share columns, scans and passes. The one entrance to
// everything behind the binder.
#pragma once

#include "logging/gtql/query_result.hpp"

namespace gtql {

/// The results in the order of the queries. Fails if the source does: a damaged chunk.
[[nodiscard]] rata::Result<std::vector<QueryResult>>
execute(Forest& forest, const std::vector<BoundQuery>& queries, const RunOptions& options);

} // namespace gtql
