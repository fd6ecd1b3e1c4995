#include "tools/experiment/chain_experiment.hpp"
#include "tools/experiment/position_draw.hpp"

#include "engine/base/file.hpp"
#include "engine/session/bench.hpp"
#include "tests/support/temporary_folder.hpp"

#include <catch2/catch.hpp>

#include <cmath>

using namespace rata;

TEST_CASE("ratios and their intervals", "[experiment]") {
    const std::vector<double> whole{100, 200, 400, 800};
    const std::vector<double> half{50, 100, 200, 400};
    const RatioEstimate equal = estimate_ratio(half, whole, 1);
    CHECK(equal.mean == Approx(0.5));
    CHECK(equal.low == Approx(0.5));
    CHECK(equal.high == Approx(0.5));
    const std::vector<double> mixed{100, 100, 400, 400}; // ratios 1, 1/2, 1, 1/2
    const RatioEstimate estimate = estimate_ratio(mixed, whole, 1);
    CHECK(estimate.mean == Approx(std::sqrt(0.5)));
    CHECK(estimate.low < estimate.mean);
    CHECK(estimate.mean < estimate.high);
    CHECK(estimate.low >= Approx(0.5));
    CHECK(estimate.high <= Approx(1.0));
    CHECK(estimate_ratio(mixed, whole, 1).low == estimate.low);
    CHECK(median_of({3, 1, 2}) == 2);
    CHECK(median_of({4, 1, 2, 3}) == 2.5);
}

TEST_CASE("positions are drawn by seed", "[experiment]") {
    const test::TemporaryFolder folder;
    const std::string path = (folder / "drawn.pgn").string();
    REQUIRE(write_file(path, "[Event \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O "
                             "Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 *\n\n"
                             "[Event \"b\"]\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O "
                             "6. Nf3 Nbd7 7. Rc1 c6 8. Bd3 dxc4 9. Bxc4 Nd5 *\n")
                .ok());
    const PositionDraw draw{.files = {path}, .count = 5, .seed = 7};
    const auto first = draw_positions(draw);
    const auto second = draw_positions(draw);
    REQUIRE(first.ok());
    REQUIRE(first->size() == 5);
    for (std::size_t i = 0; i < 5; ++i) CHECK((*first)[i].key() == (*second)[i].key());
    PositionDraw other = draw;
    other.seed = 8;
    bool differs = false;
    const auto third = draw_positions(other);
    for (std::size_t i = 0; i < 5; ++i) differs |= (*first)[i].key() != (*third)[i].key();
    CHECK(differs);
    other.count = 15; // 8 of the first game after twelve plies, 6 of the second
    CHECK_FALSE(draw_positions(other).ok());
    other.count = 14;
    CHECK(draw_positions(other).ok());
}

TEST_CASE("the arms of the experiment search what they say", "[experiment]") {
    const std::vector<Position> positions{bench_positions()[0], bench_positions()[3]};
    const ChainRun run{.positions = positions, .depth = 3, .threads = 1};
    std::vector<ChainArm> arms = chain_arms();
    ChainMeasurements reference;
    for (const ChainArm& arm : arms) {
        INFO(arm.name);
        const auto found = measure(arm, run, [] {});
        REQUIRE(found.ok());
        if (arm.name == arm.reference) reference = *found;
        const ChainSummary summary = summarise(*found, reference, 1);
        CHECK(summary.mean_nodes > 0);
        CHECK(summary.mean_main + summary.mean_quiescence == Approx(summary.mean_nodes));
        if (arm.name == arm.reference) {
            CHECK(summary.ratio.mean == Approx(1.0));
            CHECK(summary.same_score == 1);
        }
        const bool follows = arm.options.chains.mode == MoveChains::Paper;
        CHECK((summary.counts.uses > 0) ==
              (follows || arm.options.chains.mode == MoveChains::Play));
        // Plain alpha-beta finds the same score in whatever order; a table grafts deeper results.
        if (arm.is_plain && !follows && arm.table_mebibytes == 0) CHECK(summary.same_score == 1);
    }
}

TEST_CASE("threads and shadows change no measurement", "[experiment]") {
    const std::vector<Position> positions{bench_positions()[0], bench_positions()[3],
                                          bench_positions()[5]};
    const ChainArm arm = chain_arms()[2];
    REQUIRE(arm.options.chains.mode == MoveChains::Paper);
    const auto alone = measure(arm, {.positions = positions, .depth = 3}, [] {});
    const auto two = measure(arm, {.positions = positions, .depth = 3, .threads = 2}, [] {});
    const auto shadowed = measure(arm, {.positions = positions, .depth = 3, .shadow = true}, [] {});
    for (std::size_t i = 0; i < positions.size(); ++i) {
        CHECK((*alone)[i].nodes() == (*two)[i].nodes());
        CHECK((*alone)[i].nodes() == (*shadowed)[i].nodes());
        CHECK((*alone)[i].best == (*shadowed)[i].best);
        CHECK((*alone)[i].counts.shadowed == 0);
        CHECK((*shadowed)[i].counts.shadowed == (*shadowed)[i].counts.uses);
    }
}
