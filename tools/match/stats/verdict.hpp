// The result of a match in a plain sentence: which one is better, how often chance alone would do
// the same, or how many more games it would take to know. Pure functions.
#pragma once

#include "tools/match/stats/score_histogram.hpp"
#include "tools/match/stats/sprt.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace rata {

/// What is likelier than this by chance alone tells nothing.
inline constexpr double kRareChance = 0.05;

/// How many more samples would make the margin rare, if it goes on as it began. Nothing if there is
/// no margin, or if it is rare already.
[[nodiscard]] std::optional<double> samples_still_needed(const ScoreHistogram& histogram);

/// "A is better: a margin this large happens by chance once in 240 matches."
[[nodiscard]] std::string verdict_on(const ScoreHistogram& histogram, std::string_view first,
                                     std::string_view second);

/// "H1 is accepted: ...", with the remark that the interval of Elo is no longer what it says.
/// Nothing as long as the test is undecided.
[[nodiscard]] std::string sprt_verdict(const SprtPlan& plan, SprtState state);

/// A number of which only the front is meant: two digits, and zeros.
[[nodiscard]] std::string round_number(double number);

} // namespace rata
