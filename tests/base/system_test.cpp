#include "engine/base/clock.hpp"
#include "engine/base/cpu.hpp"
#include "engine/base/terminal.hpp"
#include "engine/base/thread_time.hpp"

#include <catch2/catch.hpp>

#include <thread>

using namespace rata;

TEST_CASE("a stopwatch never runs backwards", "[base][clock]") {
    const Stopwatch watch;
    std::this_thread::sleep_for(milliseconds(2));
    CHECK(watch.elapsed_ms() >= milliseconds(2));
    CHECK(watch.elapsed_seconds() >= 0.002);
}

TEST_CASE("the time of a thread is its own work", "[base][clock]") {
    constexpr std::chrono::milliseconds kWork{20};
    const auto work = [kWork] {
        const auto before = thread_time();
        while (thread_time() - before < kWork) {
        }
        return thread_time() - before;
    };
    const auto before = thread_time();
    std::chrono::nanoseconds other{0};
    std::thread([&] { other = work(); }).join();
    CHECK(other >= kWork);
    CHECK(thread_time() - before < kWork); // waiting is no work
    CHECK(work() >= kWork);
    CHECK(thread_time() - before >= kWork);
}

TEST_CASE("the processor is described without contradiction", "[base][cpu]") {
    const CpuFeatures features = cpu_features();
    CHECK(features == cpu_features());
    if (features.fast_pext) CHECK(features.bmi2);
    if (features.avx512_vnni) CHECK(features.avx512);
    if (features.avx512) CHECK(features.avx2);
    CHECK(to_string(CpuFeatures{}) == "none");
    CHECK(to_string(CpuFeatures{.popcnt = true, .avx2 = true}) == "popcnt avx2");
    CHECK(usable_cores() >= 1);
}

TEST_CASE("nothing is coloured that is no terminal", "[base][terminal]") {
    for (const auto stream : {StandardStream::Output, StandardStream::Error}) {
        if (!is_terminal(stream)) CHECK(!wants_color(stream));
    }
}
