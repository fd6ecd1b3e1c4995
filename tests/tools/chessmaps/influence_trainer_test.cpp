#include "tools/chessmaps/cutoff_search.hpp"
#include "tools/chessmaps/influence_trainer.hpp"

#include <catch2/catch.hpp>

using namespace rata;

namespace {

/// Whoever rules a corner moves to attack the opposite one; the other corners are noise.
InfluenceData corners() {
    InfluenceData data;
    Rng rng(5);
    for (int i = 0; i < 4000; ++i) {
        InfluenceExample example;
        for (unsigned square = 0; square < 64; ++square) {
            const std::uint64_t ruler = rng.below(3);
            if (ruler == 1) example.control.ours |= square_at(square);
            if (ruler == 2) example.control.theirs |= square_at(square);
        }
        const bool rules = example.control.ours.contains(Square::A1);
        example.played = rules ? Square::H8 : Square::A8;
        example.others = {rules ? Square::A8 : Square::H8};
        (i % 10 == 0 ? data.held_out : data.learnt).push_back(example);
    }
    return data;
}

} // namespace

TEST_CASE("the influence net learns what there is to learn", "[chessmaps]") {
    const InfluenceData data = corners();
    InfluenceTrainer trainer(data, 1);
    const double first = trainer.run_epoch();
    double last = first;
    for (int epoch = 0; epoch < 10; ++epoch) last = trainer.run_epoch();
    CHECK(last < first / 2);
    CHECK(quality_of(trainer.net(), data).rank < 0.02); // chance: 0.5
}

TEST_CASE("equal seeds train equal nets", "[chessmaps]") {
    const InfluenceData data = corners();
    const auto trained = [&data](std::uint64_t seed) {
        InfluenceTrainer trainer(data, seed);
        trainer.run_epoch();
        return influence_source(trainer.net());
    };
    CHECK(trained(1) == trained(1));
    CHECK(trained(1) != trained(2));
}

TEST_CASE("a search shows which quiet moves cut off", "[chessmaps]") {
    const auto seen = [](Depth depth) {
        CutoffSearch search(depth);
        std::vector<InfluenceExample> examples;
        search.run(Position::start(), examples);
        return examples;
    };
    const std::vector<InfluenceExample> first = seen(3);
    REQUIRE_FALSE(first.empty());
    for (const InfluenceExample& each : first) CHECK_FALSE(each.others.empty());
    CHECK(seen(1).size() < first.size());
    const std::vector<InfluenceExample> second = seen(3);
    REQUIRE(second.size() == first.size());
    for (std::size_t i = 0; i < first.size(); ++i) {
        CHECK(second[i].control == first[i].control);
        CHECK(second[i].played == first[i].played);
        CHECK(second[i].others == first[i].others);
    }
}
