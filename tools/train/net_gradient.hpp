// One position through a net and back: what the net makes of it, how wrong that is, and in which
// direction every weight would make it less so. Scratch memory of one thread, with the gradient it
// adds up.
#pragma once

#include "tools/train/float_net.hpp"
#include "tools/train/net_position.hpp"

#include <span>

namespace rata {

/// 1 / (1 + e^-x)
[[nodiscard]] inline float expected_points(float output) { return 1 / (1 + std::exp(-output)); }

/// What the output of a net should come to, as expected points.
struct NetTarget {
    float scale = 400;
    float result_share = 0.3F;

    [[nodiscard]] float operator()(const NetPosition& position) const {
        const float by_score = expected_points(static_cast<float>(position.score) / scale);
        const float by_result = static_cast<float>(position.half_points) / 2;
        return result_share * by_result + (1 - result_share) * by_score;
    }
};

class GradientSum {
public:
    explicit GradientSum(const NetShape& shape)
        : gradient_(shape), own_(gradient_.width()), other_(gradient_.width()),
          pull_(gradient_.width()) {}

    void clear();
    /// Adds the square of the error to the loss, and its derivatives to the gradient.
    void add(const FloatNet& net, const NetPosition& position, const NetTarget& target);
    /// Adds the square of the error only.
    void add_loss(const FloatNet& net, const NetPosition& position, const NetTarget& target);
    /// The output of the net, before expected points are made of it.
    [[nodiscard]] float output(const FloatNet& net, const NetPosition& position);

    [[nodiscard]] double loss() const { return loss_; }
    [[nodiscard]] const FloatNet& gradient() const { return gradient_; }

private:
    [[nodiscard]] float forward(const FloatNet& net, const ActiveInputs& inputs);
    void backward(const FloatNet& net, const ActiveInputs& inputs, float slope);
    void backward_side(const FloatNet& net, const FloatLines& hidden, std::size_t first_weight,
                       std::span<const std::uint16_t> inputs, std::size_t bucket, float slope);

    FloatNet gradient_;
    FloatLines own_;
    FloatLines other_;
    FloatLines pull_; ///< on the sums of a hidden layer
    double loss_ = 0;
};

} // namespace rata
