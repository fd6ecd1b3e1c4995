// The rows of a node query: put in order, cut to the limit, with the values to be shown. Without
// "show:" these are the node's number (with its tree, if there are several) and its last move.
#pragma once

#include "logging/gtql/query_result.hpp"

namespace gtql {

[[nodiscard]] rata::Result<void> prepare_default_columns(Forest& forest, const BoundQuery& query);

/// One value of one node, prepared for it.
[[nodiscard]] Cell cell_at(const BoundExpression& expression, Row row, Evaluator& evaluator);

void put_node_rows(const Forest& forest, const BoundQuery& query, const RowBits& found,
                   std::uint64_t limit, Evaluator& evaluator, QueryResult& result);

} // namespace gtql
