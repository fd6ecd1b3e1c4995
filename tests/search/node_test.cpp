#include "engine/search/node.hpp"

#include <catch2/catch.hpp>

using namespace rata;

TEST_CASE("the best score of a node is a bound or exact by its window", "[search]") {
    struct Case {
        int best;
        std::optional<int> floor; ///< a draw by repetition
        Bound bound;
    };
    for (const Case& each :
         {Case{60, {}, Bound::Lower}, Case{50, {}, Bound::Lower}, Case{10, {}, Bound::Exact},
          Case{-350, {}, Bound::Upper}, Case{10, 0, Bound::Exact}, Case{0, 0, Bound::Upper}}) {
        INFO(each.best);
        Node node;
        node.alpha = node.original_alpha = Score::cp(-350);
        node.beta = Score::cp(50);
        node.best = Score::cp(each.best);
        if (each.floor) node.floor = Score::cp(*each.floor);
        CHECK(node.bound_of_best() == each.bound);
    }
}
