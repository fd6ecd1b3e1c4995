#include "tools/tune/weight_tuner.hpp"

#include "engine/base/file.hpp"
#include "eval/evaluator.hpp"
#include "eval/hce/weight_values.hpp"
#include "tests/rules/support/position_text.hpp"
#include "tests/rules/support/random_position.hpp"
#include "tests/support/test_data.hpp"

#include <catch2/catch.hpp>

using namespace rata;
using namespace rata::test;

namespace {

int for_white(const Position& position) {
    Evaluator evaluator;
    evaluator.reset(position);
    const int worth = (evaluator.evaluate(position) - Score::draw()).cp();
    return position.side_to_move() == Color::White ? worth : -worth;
}

/// Random positions whose scores are what the evaluation says with other weights.
TrainingData data_of(const RealWeights& teacher, int positions, std::uint64_t seed) {
    TrainingData data;
    for_random_positions(positions, seed, [&](const Position& position) {
        const auto features = features_of(position);
        if (!features) return;
        TrainingSet& set = data.games++ % 10 == 0 ? data.held_out : data.learnt;
        TrainingSet alone;
        alone.add(*features, 0.5F, 0);
        const double score = evaluate(alone, alone.examples()[0], teacher);
        set.add(*features, 0.5F, static_cast<float>(score));
    });
    return data;
}

} // namespace

TEST_CASE("the formula of a position comes to its evaluation", "[tools][tune]") {
    const RealWeights weights = RealWeights::current();
    int compared = 0;
    for_random_positions(2000, 17, [&](const Position& position) {
        const auto features = features_of(position);
        if (!features) return;
        TrainingSet set;
        set.add(*features, 0, 0);
        const double formula = evaluate(set, set.examples()[0], weights);
        // The evaluation works in whole centipawns: of each king's danger, of the mixture, of what
        // is left of it.
        if (std::abs(formula - for_white(position)) > 4)
            FAIL(text_of(position.setup()) << ": " << formula << ", not " << for_white(position));
        ++compared;
    });
    CHECK(compared > 1000);
}

TEST_CASE("endings that are judged by other means are left out", "[tools][tune]") {
    CHECK_FALSE(features_of(position_of("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1")));
    CHECK_FALSE(features_of(position_of("k7/8/8/8/8/8/P7/B3K3 w - - 0 1")));
    CHECK_FALSE(features_of(position_of("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")));
    CHECK(features_of(position_of("4k3/pp6/8/8/8/8/PP6/R3K3 w - - 0 1")));
}

TEST_CASE("the tuner learns what its teacher knows", "[tools][tune]") {
    RealWeights teacher = RealWeights::current();
    const std::size_t knight = number_of(kWeights.material[PieceType::Knight]);
    const std::size_t passed = number_of(kWeights.passed[Rank::Five]);
    teacher.mg[knight] += 60;
    teacher.eg[knight] += 40;
    teacher.eg[passed] += 50;
    const TrainingData data = data_of(teacher, 12000, 5);
    WeightTuner tuner(data, {.rate = 2, .result_share = 0, .anchor = 1e-6, .batch = 4096});
    const double before = tuner.held_out_loss();
    for (int i = 0; i < 200; ++i) tuner.run_epoch();
    CHECK(tuner.held_out_loss() < before / 10);
    const RealWeights& learnt = tuner.weights();
    CHECK(learnt.mg[knight] - teacher.mg[knight] == Approx(0).margin(20));
    CHECK(learnt.eg[passed] - teacher.eg[passed] == Approx(0).margin(20));
}

TEST_CASE("a tuner goes on where it was", "[tools][tune]") {
    RealWeights teacher = RealWeights::current();
    teacher.mg[number_of(kWeights.tempo)] += 20;
    const TrainingData data = data_of(teacher, 3000, 6);
    const TunerPlan plan{.result_share = 0.5, .batch = 512};
    WeightTuner whole(data, plan);
    whole.fit_scale();
    for (int i = 0; i < 4; ++i) whole.run_epoch();

    WeightTuner first(data, plan);
    first.fit_scale();
    for (int i = 0; i < 2; ++i) first.run_epoch();
    WeightTuner second(data, plan);
    REQUIRE(second.restore(first.state()).ok());
    for (int i = 0; i < 2; ++i) second.run_epoch();
    CHECK(second.epochs() == 4);
    CHECK(second.scale() == whole.scale());
    CHECK(second.weights().mg == whole.weights().mg);
    CHECK(second.weights().eg == whole.weights().eg);

    CHECK_FALSE(second.restore("ratatosk-tune-1\n").ok());
    CHECK_FALSE(second.restore("").ok());
    CHECK_FALSE(second.restore(first.state() + "x").ok());
}

TEST_CASE("threads change nothing but rounding", "[tools][tune]") {
    RealWeights teacher = RealWeights::current();
    teacher.mg[number_of(kWeights.hanging)] += 20;
    const TrainingData data = data_of(teacher, 3000, 7);
    WeightTuner one(data, {.result_share = 0, .threads = 1});
    WeightTuner three(data, {.result_share = 0, .threads = 3});
    for (int i = 0; i < 3; ++i) {
        one.run_epoch();
        three.run_epoch();
    }
    CHECK(one.held_out_loss() == Approx(three.held_out_loss()));
}

TEST_CASE("the file of the weights is as the tuner writes it", "[tools][tune]") {
    const auto file = read_file(test_path("../eval/hce/weight_values.hpp"));
    REQUIRE(file.ok());
    CHECK(*file == weight_source(RealWeights::current().rounded()));
}
