#include "eval/hce/weights.hpp"

#include "eval/hce/weight_values.hpp"

#include <catch2/catch.hpp>

using namespace rata;

TEST_CASE("every weight belongs to one group", "[eval][weights]") {
    std::size_t next = 0;
    for (const WeightGroup& group : weight_groups()) {
        CHECK(group.first == next);
        CHECK(group.count > 0);
        next = group.first + group.count;
    }
    CHECK(next == kWeightCount);
    for (std::size_t i = 0; i < kWeightCount; ++i) {
        const WeightGroup& group = group_of(i);
        CHECK((group.first <= i && i < group.first + group.count));
    }
}

TEST_CASE("a weight is known by where it lies", "[eval][weights]") {
    CHECK(number_of(kWeights.material[PieceType::Pawn]) == 0);
    CHECK(number_of(kWeights.tempo) == kWeightCount - 1);
    CHECK(group_of(number_of(kWeights.rook_mobility[3])).name == "rook_mobility");
    CHECK(kWeightList[number_of(kWeights.hanging)] == kWeights.hanging);
}
