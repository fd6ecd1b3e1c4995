#include "book/stats/goodness.hpp"

#include <algorithm>
#include <cmath>

namespace rata {

namespace {

constexpr double kDeviations95 = 1.959963984540054;
constexpr double kLeastScore = 0.01; // beyond it the law knows no bounds

} // namespace

Goodness goodness_of(double wins, double draws, double losses) {
    const double w = wins + 1;
    const double d = draws + 1;
    const double all = w + d + losses + 1;
    const double mean = (w + d / 2) / all;
    const double mean_of_squares = (w + d / 4) / all;
    const double variance = (mean_of_squares - mean * mean) / (all + 1);
    const double reach = kDeviations95 * std::sqrt(std::max(0.0, variance));
    return {.mean = mean, .low = std::max(0.0, mean - reach), .high = std::min(1.0, mean + reach)};
}

Goodness goodness_of(const BookEntry& entry, OwnWeight weight) {
    const auto sum = [weight](std::uint32_t others, std::uint32_t own) {
        return static_cast<double>(others) + weight.factor * static_cast<double>(own);
    };
    return goodness_of(sum(entry.results.wins, entry.own.wins),
                       sum(entry.results.draws, entry.own.draws),
                       sum(entry.results.losses, entry.own.losses));
}

std::optional<double> score_of(const ResultCounts& results) {
    const std::uint64_t games = results.games();
    if (games == 0) return std::nullopt;
    return (static_cast<double>(results.wins) + static_cast<double>(results.draws) / 2) /
           static_cast<double>(games);
}

std::optional<double> performance_of(const BookEntry& entry) {
    const std::optional<double> score = score_of(entry.results);
    if (entry.rated == 0 || !score) return std::nullopt;
    const double opponents =
        static_cast<double>(entry.opponent_sum) / static_cast<double>(entry.rated);
    const double share = std::clamp(*score, kLeastScore, 1 - kLeastScore);
    return opponents + 400 * std::log10(share / (1 - share));
}

} // namespace rata
