// The examples of docs/commands.md, run as they stand there.
#include "engine/base/file.hpp"
#include "tests/support/program_run.hpp"
#include "tests/support/snapshot.hpp"
#include "tests/support/test_data.hpp"

#include <catch2/catch.hpp>

#include <sstream>

using namespace rata::test;

namespace {

/// A line that begins with "$ ", and all that follows it in its block.
struct DocumentedRun {
    std::string command{};
    std::string printed{};
    std::size_t line = 0;
};

std::vector<DocumentedRun> read_examples(const std::string& document) {
    std::vector<DocumentedRun> runs;
    std::istringstream lines(document);
    std::string line;
    bool in_block = false;
    for (std::size_t number = 1; std::getline(lines, line); ++number) {
        if (line.starts_with("```")) {
            in_block = line == "```console";
        } else if (in_block && line.starts_with("$ ")) {
            runs.push_back({line.substr(2), {}, number});
        } else if (in_block && !runs.empty()) {
            runs.back().printed += line + '\n';
        }
    }
    return runs;
}

} // namespace

TEST_CASE("docs/commands.md shows what the program prints", "[app][docs]") {
    const auto document = rata::read_file(test_path("../docs/commands.md"));
    REQUIRE(document);
    const std::vector<DocumentedRun> runs = read_examples(*document);
    CHECK(runs.size() > 5);
    int exit_code = 0;
    for (const DocumentedRun& each : runs) {
        INFO("docs/commands.md:" << each.line << ": " << each.command);
        if (each.command == "echo $?") {
            CHECK(each.printed == std::to_string(exit_code) + '\n');
            continue;
        }
        const ProgramRun run =
            run_shell(each.command + " 2>&1", {.folder = test_path("app/examples")});
        exit_code = run.exit_code;
        CHECK(without_timings(run.output) == without_timings(each.printed));
    }
}
