#include "tests/support/program_run.hpp"

#include "engine/base/process.hpp"
#include "tests/support/test_data.hpp"

#include <catch2/catch.hpp>

#include <cstdlib>

namespace rata::test {

namespace {

constexpr milliseconds kPatience = std::chrono::seconds(60);

ProgramRun run(ProcessOptions process, const ProgramOptions& options) {
    process.folder = options.folder;
    process.environment.insert(process.environment.end(), options.environment.begin(),
                               options.environment.end());
    process.errors = ErrorStream::Pipe;
    auto done = Process::run(process, options.input, kPatience);
    if (!done) FAIL(done.error().to_string());
    ProgramRun result;
    if (done->status.signal == 0) result.exit_code = done->status.code;
    result.output = std::move(done->output);
    result.errors = std::move(done->errors);
    return result;
}

} // namespace

ProgramRun run_ratatosk(const std::vector<std::string>& arguments, const ProgramOptions& options) {
    return run({.program = program_path("ratatosk").string(), .arguments = arguments}, options);
}

ProgramRun run_shell(std::string_view line, const ProgramOptions& options) {
    const char* path = std::getenv("PATH");
    const std::string search = program_path("ratatosk").parent_path().string() + ":" +
                               (path != nullptr ? path : "/usr/bin:/bin");
    return run({.program = "/bin/sh",
                .arguments = {"-c", std::string(line)},
                .environment = {{"PATH", search}}},
               options);
}

bool has_program(const std::string& name) { return run_shell("command -v " + name).exit_code == 0; }

} // namespace rata::test
