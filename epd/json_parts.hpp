// The parts of which the files about runs are made: what was asked of whom, and what came of it.
// Both the report of a run (run_json.hpp) and its journal (run_journal.hpp) have them.
#pragma once

#include "epd/suite_run.hpp"

#include <nlohmann/json_fwd.hpp>

namespace rata {

/// To the microsecond, which is more than the clock of a search can tell.
[[nodiscard]] double rounded_seconds(Clock::duration time);
/// Its inverse. What is no time of ours is brought into range.
[[nodiscard]] Clock::duration duration_of(double seconds);

[[nodiscard]] nlohmann::ordered_json limit_json(const AnalysisLimit& limit);
[[nodiscard]] nlohmann::ordered_json subjects_json(const RunPlan& plan);
[[nodiscard]] nlohmann::ordered_json outcome_json(const TestPosition& test, const Outcome& outcome,
                                                  const ScoringRule& rule);

/// The same outcome, but for parts of microseconds. An error if the text is of another kind, or if
/// the suite now asks for something else.
[[nodiscard]] Result<Outcome> outcome_from(const nlohmann::ordered_json& json,
                                           const TestPosition& test);

} // namespace rata
