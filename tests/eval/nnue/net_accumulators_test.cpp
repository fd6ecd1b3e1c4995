#include "eval/nnue/net_accumulators.hpp"

#include "eval/evaluator.hpp"
#include "tests/eval/support/random_net.hpp"
#include "tests/rules/support/position_text.hpp"
#include "tests/rules/support/random_position.hpp"

#include <catch2/catch.hpp>

using namespace rata;
using namespace rata::test;

namespace {

int whole_board(const NetChoice& choice, const Position& position) {
    NetAccumulators accumulators;
    accumulators.reset(choice, position);
    return accumulators.evaluate(position);
}

/// Up and down the tree at random, asking now and then, so that plies are left out and caught up.
void lazy_walk(Position position, int steps, const NetNumbers& net, Rng& rng) {
    const SharedNet ready = shared(net);
    std::vector<NetAccumulators> walkers(net_kernels().size());
    for (std::size_t i = 0; i < walkers.size(); ++i)
        walkers[i].reset({.net = ready, .kernels = &net_kernels()[i]}, position);
    std::vector<Move> line;
    for (int step = 0; step < steps; ++step) {
        const MoveList moves = legal_moves(position);
        if (!line.empty() && (moves.empty() || rng.below(3) == 0)) {
            line.back() == Move::null() ? position.unmake_null() : position.unmake();
            for (NetAccumulators& walker : walkers) walker.pop();
            line.pop_back();
        } else if (!position.in_check() && rng.below(8) == 0) {
            position.make_null();
            for (NetAccumulators& walker : walkers) walker.push(BoardDelta{});
            line.push_back(Move::null());
        } else if (!moves.empty()) {
            line.push_back(random_move(moves, rng));
            const BoardDelta delta = position.make(line.back());
            for (NetAccumulators& walker : walkers) walker.push(delta);
        }
        if (rng.below(3) != 0) continue;
        const int expected = slow_centipawns(net, position);
        for (NetAccumulators& walker : walkers)
            if (walker.evaluate(position) != expected) FAIL(text_of(position.setup()));
    }
}

} // namespace

TEST_CASE("every kernel computes what the format says", "[eval][nnue]") {
    CHECK(net_kernels().back().name == "scalar");
    struct Case {
        NetShape shape;
        WeightKind weights;
        int positions;
    };
    const Case cases[] = {{{32, 1, 400}, WeightKind::Small, 3000},
                          {{64, 8, 250}, WeightKind::Small, 1000},
                          {{96, 3, 400}, WeightKind::Extreme, 500},
                          {{512, 2, 400}, WeightKind::Extreme, 300}};
    std::uint64_t seed = 1;
    for (const Case& c : cases) {
        const NetNumbers net = random_net(c.shape, c.weights, ++seed);
        const SharedNet ready = shared(net);
        for_random_positions(c.positions, seed, [&](const Position& position) {
            const int expected = slow_centipawns(net, position);
            for (const NetKernels& kernels : net_kernels())
                if (whole_board({.net = ready, .kernels = &kernels}, position) != expected)
                    FAIL(kernels.name << ": " << text_of(position.setup()));
        });
    }
    SUCCEED();
}

TEST_CASE("every kernel computes what the format says, a hundred thousand times",
          "[eval][nnue][slow]") {
    const NetNumbers net = random_net({64, 4, 400}, WeightKind::Small, 77);
    const SharedNet ready = shared(net);
    for_random_positions(100'000, 77, [&](const Position& position) {
        const int expected = slow_centipawns(net, position);
        for (const NetKernels& kernels : net_kernels())
            if (whole_board({.net = ready, .kernels = &kernels}, position) != expected)
                FAIL(kernels.name << ": " << text_of(position.setup()));
    });
    SUCCEED();
}

