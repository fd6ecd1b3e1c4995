// Positions to tune with: their features, one behind the other in memory, and what each should come
// to. A million takes about 300 MB.
#pragma once

#include "engine/base/result.hpp"
#include "tools/tune/feature_ledger.hpp"

#include <functional>
#include <span>
#include <string>

namespace rata {

struct TrainingExample {
    std::uint64_t first = 0;   ///< of its features
    std::uint16_t balance = 0; ///< how many features: of the balance,
    std::uint16_t white = 0;   ///< of the danger for the white king,
    std::uint16_t black = 0;   ///< and for the black one
    float middlegame = 0;
    float kept = 1;
    float result = 0; ///< of the game, for White: 0, 1/2, 1
    float score = 0;  ///< of the search, for White, in centipawns
};

class TrainingSet {
public:
    void add(const PositionFeatures& features, float result, float score);

    [[nodiscard]] std::span<const TrainingExample> examples() const { return examples_; }
    [[nodiscard]] std::span<const Feature> balance(const TrainingExample& example) const {
        return {&features_[example.first], example.balance};
    }
    [[nodiscard]] std::span<const Feature> danger(const TrainingExample& example,
                                                  Color king) const {
        const Feature* white = &features_[example.first] + example.balance;
        return king == Color::White ? std::span{white, example.white}
                                    : std::span{white + example.white, example.black};
    }

private:
    std::vector<TrainingExample> examples_{};
    std::vector<Feature> features_{};
};

/// Examples to learn from, and others, of other games, that show whether anything was learnt.
struct TrainingData {
    TrainingSet learnt{};
    TrainingSet held_out{};
    std::uint64_t games = 0;
    std::uint64_t lost_bytes = 0;
};

struct TrainingSource {
    std::vector<std::string> files{};
    /// Of each game every so many plies are taken: neighbours tell nearly the same.
    int every = 1;
    std::uint64_t most_positions = 0; ///< 0: all
};

/// One game in ten is held out. `watch` is told of the positions so far and may stop the reading.
[[nodiscard]] Result<TrainingData>
read_training_data(const TrainingSource& source, const std::function<bool(std::uint64_t)>& watch);

} // namespace rata
