// Net files of any bytes: what is accepted is written again as the same bytes, and computes the
// same on all kernels; what is not is refused with a reason. So that the checksum does not hide the
// inside from the mutator, the bytes are also taken as the head and the weights of a small net.
#include "engine/base/block_checksum.hpp"
#include "engine/base/little_endian.hpp"
#include "eval/nnue/net_accumulators.hpp"

#include <cstdint>
#include <cstdlib>

namespace {

using namespace rata;

void require(bool law) {
    if (!law) std::abort();
}

int worth_of_start(const NetChoice& choice) {
    NetAccumulators accumulators;
    accumulators.reset(choice, Position::start());
    return accumulators.evaluate(Position::start());
}

void check_net(std::string_view bytes) {
    const auto numbers = parse_net(bytes);
    if (!numbers) {
        require(!numbers.error().message.empty());
        return;
    }
    require(net_bytes(*numbers) == bytes);
    const auto net = NeuralNet::make(*numbers);
    if (!net) {
        require(!net.error().message.empty());
        return;
    }
    const SharedNet shared = std::make_shared<const NeuralNet>(*net);
    const int scalar = worth_of_start({shared, &net_kernels().back()});
    for (const NetKernels& kernels : net_kernels())
        require(worth_of_start({shared, &kernels}) == scalar);
}

std::string with_checksum(std::string bytes) {
    append_little_endian(bytes, block_checksum(bytes));
    return bytes;
}

/// A whole net of 32 neurons whose numbers are the given bytes over and over.
std::string net_filled_with(std::string_view bytes) {
    NetNumbers net;
    const auto fill = [bytes](auto& list, std::size_t count, int most) {
        using Number = typename std::remove_reference_t<decltype(list)>::value_type;
        for (std::size_t i = 0; i < count; ++i) {
            const int byte = static_cast<unsigned char>(bytes[i % bytes.size()]) - 128;
            list.push_back(static_cast<Number>(std::int64_t{byte} * most / 128));
        }
    };
    fill(net.input_weights, NetShape::kInputs * net.shape.hidden, kMostInputWeight);
    fill(net.hidden_biases, net.shape.hidden, kMostHiddenBias);
    // One more than allowed is within reach.
    fill(net.output_weights, 2 * net.shape.hidden, kMostOutputWeight + 2);
    fill(net.output_biases, 1, kMostOutputBias);
    return net_bytes(net);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    check_net(bytes);
    check_net(with_checksum(bytes));
    if (bytes.empty()) return 0;
    std::string net = net_filled_with(bytes);
    check_net(net);
    // The head, or what there is of it, replaced; the length then decides.
    net.resize(net.size() - 4);
    const std::size_t head = std::min<std::size_t>(bytes.size(), 40);
    check_net(with_checksum(net.replace(0, head, bytes, 0, head)));
    return 0;
}
