#include "tools/train/net_gradient.hpp"

namespace rata {

namespace {

void sum_rows(const FloatNet& net, std::span<const std::uint16_t> inputs, FloatLines& sums) {
    const std::size_t width = net.width();
    std::copy_n(net.hidden_biases(), width, sums.begin());
    for (const std::uint16_t input : inputs) {
        const FloatLine* const row = net.input_row(input);
        for (std::size_t i = 0; i < width; ++i) sums[i].vector += row[i].vector;
    }
}

/// min(max(h, 0), 1)
FloatLine cut(const FloatLine& sum) {
    constexpr FloatLine kZero{};
    FloatLine one;
    one.fill(1);
    FloatLine result = sum;
    result.clamp(kZero, one);
    return result;
}

void add_products(const FloatLines& hidden, const FloatLine* weights, FloatLine& sum) {
    for (std::size_t i = 0; i < hidden.size(); ++i) {
        const FloatLine value = cut(hidden[i]);
        sum.vector += value.vector * value.vector * weights[i].vector;
    }
}

std::size_t bucket_for(const FloatNet& net, const ActiveInputs& inputs) {
    return net.shape().bucket_of(static_cast<int>(inputs.count));
}

} // namespace

void GradientSum::clear() {
    gradient_.clear();
    loss_ = 0;
}

float GradientSum::forward(const FloatNet& net, const ActiveInputs& inputs) {
    sum_rows(net, {inputs.own.data(), inputs.count}, own_);
    sum_rows(net, {inputs.other.data(), inputs.count}, other_);
    const std::size_t bucket = bucket_for(net, inputs);
    FloatLine sum;
    add_products(own_, net.output_weights(bucket), sum);
    add_products(other_, net.output_weights(bucket) + net.width(), sum);
    return sum.sum() + net.output_bias(bucket);
}

float GradientSum::output(const FloatNet& net, const NetPosition& position) {
    return forward(net, ActiveInputs(position));
}

void GradientSum::add_loss(const FloatNet& net, const NetPosition& position,
                           const NetTarget& target) {
    const float error = expected_points(output(net, position)) - target(position);
    loss_ += static_cast<double>(error) * error;
}

void GradientSum::add(const FloatNet& net, const NetPosition& position, const NetTarget& target) {
    const ActiveInputs inputs(position);
    const float expected = expected_points(forward(net, inputs));
    const float error = expected - target(position);
    loss_ += static_cast<double>(error) * error;
    backward(net, inputs, 2 * error * expected * (1 - expected));
}

void GradientSum::backward(const FloatNet& net, const ActiveInputs& inputs, float slope) {
    const std::size_t bucket = bucket_for(net, inputs);
    gradient_.output_bias(bucket) += slope;
    backward_side(net, own_, 0, {inputs.own.data(), inputs.count}, bucket, slope);
    backward_side(net, other_, net.width(), {inputs.other.data(), inputs.count}, bucket, slope);
}

void GradientSum::backward_side(const FloatNet& net, const FloatLines& hidden,
                                std::size_t first_weight, std::span<const std::uint16_t> inputs,
                                std::size_t bucket, float slope) {
    const std::size_t width = net.width();
    const FloatLine* const weights = net.output_weights(bucket) + first_weight;
    FloatLine* const weight_gradients = gradient_.output_weights(bucket) + first_weight;
    FloatLine* const biases = gradient_.hidden_biases();
    for (std::size_t i = 0; i < width; ++i) {
        const FloatLine value = cut(hidden[i]);
        weight_gradients[i].vector += slope * value.vector * value.vector;
        // Outside of (0, 1) a neuron does not move. At 0 the factor itself is 0.
        const FloatLine::Vector pull = 2 * slope * value.vector * weights[i].vector;
        pull_[i].vector = value.vector < 1 ? pull : FloatLine::Vector{};
        biases[i].vector += pull_[i].vector;
    }
    for (const std::uint16_t input : inputs) {
        FloatLine* const row = gradient_.input_row(input);
        for (std::size_t i = 0; i < width; ++i) row[i].vector += pull_[i].vector;
    }
}

} // namespace rata
