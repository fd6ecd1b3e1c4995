// The events of a match, one JSON object a line, for programs that watch it. The fields are listed
// in docs/match.md; new ones may be added, none changes its meaning. Values in, text out.
#pragma once

#include "tools/match/play/match_plan.hpp"
#include "tools/match/play/standings.hpp"

#include <string>

namespace rata {

inline constexpr int kEventsSchema = 1;

/// How every line of a match with an id begins.
[[nodiscard]] std::string event_beginning(const MatchPlan& plan);

/// The match begins, or goes on after `played` games.
[[nodiscard]] std::string match_event(const MatchPlan& plan, std::size_t played);
[[nodiscard]] std::string start_event(const MatchPlan& plan, const ScheduledGame& game,
                                      std::size_t opening_in_file);
/// A game has ended; with what the engine that failed, if one did, said last.
[[nodiscard]] std::string end_event(const MatchPlan& plan, const ScheduledGame& game,
                                    const PlayedGame& played);
/// How the match stands, after a game or at its end.
[[nodiscard]] std::string score_event(const MatchPlan& plan, const Standings& standings);
/// The match has ended: "completed", "sprt", "interrupted" or "failed".
[[nodiscard]] std::string finish_event(const MatchPlan& plan, std::string_view why,
                                       const Standings& standings);

} // namespace rata
