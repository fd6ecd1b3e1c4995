#include "engine/base/interrupt.hpp"

#include <catch2/catch.hpp>

#include <csignal>

using namespace rata;

TEST_CASE("a first Ctrl-C is only noted", "[base][interrupt]") {
    std::signal(SIGINT, SIG_DFL); // whoever started the tests may have had it ignored
    for (int round = 0; round < 2; ++round) {
        const InterruptWatch watch;
        CHECK_FALSE(watch.requested());
        std::raise(SIGINT);
        CHECK(watch.requested());
    }
}

TEST_CASE("what was ignored stays ignored", "[base][interrupt]") {
    std::signal(SIGINT, SIG_IGN);
    {
        const InterruptWatch watch;
        std::raise(SIGINT);
        std::raise(SIGINT);
        CHECK_FALSE(watch.requested());
    }
    CHECK(std::signal(SIGINT, SIG_DFL) == SIG_IGN);
}
