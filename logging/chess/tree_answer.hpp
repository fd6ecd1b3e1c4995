// Questions in GTQL to a chess tree that is at hand, answered in plain text: for whoever has just
// searched and wants to know at once. Files, other formats and the rest are the matter of gtq.
#pragma once

#include "logging/treelog/tree_source.hpp"

#include <string>
#include <string_view>

namespace rata {

/// The answers to queries, one a line, each with a line break at its end. The Error's message has
/// the query, with a mark below the place that is wrong.
[[nodiscard]] Result<std::string> answer_queries(const treelog::TreeSource& tree,
                                                 std::string_view queries);

} // namespace rata
