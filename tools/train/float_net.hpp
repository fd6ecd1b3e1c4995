// A net as it is trained: weights in fractions, all in one row of lines, so that what is done to
// all alike (gradients, moments, steps) is one loop. The same form holds a net's gradient.
#pragma once

#include "eval/nnue/neural_net.hpp"
#include "tools/train/float_line.hpp"

namespace rata {

class FloatNet {
public:
    /// All zero.
    explicit FloatNet(const NetShape& shape);
    /// Small random weights to begin with.
    [[nodiscard]] static FloatNet random(const NetShape& shape, std::uint64_t seed);
    /// What quantised() made whole numbers of, but for the rounding.
    [[nodiscard]] static FloatNet of(const NetNumbers& numbers);

    [[nodiscard]] const NetShape& shape() const { return shape_; }
    /// Lines of one hidden layer.
    [[nodiscard]] std::size_t width() const { return shape_.hidden / kFloats; }

    [[nodiscard]] FloatLines& lines() { return lines_; }
    [[nodiscard]] const FloatLines& lines() const { return lines_; }

    [[nodiscard]] FloatLine* input_row(std::size_t input) { return &lines_[input * width()]; }
    [[nodiscard]] const FloatLine* input_row(std::size_t input) const {
        return &lines_[input * width()];
    }
    [[nodiscard]] FloatLine* hidden_biases() { return &lines_[bias_line()]; }
    [[nodiscard]] const FloatLine* hidden_biases() const { return &lines_[bias_line()]; }
    /// Own neurons, then the other side's.
    [[nodiscard]] FloatLine* output_weights(std::size_t bucket) {
        return &lines_[output_line(bucket)];
    }
    [[nodiscard]] const FloatLine* output_weights(std::size_t bucket) const {
        return &lines_[output_line(bucket)];
    }
    [[nodiscard]] float& output_bias(std::size_t bucket) {
        return reinterpret_cast<float*>(&lines_.back().vector)[bucket];
    }
    [[nodiscard]] float output_bias(std::size_t bucket) const {
        return lines_.back().vector[bucket];
    }

    void clear();
    /// Brings lines [first, last) into the limits that whole numbers have.
    void clamp(std::size_t first, std::size_t last);
    /// In whole numbers, rounded.
    [[nodiscard]] NetNumbers quantised(std::string origin) const;

private:
    [[nodiscard]] std::size_t bias_line() const { return NetShape::kInputs * width(); }
    [[nodiscard]] std::size_t output_line(std::size_t bucket) const {
        return bias_line() + width() * (1 + 2 * bucket);
    }

    NetShape shape_;
    FloatLines lines_;
};

} // namespace rata
