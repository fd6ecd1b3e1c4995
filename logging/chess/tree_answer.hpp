// Questions in GTQL to a chess tree that is at hand, answered in plain text: for whoever has just
// searched and wants to know at once. Files, other formats and the rest are the matter of gtq.
#pragma once

#include "logging/gtql/value_text.hpp"
#include "logging/treelog/tree_source.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace rata {

/// Hears of one query and its answer.
using TreeAnswerSink = std::function<void(
    const gtql::BoundQuery& query, const gtql::QueryResult& result, const gtql::ValueText& values)>;

/// Answers queries, one a line, with all rows. The Error's message has the query, with a mark below
/// the place that is wrong; then the sink has heard of nothing.
[[nodiscard]] Result<void> answer_queries(const treelog::TreeSource& tree, std::string_view queries,
                                          const TreeAnswerSink& sink);

/// The answers to queries as text, with the first rows: one query a line, each with a line break at
/// its end. The Error's message has the query, with a mark below the place that is wrong.
[[nodiscard]] Result<std::string> answer_queries(const treelog::TreeSource& tree,
                                                 std::string_view queries);

} // namespace rata
