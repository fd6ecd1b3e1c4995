#include "tools/match/spsa/spsa.hpp"

#include "engine/base/assert.hpp"
#include "engine/base/rng.hpp"

#include <algorithm>
#include <cmath>

namespace rata {

namespace {

/// Spall's exponents: how fast the steps and what is learnt of a pair become smaller.
constexpr double kWidthDecay = 0.101;
constexpr double kGainDecay = 0.602;
/// So much of the tuning has to pass until what is learnt of a pair falls by much.
constexpr double kSteadyShare = 0.1;
/// How far two games of equals come out from even, and how much more is learnt of the early ones.
constexpr double kUsualBalance = 1.2;
constexpr double kEarlyWeight = 1.8;

double in_range(const SpsaParameter& parameter, double value) {
    return std::clamp<double>(value, parameter.min, parameter.max);
}

} // namespace

double spsa_usual_rate(const SpsaSettings& settings) {
    const auto pairs = static_cast<double>(settings.batches * settings.pairs);
    return 1 / (kUsualBalance * kEarlyWeight * std::sqrt(std::max(1.0, pairs)));
}

Spsa::Spsa(SpsaSettings settings)
    : settings_(std::move(settings)),
      rate_(settings_.rate > 0 ? settings_.rate : spsa_usual_rate(settings_)),
      all_pairs_(static_cast<double>(settings_.batches * settings_.pairs)) {
    for (const SpsaParameter& parameter : settings_.parameters) values_.push_back(parameter.start);
}

std::vector<int> Spsa::rounded() const {
    std::vector<int> whole;
    for (const double value : values_) whole.push_back(static_cast<int>(std::lround(value)));
    return whole;
}

double Spsa::pairs_before(std::size_t pair) const {
    return static_cast<double>(batches_done_ * settings_.pairs + pair);
}

double Spsa::width(const SpsaParameter& parameter, double pairs) const {
    return parameter.step * std::pow(all_pairs_ / (pairs + 1), kWidthDecay);
}

double Spsa::gain(const SpsaParameter& parameter, double pairs) const {
    const double steady = kSteadyShare * all_pairs_;
    const double share = std::pow((steady + all_pairs_) / (steady + pairs + 1), kGainDecay);
    return rate_ * parameter.step * parameter.step * share / width(parameter, pairs);
}

SpsaTrial Spsa::trial(std::size_t pair) const {
    const double pairs = pairs_before(pair);
    std::uint64_t counter = settings_.seed + static_cast<std::uint64_t>(pairs);
    Rng rng(splitmix64(counter));
    SpsaTrial trial;
    for (std::size_t i = 0; i < values_.size(); ++i) {
        const SpsaParameter& parameter = settings_.parameters[i];
        const int direction = rng.below(2) == 0 ? 1 : -1;
        const double moved = direction * width(parameter, pairs);
        // Rounded by chance, so that values between whole numbers mean something; and both players
        // by the same chance, so that it does not come between them.
        const double chance = rng.fraction();
        const auto whole = [&](double value) {
            return static_cast<int>(std::floor(in_range(parameter, value + chance - 0.5) + 0.5));
        };
        trial.up.push_back(whole(values_[i] + moved));
        trial.down.push_back(whole(values_[i] - moved));
        trial.directions.push_back(direction);
    }
    return trial;
}

void Spsa::learn(std::span<const int> balances) {
    RATA_ASSERT(balances.size() == settings_.pairs);
    std::vector<double> values = values_;
    for (std::size_t pair = 0; pair < balances.size(); ++pair) {
        const SpsaTrial played = trial(pair);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] += gain(settings_.parameters[i], pairs_before(pair)) * balances[pair] *
                         played.directions[i];
    }
    for (std::size_t i = 0; i < values.size(); ++i)
        values_[i] = in_range(settings_.parameters[i], values[i]);
    ++batches_done_;
}

void Spsa::restore(std::size_t batches_done, std::vector<double> values) {
    RATA_ASSERT(values.size() == settings_.parameters.size());
    batches_done_ = batches_done;
    values_ = std::move(values);
}

} // namespace rata
