#include "engine/base/assert.hpp"
#include "eval/nnue/neural_net.hpp"

namespace rata {

/// The bytes of nnue/default.rnet; the build makes the source.
[[nodiscard]] std::string_view embedded_net_bytes();

namespace {

SharedNet read_embedded() {
    if (embedded_net_bytes().empty()) return nullptr;
    const auto numbers = parse_net(embedded_net_bytes());
    RATA_ASSERT(numbers.ok()); // a test reads it
    auto net = NeuralNet::make(*numbers);
    RATA_ASSERT(net.ok());
    return std::make_shared<const NeuralNet>(*std::move(net));
}

} // namespace

SharedNet embedded_net() {
    static const SharedNet net = read_embedded();
    return net;
}

} // namespace rata
