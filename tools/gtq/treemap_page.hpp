// The page that shows a treemap: R. Coulom's, after B. Shneiderman. A rectangle is cut into one for
// each child, by their numbers of nodes, from left to right and from top to bottom by turns.
#pragma once

#include <string>
#include <string_view>

namespace gtq {

/// The whole page, which needs nothing from outside. `data` is JSON, safe inside a script.
[[nodiscard]] std::string treemap_page(std::string_view data);

} // namespace gtq
