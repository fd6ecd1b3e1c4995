#include "engine/base/trial_run.hpp"

#include <catch2/catch.hpp>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <thread>

using namespace rata;

namespace {

constexpr milliseconds kTrialPatience{10'000};

} // namespace

TEST_CASE("what a trial does to itself does nothing to us", "[base][process]") {
    int ours = 1;
    const auto done = try_in_child(
        [&ours](auto& reached) {
            ours = 2;
            std::puts("never seen");
            reached = 7;
        },
        kTrialPatience);
    REQUIRE(done);
    CHECK(done->outcome == TrialRun::Outcome::Finished);
    CHECK(done->reached == 7);
    CHECK(ours == 1);

    using Work = void (*)(std::atomic<std::uint32_t>&);
    for (const Work work : {Work{[](auto& reached) {
                                reached = 3;
                                std::raise(SIGSEGV);
                            }},
                            Work{[](auto& reached) {
                                reached = 3;
                                std::_Exit(0);
                            }}}) {
        const auto died = try_in_child(work, kTrialPatience);
        REQUIRE(died);
        CHECK(died->outcome == TrialRun::Outcome::Died);
        CHECK(died->reached == 3);
    }
    const auto slow =
        try_in_child([](auto&) { std::this_thread::sleep_for(kTrialPatience); }, milliseconds(50));
    REQUIRE(slow);
    CHECK(slow->outcome == TrialRun::Outcome::TimedOut);
}
