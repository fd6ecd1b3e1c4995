// A neural evaluation ready to be asked: whole-number weights in lines of the cache, checked when
// they came in and never changed again. Shared by all threads. What is kept from move to move is in
// net_accumulators.hpp.
#pragma once

#include "engine/base/result.hpp"
#include "eval/nnue/net_kernels.hpp"

#include <memory>
#include <string>
#include <vector>

namespace rata {

/// The numbers of a net as a file has them, in no special order of memory.
struct NetNumbers {
    NetShape shape{};
    /// "key=value" lines: where the net comes from.
    std::string origin{};
    std::vector<std::int16_t> input_weights{}; ///< for each input, all hidden neurons
    std::vector<std::int16_t> hidden_biases{};
    std::vector<std::int16_t> output_weights{}; ///< for each bucket, own neurons, then the other's
    std::vector<std::int32_t> output_biases{};  ///< for each bucket

    bool operator==(const NetNumbers&) const = default;
};

class NeuralNet {
public:
    /// Refuses sizes and weights that the whole-number arithmetic has no room for.
    [[nodiscard]] static Result<NeuralNet> make(const NetNumbers& numbers);

    [[nodiscard]] const NetShape& shape() const { return shape_; }
    [[nodiscard]] const std::string& origin() const { return origin_; }

    [[nodiscard]] const NumberLine* row(std::size_t input) const {
        return input_weights_.data() + input * shape_.lines();
    }
    [[nodiscard]] const NumberLine* biases() const { return hidden_biases_.data(); }
    /// Centipawns for the side whose hidden layer is `own`.
    [[nodiscard]] int centipawns(const NetKernels& kernels, const NumberLine* own,
                                 const NumberLine* other, int pieces) const;

private:
    NeuralNet() = default;

    NetShape shape_{};
    std::string origin_{};
    std::vector<NumberLine> input_weights_{};
    std::vector<NumberLine> hidden_biases_{};
    std::vector<NumberLine> output_weights_{};
    std::vector<std::int32_t> output_biases_{};
};

/// Reads the bytes of a net file; see FORMAT.md. Anything but a whole and right one is an Error.
[[nodiscard]] Result<NetNumbers> parse_net(std::string_view bytes);
[[nodiscard]] std::string net_bytes(const NetNumbers& numbers);

using SharedNet = std::shared_ptr<const NeuralNet>;

[[nodiscard]] Result<SharedNet> load_net(const std::string& path);

/// The net inside the program; nullptr if it was built without one.
[[nodiscard]] SharedNet embedded_net();

/// Which evaluation a search uses, and the loops that compute it.
struct NetChoice {
    SharedNet net{}; ///< nullptr: the hand-made one
    const NetKernels* kernels = net_kernels().data();
};

} // namespace rata
