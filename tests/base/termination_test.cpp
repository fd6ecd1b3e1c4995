#include "engine/base/build_facts.hpp"
#include "engine/base/termination.hpp"

#include <catch2/catch.hpp>

#include <condition_variable>
#include <csignal>
#include <mutex>
#include <unistd.h>

using namespace rata;

TEST_CASE("a signal to end becomes a request to stop", "[base][termination]") {
    for (const int signal : {SIGINT, SIGTERM}) {
        std::stop_source stop;
        std::mutex mutex;
        std::condition_variable_any asked;
        const TerminationWatch watch(stop);
        CHECK(!stop.stop_requested());
        ::kill(::getpid(), signal);
        std::unique_lock lock(mutex);
        asked.wait(lock, stop.get_token(), [] { return false; });
        CHECK(stop.stop_requested());
    }
}

TEST_CASE("a watch that saw nothing ends at once", "[base][termination]") {
    std::stop_source stop;
    { const TerminationWatch watch(stop); }
    { const TerminationWatch watch(stop); }
    CHECK(!stop.stop_requested());
}

TEST_CASE("the facts of the build name version and compiler", "[base][build_facts]") {
    const std::string facts = build_facts();
    CHECK(facts.find("Ratatosk ") != std::string::npos);
    CHECK(facts.find("Compiler: ") != std::string::npos);
    CHECK(!facts.ends_with('\n'));
}
