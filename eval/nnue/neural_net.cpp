#include "eval/nnue/neural_net.hpp"

#include <algorithm>

namespace rata {

namespace {

Error out_of_range(const std::string& what, std::int64_t found, std::int64_t most) {
    return Error{.code = ErrorCode::Range,
                 .message = what + ": expected at most " + std::to_string(most) + ", found " +
                            std::to_string(found),
                 .where = {}};
}

template <typename T>
Result<void> check_range(const std::vector<T>& numbers, std::int64_t most, const char* what) {
    for (const std::int64_t number : numbers)
        if (number > most || number < -most) return out_of_range(what, number, most);
    return {};
}

template <typename T>
Result<void> check_count(const std::vector<T>& numbers, std::size_t expected, const char* what) {
    if (numbers.size() == expected) return {};
    return Error{.code = ErrorCode::Corrupt,
                 .message = std::string(what) + ": expected " + std::to_string(expected) +
                            " numbers, found " + std::to_string(numbers.size()),
                 .where = {}};
}

Result<void> check_shape(const NetShape& shape) {
    constexpr int kMostScale = 10'000;
    const auto refuse = [](const std::string& message) {
        return Error{.code = ErrorCode::Unsupported, .message = message, .where = {}};
    };
    if (shape.hidden == 0 || shape.hidden > NetShape::kMostHidden ||
        shape.hidden % kLineNumbers != 0)
        return refuse("expected a multiple of " + std::to_string(kLineNumbers) + " up to " +
                      std::to_string(NetShape::kMostHidden) + " hidden neurons, found " +
                      std::to_string(shape.hidden));
    if (shape.buckets == 0 || shape.buckets > NetShape::kMostBuckets)
        return refuse("expected 1 to " + std::to_string(NetShape::kMostBuckets) +
                      " output buckets, found " + std::to_string(shape.buckets));
    if (shape.scale < 1 || shape.scale > kMostScale)
        return refuse("expected a scale of 1 to " + std::to_string(kMostScale) +
                      " centipawns, found " + std::to_string(shape.scale));
    return {};
}

Result<void> check_numbers(const NetNumbers& net) {
    const std::size_t hidden = net.shape.hidden;
    const std::size_t buckets = net.shape.buckets;
    if (auto right = check_shape(net.shape); !right) return right;
    for (auto right : {check_count(net.input_weights, NetShape::kInputs * hidden, "input weights"),
                       check_count(net.hidden_biases, hidden, "hidden biases"),
                       check_count(net.output_weights, 2 * hidden * buckets, "output weights"),
                       check_count(net.output_biases, buckets, "output biases"),
                       check_range(net.input_weights, kMostInputWeight, "input weight"),
                       check_range(net.hidden_biases, kMostHiddenBias, "hidden bias"),
                       check_range(net.output_weights, kMostOutputWeight, "output weight"),
                       check_range(net.output_biases, kMostOutputBias, "output bias")})
        if (!right) return right;
    return {};
}

std::vector<NumberLine> in_lines(const std::vector<std::int16_t>& numbers) {
    std::vector<NumberLine> lines(numbers.size() / kLineNumbers);
    for (std::size_t i = 0; i < lines.size(); ++i)
        std::copy_n(numbers.begin() + static_cast<std::ptrdiff_t>(i * kLineNumbers), kLineNumbers,
                    lines[i].numbers.begin());
    return lines;
}

} // namespace

Result<NeuralNet> NeuralNet::make(const NetNumbers& numbers) {
    if (auto right = check_numbers(numbers); !right) return right.error();
    NeuralNet net;
    net.shape_ = numbers.shape;
    net.origin_ = numbers.origin;
    net.input_weights_ = in_lines(numbers.input_weights);
    net.hidden_biases_ = in_lines(numbers.hidden_biases);
    net.output_weights_ = in_lines(numbers.output_weights);
    net.output_biases_ = numbers.output_biases;
    return net;
}

int NeuralNet::centipawns(const NetKernels& kernels, const NumberLine* own, const NumberLine* other,
                          int pieces) const {
    constexpr std::int64_t kMostCentipawns = 20'000;
    const std::size_t bucket = shape_.bucket_of(pieces);
    const NumberLine* const weights = output_weights_.data() + bucket * 2 * shape_.lines();
    const std::int64_t sum =
        kernels.output(own, other, weights, shape_.lines()) + output_biases_[bucket];
    return static_cast<int>(
        std::clamp(sum * shape_.scale / kSumUnit, -kMostCentipawns, kMostCentipawns));
}

} // namespace rata
