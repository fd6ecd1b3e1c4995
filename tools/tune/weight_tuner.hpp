// Finds the weights with which the evaluation foretells best how games end: gradient descent (Adam)
// on the squared error between the expected result, a sigmoid of the evaluation, and a target, a
// mixture of the game's result and the search's score.
#pragma once

#include "tools/tune/training_set.hpp"

namespace rata {

struct TunerPlan {
    double rate = 1.0;         ///< centipawns that a weight moves at most in a step
    double result_share = 0.6; ///< of the target; the rest is the score of the search
    /// Pull towards the first values, for what the data says little about.
    double anchor = 3e-4;
    std::size_t batch = 65536;
    int threads = 1;
};

/// Middlegame and endgame of every weight, in centipawns with fractions.
struct RealWeights {
    std::vector<float> mg = std::vector<float>(kWeightCount);
    std::vector<float> eg = std::vector<float>(kWeightCount);

    [[nodiscard]] static RealWeights current();
    [[nodiscard]] std::vector<Tapered> rounded() const;
};

/// What the formula of an example comes to, for White, in centipawns.
[[nodiscard]] double evaluate(const TrainingSet& set, const TrainingExample& example,
                              const RealWeights& weights);

class WeightTuner {
public:
    WeightTuner(const TrainingData& data, const TunerPlan& plan);

    /// Fits the sigmoid to the data with the weights as they are; before the first epoch.
    void fit_scale();
    [[nodiscard]] double scale() const { return scale_; }

    /// Goes over all examples once.
    void run_epoch();
    [[nodiscard]] int epochs() const { return epochs_; }

    [[nodiscard]] double loss() const { return mean_loss(data_.learnt, weights_); }
    [[nodiscard]] double held_out_loss() const { return mean_loss(data_.held_out, weights_); }
    [[nodiscard]] const RealWeights& weights() const { return weights_; }

    /// All that is needed to go on later, as bytes; nothing about the data.
    [[nodiscard]] std::string state() const;
    /// Nothing is changed if the bytes are no state of these weights.
    [[nodiscard]] Result<void> restore(std::string_view bytes);

private:
    struct Gradient {
        std::vector<double> mg = std::vector<double>(kWeightCount);
        std::vector<double> eg = std::vector<double>(kWeightCount);
    };

    [[nodiscard]] double target(const TrainingExample& example) const;
    [[nodiscard]] double expected(double centipawns) const;
    [[nodiscard]] double mean_loss(const TrainingSet& set, const RealWeights& weights) const;
    void add_gradient(const TrainingExample& example, Gradient& gradient) const;
    [[nodiscard]] Gradient batch_gradient(std::size_t first, std::size_t last) const;
    void step(const Gradient& gradient, std::size_t examples);

    const TrainingData& data_;
    TunerPlan plan_;
    RealWeights first_ = RealWeights::current();
    RealWeights weights_ = RealWeights::current();
    Gradient mean_{};   ///< of the gradients, as Adam keeps it
    Gradient square_{}; ///< of their squares
    double scale_ = 1.0 / 200.0;
    std::int64_t steps_ = 0;
    int epochs_ = 0;
};

/// The text of eval/hce/weight_values.hpp with these values.
[[nodiscard]] std::string weight_source(const std::vector<Tapered>& weights);

} // namespace rata
