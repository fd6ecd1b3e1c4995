#include "tests/support/snapshot.hpp"

#include "engine/base/file.hpp"
#include "engine/base/parse.hpp"
#include "tests/support/test_data.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace rata::test {

namespace {

constexpr std::array<std::string_view, 6> kTimings{
    "time ",
    "nodes/s ",
    "games/s ",
    "\"seconds\": ",
    "\"nodes_per_second\": ",
    "\"games_per_second\": ",
};

std::string masked_line(std::string_view line) {
    const std::string_view words = trimmed(line);
    const bool timed = std::any_of(kTimings.begin(), kTimings.end(), [words](std::string_view key) {
        return words.starts_with(key);
    });
    if (!timed) return std::string(line);
    std::size_t value = line.find(words) + words.find(' ');
    while (value < line.size() && line[value] == ' ') ++value;
    return std::string(line.substr(0, value)) + "..." + (line.ends_with(',') ? "," : "");
}

bool is_accepting() {
    const char* wish = std::getenv("RATATOSK_ACCEPT_SNAPSHOTS");
    return wish != nullptr && *wish != '\0';
}

} // namespace

std::string without_timings(std::string_view text) {
    std::string masked;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        masked += masked_line(text.substr(0, end));
        if (end == text.size()) break;
        masked += '\n';
        text.remove_prefix(end + 1);
    }
    return masked;
}

void check_snapshot(std::string_view path, std::string_view text) {
    const auto file = test_path(path);
    if (is_accepting()) {
        const auto written = write_file(file, text);
        if (!written) FAIL(written.error().to_string());
        return;
    }
    const auto expected = read_file(file);
    INFO("if what is printed is right: tools/scripts/accept_snapshots");
    if (!expected) FAIL(expected.error().to_string() << "\n" << text);
    CHECK(std::string(text) == *expected);
}

} // namespace rata::test
