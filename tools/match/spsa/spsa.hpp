// SPSA, the tuning of many numbers at once by games (J. C. Spall, simultaneous perturbation
// stochastic approximation, 1992). For every pair of games all numbers are moved at once, each up
// or down by chance; a player with the one and a player with the opposite changes play the pair,
// and all numbers go a little way towards the winner. What helps adds up, what does not is shaken
// off, and the number of games does not grow with the number of numbers.
//
// Pure arithmetic: it plays nothing, and all its chance comes from the seed, so that a tuning can
// be repeated and resumed.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace rata {

/// Smaller steps are lost in rounding: the two players would not always differ.
inline constexpr double kLeastSpsaStep = 0.5;
inline constexpr std::size_t kMostSpsaPairs = 1'000'000;

struct SpsaParameter {
    std::string name{};
    int start = 0;
    int min = 0;
    int max = 0;
    /// How far a try goes up and down in the last pair of games; it begins with two to three
    /// times that. At least kLeastSpsaStep.
    double step = 1;

    bool operator==(const SpsaParameter&) const = default;
};

struct SpsaSettings {
    std::vector<SpsaParameter> parameters{};
    std::size_t batches = 100;
    std::size_t pairs = 8; ///< of games in a batch, after which the numbers move
    std::uint64_t seed = 1;
    /// How much of its step a number moves for a point, in the last pair; 0: as spsa_usual_rate().
    double rate = 0;

    bool operator==(const SpsaSettings&) const = default;
};

/// So much that chance alone moves a number by about a step in the whole of the tuning.
[[nodiscard]] double spsa_usual_rate(const SpsaSettings& settings);

/// The values of the two players of a pair, in the order of the parameters.
struct SpsaTrial {
    std::vector<int> up{};
    std::vector<int> down{};
    std::vector<int> directions{}; ///< 1 or -1: in which direction `up` moved each
};

class Spsa {
public:
    explicit Spsa(SpsaSettings settings);

    [[nodiscard]] const SpsaSettings& settings() const { return settings_; }
    [[nodiscard]] std::size_t batches_done() const { return batches_done_; }
    [[nodiscard]] bool is_done() const { return batches_done_ >= settings_.batches; }
    /// As they are, between whole numbers too.
    [[nodiscard]] const std::vector<double>& values() const { return values_; }
    [[nodiscard]] std::vector<int> rounded() const;

    /// The pair of that number in the next batch; the same whenever it is asked for.
    [[nodiscard]] SpsaTrial trial(std::size_t pair) const;
    /// The batch has been played: for each pair the games won by `up` less those it lost.
    void learn(std::span<const int> balances);
    /// Goes on after so many batches.
    void restore(std::size_t batches_done, std::vector<double> values);

private:
    [[nodiscard]] double pairs_before(std::size_t pair) const;
    [[nodiscard]] double width(const SpsaParameter& parameter, double pairs) const;
    [[nodiscard]] double gain(const SpsaParameter& parameter, double pairs) const;

    SpsaSettings settings_;
    double rate_;
    double all_pairs_;
    std::size_t batches_done_ = 0;
    std::vector<double> values_{};
};

} // namespace rata