TEST_CASE("the largest sums fit", "[eval][nnue]") {
    // All hidden neurons full and all weights at their limit: the worst for the lanes of a kernel.
    NetNumbers net = random_net({512, 1, 1}, WeightKind::Extreme, 1);
    std::fill(net.input_weights.begin(), net.input_weights.end(), std::int16_t{kMostInputWeight});
    std::fill(net.hidden_biases.begin(), net.hidden_biases.end(), std::int16_t{kMostHiddenBias});
    for (const int sign : {1, -1}) {
        std::fill(net.output_weights.begin(), net.output_weights.end(),
                  static_cast<std::int16_t>(sign * kMostOutputWeight));
        const int expected = slow_centipawns(net, Position::start());
        CHECK(std::abs(expected) > 1000);
        for (const NetKernels& kernels : net_kernels()) {
            INFO(kernels.name);
            CHECK(whole_board({.net = shared(net), .kernels = &kernels}, Position::start()) ==
                  expected);
        }
    }
}

TEST_CASE("sums kept along a line equal sums from scratch", "[eval][nnue]") {
    Rng rng(7);
    const NetNumbers net = random_net({32, 2, 400}, WeightKind::Small, 5);
    lazy_walk(Position::start(), 3000, net, rng);
    lazy_walk(position_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
              3000, net, rng);
    lazy_walk(position_of("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"), 2000, net, rng);
    lazy_walk(position_of("8/2p1p1p1/8/KP1P1P1r/R1p1p1pk/8/1P1P1P2/8 w - - 0 1"), 2000, net, rng);
    for (int i = 0; i < 20; ++i) lazy_walk(random_chess960_start(rng), 200, net, rng);
    for (int i = 0; i < 100; ++i) lazy_walk(random_position(rng), 20, net, rng);
    SUCCEED();
}

TEST_CASE("an evaluator may change from net to hand and back", "[eval][nnue]") {
    const Position position = position_of("4k3/pppp4/8/8/8/8/PPPP4/2QQK3 w - - 0 1");
    const NetNumbers numbers = random_net({32, 1, 400}, WeightKind::Small, 9);
    Evaluator evaluator;
    evaluator.reset(position);
    const Score by_hand = evaluator.evaluate(position);
    evaluator.reset(position, {.net = shared(numbers)});
    CHECK(evaluator.evaluate(position) == Score::cp(slow_centipawns(numbers, position)));
    evaluator.reset(position);
    CHECK(evaluator.evaluate(position) == by_hand);
}

TEST_CASE("a net gets help in endings and near the fiftieth move", "[eval][nnue]") {
    NetNumbers net = random_net({32, 1, 400}, WeightKind::Small, 9);
    net.output_biases[0] = 10'000'000; // the side to move is ahead, whatever the board
    std::fill(net.output_weights.begin(), net.output_weights.end(), std::int16_t{0});
    const auto worth = [&](std::string_view fen) {
        const Position position = position_of(fen);
        Evaluator evaluator;
        evaluator.reset(position, {.net = shared(net)});
        return (evaluator.evaluate(position) - Score::draw()).cp();
    };
    CHECK(worth("4k3/pppp4/8/8/8/8/PPPP4/2QQK3 w - - 0 1") > 900);
    CHECK(worth("4k3/pppp4/8/8/8/8/PPPP4/2QQK3 w - - 90 1") < 700);
    CHECK(worth("k7/8/8/8/8/8/P7/B3K3 w - - 0 1") == 0); // the wrong bishop
}

TEST_CASE("the trace of a net sums nothing up but tells of each piece", "[eval][nnue]") {
    const Position position = position_of("4k3/8/8/8/8/8/8/RR2K3 b - - 0 1");
    const NetNumbers numbers = random_net({32, 1, 400}, WeightKind::Small, 3);
    const NetTrace traced = trace_net({.net = shared(numbers)}, position);
    CHECK(traced.total == -slow_centipawns(numbers, position));
    CHECK_FALSE(traced.piece_worth[Square::E1]);
    CHECK_FALSE(traced.piece_worth[Square::C3]);
    const Position without = position_of("4k3/8/8/8/8/8/8/R3K3 b - - 0 1");
    CHECK(traced.piece_worth[Square::B1] == traced.total + slow_centipawns(numbers, without));
}
