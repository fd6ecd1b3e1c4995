#include "tests/app/support/processor_time.hpp"

#include "engine/base/file.hpp"
#include "engine/base/parse.hpp"

#include <catch2/catch.hpp>

#include <limits>
#include <thread>

#include <unistd.h>

namespace rata::test {

namespace {

constexpr milliseconds kRest{200};
constexpr int kAttempts = 20;

} // namespace

milliseconds processor_time(Conversation& engine) {
    const std::string path = "/proc/" + std::to_string(engine.process().id()) + "/stat";
    // The name of the program stands in brackets and may be anything; 11 words follow, then the
    // ticks spent in the program and in the system.
    const std::string stat = read_file(path).value();
    const auto words = words_of(std::string_view(stat).substr(stat.rfind(')') + 1));
    REQUIRE(words.size() > 12);
    const auto ticks = [&words](std::size_t word) {
        return try_parse_integer<long>(words[word], 0, std::numeric_limits<long>::max()).value();
    };
    return milliseconds((ticks(11) + ticks(12)) * 1000 / ::sysconf(_SC_CLK_TCK));
}

bool comes_to_rest(Conversation& engine) {
    for (int i = 0; i < kAttempts; ++i) {
        const milliseconds before = processor_time(engine);
        std::this_thread::sleep_for(kRest);
        if (processor_time(engine) == before) return true;
    }
    return false;
}

bool is_at_work(Conversation& engine) {
    const milliseconds before = processor_time(engine);
    for (int i = 0; i < kAttempts; ++i) {
        std::this_thread::sleep_for(kRest);
        if (processor_time(engine) - before >= milliseconds(50)) return true;
    }
    return false;
}

} // namespace rata::test
