// Nets nobody trained, with weights anywhere within their limits or near zero, and the evaluation
// computed as FORMAT.md writes it, with no regard to speed.
#pragma once

#include "engine/base/rng.hpp"
#include "eval/nnue/neural_net.hpp"

#include <algorithm>

namespace rata::test {

enum class WeightKind { Small, Extreme };

inline NetNumbers random_net(NetShape shape, WeightKind kind, std::uint64_t seed) {
    Rng rng(seed);
    const auto number = [&](int most) {
        if (kind == WeightKind::Extreme) return rng.below(2) == 0 ? most : -most;
        const int reach = std::min(most, 60);
        const auto count = 2 * static_cast<std::uint64_t>(reach) + 1;
        return static_cast<int>(rng.below(count)) - reach;
    };
    const auto fill = [&](auto& list, std::size_t count, int most) {
        list.resize(count);
        for (auto& each : list)
            each = static_cast<std::remove_reference_t<decltype(each)>>(number(most));
    };
    NetNumbers net{.shape = shape, .origin = "seed=" + std::to_string(seed) + '\n'};
    fill(net.input_weights, NetShape::kInputs * shape.hidden, kMostInputWeight);
    fill(net.hidden_biases, shape.hidden, kMostHiddenBias);
    fill(net.output_weights, 2 * shape.hidden * shape.buckets, kMostOutputWeight);
    fill(net.output_biases, shape.buckets, kMostOutputBias);
    return net;
}

inline SharedNet shared(const NetNumbers& numbers) {
    return std::make_shared<const NeuralNet>(NeuralNet::make(numbers).value());
}

/// By the words of FORMAT.md: for the side to move.
inline int slow_centipawns(const NetNumbers& net, const Position& position) {
    const std::size_t hidden = net.shape.hidden;
    const auto bucket =
        static_cast<std::size_t>(position.pieces().count() - 2) * net.shape.buckets / 31;
    std::int64_t sum = net.output_biases[bucket];
    for (const bool own : {true, false}) {
        const Color side = own ? position.side_to_move() : ~position.side_to_move();
        std::vector<std::int64_t> neurons(net.hidden_biases.begin(), net.hidden_biases.end());
        for (const Square square : position.pieces()) {
            const Piece piece = position.piece_on(square);
            Square seen = relative_square(side, square);
            if (file_of(position.king(side)) >= File::E) seen = flip_files(seen);
            const std::size_t other = color_of(piece) == side ? 0 : 1;
            const std::size_t input =
                (other * 6 + static_cast<std::size_t>(type_of(piece))) * 64 + index(seen);
            for (std::size_t i = 0; i < hidden; ++i)
                neurons[i] += net.input_weights[input * hidden + i];
        }
        for (std::size_t i = 0; i < hidden; ++i) {
            const std::int64_t cut = std::clamp<std::int64_t>(neurons[i], 0, 255);
            sum += cut * cut * net.output_weights[(2 * bucket + (own ? 0 : 1)) * hidden + i];
        }
    }
    return static_cast<int>(
        std::clamp<std::int64_t>(sum * net.shape.scale / (255 * 255 * 64), -20'000, 20'000));
}

} // namespace rata::test
