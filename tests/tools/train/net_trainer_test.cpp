#include "tools/train/net_trainer.hpp"

#include "eval/nnue/net_accumulators.hpp"
#include "tests/rules/support/random_position.hpp"
#include "tools/train/loss_curve.hpp"

#include <catch2/catch.hpp>

using namespace rata;
using namespace rata::test;

namespace {

/// Random positions whose score is a simple function of the material.
NetData material_data(int positions, std::uint64_t seed) {
    NetData data;
    Rng rng(seed);
    for_random_positions(positions, seed, [&](const Position& position) {
        constexpr EnumArray<PieceType, int> kWorth{{100, 300, 310, 500, 900, 0}};
        int score = 0;
        for (const Square square : position.pieces()) {
            const Piece piece = position.piece_on(square);
            const bool own = color_of(piece) == position.side_to_move();
            score += own ? kWorth[type_of(piece)] : -kWorth[type_of(piece)];
        }
        auto& list = data.games++ % 10 == 0 ? data.held_out : data.learnt;
        list.push_back(pack_position(position, score, static_cast<int>(rng.below(3))));
    });
    return data;
}

NetPlan small_plan() {
    NetPlan plan;
    plan.shape = {32, 2, 400};
    plan.epochs = 3;
    plan.batch = 256;
    plan.report_batches = 5;
    return plan;
}

double loss_of(const FloatNet& net, const NetPosition& position, const NetTarget& target) {
    GradientSum sum(net.shape());
    sum.add_loss(net, position, target);
    return sum.loss();
}

} // namespace

TEST_CASE("a packed position has the inputs of the board", "[tools][train]") {
    for_random_positions(2000, 3, [&](const Position& position) {
        const ActiveInputs inputs(pack_position(position, 0, 0));
        const Color own = position.side_to_move();
        REQUIRE(inputs.count == static_cast<std::size_t>(position.pieces().count()));
        std::vector<std::size_t> expected_own;
        std::vector<std::size_t> expected_other;
        for (const Square square : position.pieces()) {
            const Piece piece = position.piece_on(square);
            expected_own.push_back(NetView::of(position, own).input(piece, square));
            expected_other.push_back(NetView::of(position, ~own).input(piece, square));
        }
        std::vector<std::size_t> found_own(inputs.own.begin(), inputs.own.begin() + inputs.count);
        std::vector<std::size_t> found_other(inputs.other.begin(),
                                             inputs.other.begin() + inputs.count);
        for (auto* list : {&expected_own, &expected_other, &found_own, &found_other})
            std::sort(list->begin(), list->end());
        if (found_own != expected_own || found_other != expected_other)
            FAIL(text_of(position.setup()));
    });
    SUCCEED();
}

TEST_CASE("gradients are what small steps make of the loss", "[tools][train]") {
    const NetTarget target{.scale = 400, .result_share = 0.3F};
    const NetShape shape{32, 2, 400};
    FloatNet net = FloatNet::random(shape, 5);
    Rng rng(8);
    for (FloatLine& line : net.lines()) // larger, so that rounding matters less
        for (std::size_t i = 0; i < kFloats; ++i)
            line.vector[i] = static_cast<float>(0.6 * rng.fraction() - 0.2);
    int compared = 0;
    for_random_positions(60, 21, [&](const Position& position) {
        const NetPosition packed = pack_position(position, static_cast<int>(rng.below(2001)) - 1000,
                                                 static_cast<int>(rng.below(3)));
        GradientSum sum(shape);
        sum.add(net, packed, target);
        const ActiveInputs inputs(packed);
        const std::size_t bucket = shape.bucket_of(static_cast<int>(inputs.count));
        const auto line_number = [&](const FloatLine* line) {
            return static_cast<std::size_t>(line - net.lines().data());
        };
        const std::size_t lines[] = {line_number(net.input_row(inputs.own[0])),
                                     line_number(net.input_row(inputs.other[1])) + 1,
                                     line_number(net.hidden_biases()) + 1,
                                     line_number(net.output_weights(bucket)),
                                     line_number(net.output_weights(bucket)) + 3,
                                     net.lines().size() - 1};
        for (const std::size_t line : lines) {
            const std::size_t lane = line == net.lines().size() - 1 ? bucket : rng.below(kFloats);
            constexpr float kStep = 1e-3F;
            FloatNet moved = net;
            moved.lines()[line].vector[lane] += kStep;
            const double above = loss_of(moved, packed, target);
            moved.lines()[line].vector[lane] -= 2 * kStep;
            const double below = loss_of(moved, packed, target);
            const double expected = (above - below) / (2 * static_cast<double>(kStep));
            const double found = sum.gradient().lines()[line].vector[lane];
            INFO(text_of(position.setup()) << " line " << line << " lane " << lane);
            CHECK(found == Approx(expected).margin(2e-4).epsilon(0.02));
            ++compared;
        }
    });
    CHECK(compared > 300);
}

