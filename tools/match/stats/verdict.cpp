#include "tools/match/stats/verdict.hpp"

#include "tools/match/stats/paired_games.hpp"
#include "tools/match/stats/strength.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rata {

namespace {

constexpr double kMillion = 1e6;

std::string how_often(double chance) {
    const double matches = 1 / std::max(chance, 1e-300);
    if (matches > kMillion) return "less than once in a million matches";
    return "once in " + round_number(matches) + " matches";
}

std::string samples_name(const ScoreHistogram& histogram, bool several) {
    const std::string name = histogram.games_per_sample == 1 ? "game" : "pair";
    return several ? name + 's' : name;
}

} // namespace

std::string round_number(double number) {
    double unit = 1;
    while (number / unit >= 100) unit *= 10;
    return fmt::format("{:.0f}", std::round(number / unit) * unit);
}

std::optional<double> samples_still_needed(const ScoreHistogram& histogram) {
    const double samples = histogram.samples();
    if (samples <= 0) return std::nullopt;
    const ScoreMoments moments = moments_of(histogram);
    const double margin = std::abs(moments.mean - 0.5);
    if (margin < 1e-12) return std::nullopt;
    // Between equals the scores would spread around one half.
    const double spread = std::sqrt(moments.variance + margin * margin);
    const double needed = std::pow(kConfidence95 * spread / margin, 2);
    if (needed <= samples) return std::nullopt;
    return needed - samples;
}

std::string verdict_on(const ScoreHistogram& histogram, std::string_view first,
                       std::string_view second) {
    const double samples = histogram.samples();
    if (samples <= 0) return "This says nothing: there are no results.";
    const double mean = moments_of(histogram).mean;
    const double chance = chance_of_margin(histogram);
    if (chance < kRareChance) {
        return fmt::format("{} is better: a margin this large happens by chance {}.",
                           mean > 0.5 ? first : second, how_often(chance));
    }
    const std::string beginning = "This says nothing yet: ";
    if (std::abs(mean - 0.5) < 1e-12) return beginning + "the score is even.";
    const std::string so_far =
        fmt::format("{}equals come apart so far in {:.0f} of 100 matches; ", beginning,
                    std::ceil(100 * chance)); // 5.1 are not the 5 that would be seldom enough
    const auto more = samples_still_needed(histogram);
    if (!more) return so_far + "a few more " + samples_name(histogram, true) + " would tell.";
    const double count = std::ceil(*more);
    return fmt::format("{}about {} more {} would tell, if it goes on like this.", so_far,
                       round_number(count), samples_name(histogram, count > 1));
}

std::string sprt_verdict(const SprtPlan& plan, SprtState state) {
    if (state == SprtState::Undecided) return {};
    const bool h1 = state == SprtState::AcceptedH1;
    return fmt::format("SPRT: {} is accepted ({} Elo of {:g} rather than {:g}, wrong in at most "
                       "{:g} % of such tests). The match ended because of its own result, so its "
                       "Elo looks more extreme than it is.",
                       h1 ? "H1" : "H0", to_string(plan.model), h1 ? plan.elo1 : plan.elo0,
                       h1 ? plan.elo0 : plan.elo1, 100 * (h1 ? plan.alpha : plan.beta));
}

} // namespace rata
