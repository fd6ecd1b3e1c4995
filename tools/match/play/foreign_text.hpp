// What other programs appended to the outputs of a match, told from what the match itself wrote:
// games, events and positions bear the id of their match. For the end of a file behind the last
// game that counts, when a match is resumed.
#pragma once

#include "tools/match/play/match_plan.hpp"

#include <string>
#include <string_view>

namespace rata {

/// Each returns the text without what the match wrote, whole or cut off.
[[nodiscard]] std::string foreign_games(std::string_view text, const MatchPlan& plan);
[[nodiscard]] std::string foreign_events(std::string_view text, const MatchPlan& plan);
[[nodiscard]] std::string foreign_positions(std::string_view text, const MatchPlan& plan);

} // namespace rata