TEST_CASE("weights that a position does not touch have no gradient", "[tools][train]") {
    const NetShape shape{32, 2, 400};
    const FloatNet net = FloatNet::random(shape, 5);
    const NetPosition packed = pack_position(Position::start(), 30, 2);
    GradientSum sum(shape);
    sum.add(net, packed, {});
    const ActiveInputs inputs(packed);
    std::vector<bool> is_on(NetShape::kInputs);
    for (std::size_t i = 0; i < inputs.count; ++i)
        is_on[inputs.own[i]] = is_on[inputs.other[i]] = true;
    for (std::size_t input = 0; input < NetShape::kInputs; ++input) {
        bool is_zero = true;
        for (std::size_t i = 0; i < kFloats; ++i)
            is_zero = is_zero && sum.gradient().input_row(input)[0].vector[i] == 0;
        if (is_on[input] == is_zero) FAIL("input " << input);
    }
    CHECK(sum.gradient().output_bias(0) == 0);
    CHECK(sum.gradient().output_bias(1) != 0);
}

TEST_CASE("a trainer learns what material is worth", "[tools][train]") {
    const NetData data = material_data(12000, 4);
    NetPlan plan = small_plan();
    plan.epochs = 15;
    plan.result_share = 0;
    plan.rate = 0.01;
    NetTrainer trainer(data, plan);
    const double before = trainer.held_out_loss();
    while (!trainer.is_done()) trainer.run_batch();
    CHECK(trainer.held_out_loss() < before / 10);
    CHECK(trainer.curve().back().batches == trainer.total_batches());
    CHECK(trainer.curve().back().held_out == trainer.held_out_loss());

    // The same in whole numbers.
    const auto net = NeuralNet::make(trainer.net().quantised(""));
    REQUIRE(net.ok());
    const NetChoice choice{.net = std::make_shared<const NeuralNet>(*net)};
    GradientSum sum(plan.shape);
    for_random_positions(500, 90, [&](const Position& position) {
        const double exact =
            plan.shape.scale *
            static_cast<double>(sum.output(trainer.net(), pack_position(position, 0, 0)));
        NetAccumulators accumulators;
        accumulators.reset(choice, position);
        const double rounded = accumulators.evaluate(position);
        if (std::abs(exact - rounded) > 30 + std::abs(exact) / 20)
            FAIL(text_of(position.setup()) << ": " << rounded << ", not " << exact);
    });
}

TEST_CASE("a training that was killed comes to the same net", "[tools][train]") {
    const NetData data = material_data(3000, 6);
    NetPlan plan = small_plan();
    plan.threads = 2;
    NetTrainer whole(data, plan);
    std::string kept;
    while (!whole.is_done()) {
        whole.run_batch();
        if (whole.at_point() && whole.curve().size() == 3) kept = whole.state();
    }
    NetTrainer other(data, plan);
    other.run_batch(); // what was done before is thrown away
    REQUIRE(other.restore(kept).ok());
    CHECK(other.batches() == 15);
    while (!other.is_done()) other.run_batch();
    CHECK(other.curve() == whole.curve());
    CHECK(other.net().quantised("") == whole.net().quantised(""));
    CHECK(other.state() == whole.state());
}

