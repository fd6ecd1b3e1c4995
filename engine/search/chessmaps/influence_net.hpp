// The small neural net of the Chessmaps heuristic: from who rules which square, to the squares that
// the next piece to move should attack. One hidden layer, whole numbers; `ratatosk chessmaps train`
// makes the weights.
#pragma once

#include "engine/search/chessmaps/square_control.hpp"

#include <array>

namespace rata {

struct InfluenceNet {
    static constexpr std::size_t kSquares = 64;
    static constexpr std::size_t kHidden = 32;
    /// What 1 is in the weights.
    static constexpr int kOne = 32;

    std::array<std::array<std::int8_t, kHidden>, kSquares> to_hidden{};
    std::array<std::int8_t, kHidden> hidden_bias{};
    std::array<std::array<std::int8_t, kHidden>, kSquares> from_hidden{};
    std::array<std::int8_t, kSquares> square_bias{};

    /// How much the net wants each square attacked, in units of kOne * kOne: the sum over the
    /// squares that a move attacks is the logarithm of its chance, but for a constant.
    using Influence = std::array<std::int32_t, kSquares>;
    [[nodiscard]] Influence influence(const ControlMap& control) const;
};

/// Trained on self-play; docs/experiments/move-chains.md has the recipe.
extern const InfluenceNet kInfluenceNet;

} // namespace rata
