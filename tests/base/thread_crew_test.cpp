#include "engine/base/thread_crew.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

using rata::ThreadCrew;

TEST_CASE("a crew works at once, with as many as it has or are wanted", "[base][crew]") {
    ThreadCrew crew(3);
    for (const std::size_t wanted : {1U, 2U, 3U, 100U}) {
        const auto calls = static_cast<std::ptrdiff_t>(std::min<std::size_t>(wanted, 3));
        std::barrier all_here(calls); // fewer would wait for ever
        std::mutex mutex;
        std::set<std::thread::id> seen;
        crew.run(wanted, [&] {
            {
                const std::scoped_lock lock(mutex);
                seen.insert(std::this_thread::get_id());
            }
            all_here.arrive_and_wait();
        });
        CHECK(seen.size() == static_cast<std::size_t>(calls));
        CHECK(seen.count(std::this_thread::get_id()) == 1);
    }
}

TEST_CASE("a crew without others works here, and nobody works for nothing", "[base][crew]") {
    for (const unsigned size : {0U, 1U, 4U}) {
        ThreadCrew crew(size);
        CHECK(crew.size() == std::max(size, 1U));
        int calls = 0;
        crew.run(0, [&] { ++calls; });
        CHECK(calls == 0);
        crew.run(1, [&] { ++calls; });
        CHECK(calls == 1);
    }
}

TEST_CASE("a crew is done when all of it is", "[base][crew]") {
    ThreadCrew crew(4);
    for (int run = 0; run < 2000; ++run) {
        constexpr int kPieces = 20;
        std::atomic<int> next{0};
        std::vector<int> done(kPieces); // not atomic: the end of a run orders them
        crew.run(kPieces, [&] {
            for (int piece = next++; piece < kPieces; piece = next++)
                done[static_cast<std::size_t>(piece)] = run;
        });
        REQUIRE(done == std::vector<int>(kPieces, run));
    }
}

TEST_CASE("what a thread of a crew throws comes out of the run", "[base][crew]") {
    ThreadCrew crew(2);
    for (const bool is_thrown_here : {true, false}) {
        const auto here = std::this_thread::get_id();
        std::barrier both_here(2);
        std::atomic<int> ended{0};
        const auto work = [&] {
            both_here.arrive_and_wait();
            if ((std::this_thread::get_id() == here) == is_thrown_here)
                throw std::runtime_error("lost");
            ++ended;
        };
        CHECK_THROWS_WITH(crew.run(2, work), "lost");
        CHECK(ended == 1);
    }
    int calls = 0;
    crew.run(1, [&] { ++calls; });
    CHECK(calls == 1);
}

TEST_CASE("a crew goes home without having worked, or at once after it", "[base][crew]") {
    const ThreadCrew idle(8);
    for (int i = 0; i < 200; ++i) {
        ThreadCrew crew(3);
        std::atomic<int> calls{0};
        crew.run(3, [&] { ++calls; });
        CHECK(calls >= 1);
    }
}
