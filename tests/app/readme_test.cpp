// What README.md has a newcomer try in the first three minutes, tried.
#include "engine/base/file.hpp"
#include "tests/support/program_run.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test_data.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <sstream>

using namespace rata::test;

namespace {

/// The lines of README.md in blocks of code: what is typed (behind "$ "), and what is printed.
struct ReadmeTrial {
    std::vector<std::string> typed{};
    std::vector<std::string> printed{};
};

std::string replaced(std::string text, std::string_view old, std::string_view by) {
    for (std::size_t at = text.find(old); at != std::string::npos;
         at = text.find(old, at + by.size()))
        text.replace(at, old.size(), by);
    return text;
}

ReadmeTrial read_trials() {
    const auto document = rata::read_file(test_path("../README.md"));
    REQUIRE(document);
    ReadmeTrial trial;
    std::istringstream lines(*document);
    bool in_block = false;
    bool has_typed = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("```")) {
            in_block = !in_block;
            has_typed = false;
        } else if (in_block && line.starts_with("$ ")) {
            has_typed = true;
            trial.typed.push_back(line.substr(2));
        } else if (in_block && has_typed && line != "...") {
            trial.printed.push_back(line);
        }
    }
    return trial;
}

bool has_digit(const std::string& line) {
    return std::any_of(line.begin(), line.end(), [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

TEST_CASE("what README.md has one try works, and looks so", "[app][docs][slow][data]") {
    const auto suite = data_path("epd/lct2.epd");
    if (!suite) return skip_case("no epd/lct2.epd");
    const ReadmeTrial trial = read_trials();
    REQUIRE(trial.typed.size() == 6);
    std::string script = "set -e\ncp '" + suite->string() + "' .\n";
    for (const std::string& line : trial.typed)
        script +=
            replaced(replaced(line, "--nodes 1000000", "--nodes 1000"), "tools/run", "ratatosk") +
            '\n';
    const TemporaryFolder folder;
    const ProgramRun run = run_shell(script, {.folder = folder.path()});
    INFO(script << run.output << run.errors);
    CHECK(run.exit_code == 0);
    // Numbers change with the search; titles, headings and messages do not.
    for (const std::string& line : trial.printed) {
        INFO(line);
        if (!has_digit(line)) CHECK(run.output.find(line + '\n') != std::string::npos);
    }
}

TEST_CASE("README.md names files that exist", "[app][docs]") {
    const auto document = rata::read_file(test_path("../README.md"));
    REQUIRE(document);
    int count = 0;
    for (std::size_t at = document->find("]("); at != std::string::npos;
         at = document->find("](", at + 1)) {
        std::string target = document->substr(at + 2, document->find(')', at) - at - 2);
        target.resize(std::min(target.size(), target.find('#')));
        INFO(target);
        CHECK(std::filesystem::exists(test_path("..") / target));
        ++count;
    }
    CHECK(count > 15);
}