TEST_CASE("a training goes on from a net that was written", "[tools][train]") {
    const NetData data = material_data(3000, 6);
    NetTrainer first(data, small_plan());
    while (!first.is_done()) first.run_batch();
    const NetNumbers written = first.net().quantised("");
    NetTrainer next(data, small_plan(), FloatNet::of(written));
    const NetNumbers again = next.net().quantised(""); // nothing is lost twice
    CHECK(again.input_weights == written.input_weights);
    CHECK(again.hidden_biases == written.hidden_biases);
    CHECK(again.output_weights == written.output_weights);
    CHECK(next.held_out_loss() == Approx(first.held_out_loss()).epsilon(0.05));
}

TEST_CASE("a checkpoint of something else is refused", "[tools][train]") {
    const NetData data = material_data(1000, 6);
    NetTrainer trainer(data, small_plan());
    while (!trainer.at_point()) trainer.run_batch();
    const std::string state = trainer.state();
    NetTrainer same(data, small_plan());
    for (const std::string& bytes :
         {std::string{}, std::string("ratatosk-train-2\n"), state.substr(0, state.size() - 1),
          state + "x", state.substr(0, 200)}) {
        const auto restored = same.restore(bytes);
        REQUIRE_FALSE(restored.ok());
        CHECK(same.batches() == 0);
    }
    std::string flipped = state;
    flipped[state.size() / 2] ^= 1;
    CHECK_FALSE(same.restore(flipped).ok());
    NetPlan other_plan = small_plan();
    other_plan.rate = 0.5;
    CHECK_FALSE(NetTrainer(data, other_plan).restore(state).ok());
    const NetData other_data = material_data(1000, 7);
    CHECK_FALSE(NetTrainer(other_data, small_plan()).restore(state).ok());
    NetTrainer other_start(data, small_plan(), FloatNet::random(small_plan().shape, 99));
    CHECK_FALSE(other_start.restore(state).ok());
    CHECK(same.restore(state).ok());
}

TEST_CASE("the loss of what is held out is that of all files", "[tools][train]") {
    const NetData some = material_data(1000, 6);
    const auto loss_of_halves = [&some](int first_score, int second_score) {
        NetData data{.learnt = some.learnt};
        constexpr std::size_t kHalf = 1U << 17U; // more than is looked at
        for (std::size_t i = 0; i < 2 * kHalf; ++i) {
            NetPosition position = some.held_out[i % some.held_out.size()];
            position.score = static_cast<std::int16_t>(i < kHalf ? first_score : second_score);
            data.held_out.push_back(position);
        }
        return NetTrainer(data, small_plan()).held_out_loss();
    };
    const double mixed = loss_of_halves(0, 2000);
    CHECK(mixed == Approx((loss_of_halves(0, 0) + loss_of_halves(2000, 2000)) / 2).epsilon(0.01));
}

TEST_CASE("threads change a training by rounding only", "[tools][train]") {
    const NetData data = material_data(2000, 6);
    NetPlan plan = small_plan();
    NetTrainer one(data, plan);
    plan.threads = 3;
    NetTrainer three(data, plan);
    while (!one.is_done()) {
        one.run_batch();
        three.run_batch();
    }
    CHECK(one.held_out_loss() == Approx(three.held_out_loss()).epsilon(1e-3));
}

TEST_CASE("no training leaves the limits of whole numbers", "[tools][train]") {
    FloatNet net(NetShape{32, 2, 400});
    for (FloatLine& line : net.lines()) line.fill(50);
    net.clamp(0, net.lines().size());
    CHECK(NeuralNet::make(net.quantised("")).ok());
    for (FloatLine& line : net.lines()) line.fill(-50);
    net.clamp(0, net.lines().size());
    CHECK(NeuralNet::make(net.quantised("")).ok());
}

TEST_CASE("a loss curve is a picture with both lines", "[tools][train]") {
    const std::string svg = loss_curve_svg({{100, 0.04, 0.05}, {200, 0.03, 0.045}});
    CHECK(svg.find("<svg") == 0);
    CHECK(svg.find("200 batches") != std::string::npos);
    std::size_t lines = 0;
    for (std::size_t at = 0; (at = svg.find("<polyline", at)) != std::string::npos; ++at) ++lines;
    CHECK(lines == 2);
    CHECK(loss_curve_svg({{1, 0.5, 0.5}}).find("nan") == std::string::npos);
}
