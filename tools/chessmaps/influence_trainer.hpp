// Trains the net of the Chessmaps heuristic: gradient descent (Adam) on the chance that the move of
// the game is chosen, where a move is the likelier the more the net wants the squares that it
// attacks. Equal seed and data give equal weights.
#pragma once

#include "engine/base/rng.hpp"
#include "engine/search/chessmaps/influence_net.hpp"
#include "tools/chessmaps/influence_data.hpp"

namespace rata {

class InfluenceTrainer {
public:
    InfluenceTrainer(const InfluenceData& data, std::uint64_t seed);

    /// Goes over all examples once, in a new order. Returns the mean loss: see InfluenceQuality.
    double run_epoch();
    /// The weights as the engine has them.
    [[nodiscard]] InfluenceNet net() const;

private:
    static constexpr std::size_t kSquares = InfluenceNet::kSquares;
    static constexpr std::size_t kHidden = InfluenceNet::kHidden;
    // All weights in one row: into the hidden layer, its bias, out of it, bias of the squares.
    static constexpr std::size_t kHiddenBias = kSquares * kHidden;
    static constexpr std::size_t kOut = kHiddenBias + kHidden;
    static constexpr std::size_t kSquareBias = kOut + kSquares * kHidden;
    static constexpr std::size_t kWeights = kSquareBias + kSquares;
    using Weights = std::array<float, kWeights>;

    using Layer = std::array<float, kHidden>;
    [[nodiscard]] Layer hidden_of(const ControlMap& control) const;
    double learn(const InfluenceExample& example, Weights& gradient) const;
    void step(const Weights& gradient);

    const InfluenceData& data_;
    Rng rng_;
    Weights weights_{};
    Weights mean_{};
    Weights square_{};
    int steps_ = 0;
};

struct InfluenceQuality {
    double loss = 0;   ///< mean of minus the logarithm of the chance of the move played
    double chance = 0; ///< the same when all moves are equally likely
    double rank = 0;   ///< mean share of the other quiet moves that come before the one played
};
[[nodiscard]] InfluenceQuality quality_of(const InfluenceNet& net, const InfluenceData& data);

/// A new engine/search/chessmaps/influence_weights.cpp.
[[nodiscard]] std::string influence_source(const InfluenceNet& net);

} // namespace rata
