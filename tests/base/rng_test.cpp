#include "engine/base/rng.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <vector>

using namespace rata;

TEST_CASE("splitmix64 and the generator give the published numbers", "[base][rng]") {
    // First outputs of the authors' C code, for splitmix64 from 1234567.
    std::uint64_t state = 1234567;
    CHECK(splitmix64(state) == 6457827717110365317U);
    CHECK(splitmix64(state) == 3203168211198807973U);
    CHECK(splitmix64(state) == 9817491932198370423U);
}

TEST_CASE("equal seeds give equal numbers, other seeds others", "[base][rng]") {
    Rng a(1);
    Rng b(1);
    Rng c(2);
    for (int i = 0; i < 100; ++i) {
        const auto number = a.next();
        CHECK(number == b.next());
        CHECK(number != c.next());
    }
}

TEST_CASE("numbers below a bound are spread evenly", "[base][rng]") {
    Rng rng(42);
    std::vector<int> counts(6);
    for (int i = 0; i < 60'000; ++i) ++counts.at(static_cast<std::size_t>(rng.below(6)));
    for (const int count : counts) {
        CHECK(count > 9'500);
        CHECK(count < 10'500);
    }
    CHECK(rng.below(1) == 0);
}

TEST_CASE("fractions fill the unit interval", "[base][rng]") {
    Rng rng(7);
    double sum = 0;
    for (int i = 0; i < 10'000; ++i) {
        const double fraction = rng.fraction();
        REQUIRE(fraction >= 0.0);
        REQUIRE(fraction < 1.0);
        sum += fraction;
    }
    CHECK(sum / 10'000 == Approx(0.5).margin(0.02));
}

TEST_CASE("shuffling keeps the items", "[base][rng]") {
    std::vector<int> items{1, 2, 3, 4, 5, 6, 7, 8};
    const auto before = items;
    Rng rng(3);
    shuffle(items, rng);
    CHECK(items != before);
    CHECK(std::is_permutation(items.begin(), items.end(), before.begin()));
}
