#include "tools/train/float_net.hpp"

#include "engine/base/rng.hpp"

#include <algorithm>
#include <limits>

namespace rata {

namespace {

void randomise(FloatLine* lines, std::size_t count, double reach, Rng& rng) {
    for (std::size_t line = 0; line < count; ++line)
        for (std::size_t i = 0; i < kFloats; ++i)
            lines[line].vector[i] = static_cast<float>(reach * (2 * rng.fraction() - 1));
}

template <typename T>
void round_lines(const FloatLine* lines, std::size_t count, double unit, std::vector<T>& numbers) {
    for (std::size_t line = 0; line < count; ++line)
        for (std::size_t i = 0; i < kFloats; ++i)
            numbers.push_back(
                static_cast<T>(std::lround(static_cast<double>(lines[line].vector[i]) * unit)));
}

template <typename T>
void fill_lines(FloatLine* lines, double unit, const std::vector<T>& numbers) {
    for (std::size_t i = 0; i < numbers.size(); ++i)
        lines[i / kFloats].vector[i % kFloats] = static_cast<float>(numbers[i] / unit);
}

} // namespace

FloatNet::FloatNet(const NetShape& shape)
    : shape_(shape), lines_(NetShape::kInputs * width() + width() * (1 + 2 * shape.buckets) + 1) {}

/// Such that a hidden neuron is between its bounds for most positions, where it can learn.
FloatNet FloatNet::random(const NetShape& shape, std::uint64_t seed) {
    constexpr double kInputReach = 0.1;
    constexpr float kMiddle = 0.25F;
    FloatNet net(shape);
    Rng rng(seed);
    randomise(net.input_row(0), NetShape::kInputs * net.width(), kInputReach, rng);
    for (std::size_t i = 0; i < net.width(); ++i) net.hidden_biases()[i].fill(kMiddle);
    const double output_reach = 1 / std::sqrt(2.0 * static_cast<double>(shape.hidden));
    randomise(net.output_weights(0), 2 * net.width() * shape.buckets, output_reach, rng);
    return net;
}

FloatNet FloatNet::of(const NetNumbers& numbers) {
    FloatNet net(numbers.shape);
    fill_lines(net.input_row(0), kHiddenUnit, numbers.input_weights);
    fill_lines(net.hidden_biases(), kHiddenUnit, numbers.hidden_biases);
    fill_lines(net.output_weights(0), kOutputUnit, numbers.output_weights);
    for (std::size_t bucket = 0; bucket < numbers.shape.buckets; ++bucket)
        net.output_bias(bucket) = static_cast<float>(
            static_cast<double>(numbers.output_biases[bucket]) / static_cast<double>(kSumUnit));
    return net;
}

void FloatNet::clear() { std::fill(lines_.begin(), lines_.end(), FloatLine{}); }

void FloatNet::clamp(std::size_t first, std::size_t last) {
    const auto clamp_part = [&](std::size_t begin, std::size_t end, float most) {
        FloatLine low;
        FloatLine high;
        low.fill(-most);
        high.fill(most);
        for (std::size_t i = std::max(first, begin); i < std::min(last, end); ++i)
            lines_[i].clamp(low, high);
    };
    clamp_part(0, bias_line(), static_cast<float>(kMostInputWeight) / kHiddenUnit);
    clamp_part(bias_line(), output_line(0), static_cast<float>(kMostHiddenBias) / kHiddenUnit);
    clamp_part(output_line(0), lines_.size() - 1,
               static_cast<float>(kMostOutputWeight) / kOutputUnit);
}

NetNumbers FloatNet::quantised(std::string origin) const {
    NetNumbers numbers{.shape = shape_, .origin = std::move(origin)};
    round_lines(input_row(0), NetShape::kInputs * width(), kHiddenUnit, numbers.input_weights);
    round_lines(hidden_biases(), width(), kHiddenUnit, numbers.hidden_biases);
    round_lines(output_weights(0), 2 * width() * shape_.buckets, kOutputUnit,
                numbers.output_weights);
    for (std::size_t bucket = 0; bucket < shape_.buckets; ++bucket) {
        const double units = static_cast<double>(output_bias(bucket)) * kSumUnit;
        numbers.output_biases.push_back(static_cast<std::int32_t>(
            std::clamp<double>(units, -kMostOutputBias, kMostOutputBias)));
    }
    return numbers;
}

} // namespace rata
