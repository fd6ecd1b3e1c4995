// The evaluation of a position as a formula in its weights: which of them count, and how often.
// What the formula comes to for other weights can be told without looking at the position again.
#pragma once

#include "engine/rules/position.hpp"
#include "eval/hce/weights.hpp"

#include <optional>
#include <vector>

namespace rata {

struct Feature {
    std::uint16_t weight = 0; ///< its number
    std::int16_t times = 0;   ///< for White less for Black, or against the one king
};

struct PositionFeatures {
    std::vector<Feature> balance{};
    EnumArray<Color, std::vector<Feature>> danger{}; ///< of the king of the colour
    float middlegame = 0;                            ///< the share of the middlegame, of 1
    float kept = 1; ///< what endings and the fifty-move counter leave of the sum
};

/// A ledger (eval/hce/ledger.hpp) that keeps the counts.
class FeatureLedger {
public:
    void add(Color color, const Tapered& weight, int times = 1) {
        counts_[number_of(weight)] += color == Color::White ? times : -times;
    }
    void endanger(Color color, const Tapered& weight, int times = 1) {
        dangers_[color][number_of(weight)] += times;
    }

    [[nodiscard]] std::vector<Feature> balance() const { return features(counts_); }
    [[nodiscard]] std::vector<Feature> danger(Color king) const { return features(dangers_[king]); }

private:
    using Counts = std::array<int, kWeightCount>;
    [[nodiscard]] static std::vector<Feature> features(const Counts& counts);

    Counts counts_{};
    EnumArray<Color, Counts> dangers_{};
};

/// Nothing for endings that are judged by other means than weights.
[[nodiscard]] std::optional<PositionFeatures> features_of(const Position& position);

} // namespace rata
