#include "engine/base/interrupt.hpp"

#include <catch2/catch.hpp>

#include <csignal>

using namespace rata;

TEST_CASE("a first Ctrl-C or request to end is only noted", "[base][interrupt]") {
    for (const int signal : {SIGINT, SIGTERM, SIGINT}) {
        std::signal(signal, SIG_DFL); // whoever started the tests may have had it ignored
        const InterruptWatch watch;
        CHECK_FALSE(watch.requested());
        std::raise(signal);
        CHECK(watch.requested());
    }
}

TEST_CASE("behind the watch the signals mean what they did", "[base][interrupt]") {
    for (const int signal : {SIGINT, SIGTERM}) {
        std::signal(signal, SIG_DFL);
        { const InterruptWatch watch; }
        CHECK(std::signal(signal, SIG_DFL) == SIG_DFL);
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
