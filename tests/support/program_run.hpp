// The program `ratatosk` run to its end, as a person or a script would run it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rata::test {

struct ProgramRun {
    int exit_code = -1; ///< -1 if a signal ended it, which no test expects
    std::string output{};
    std::string errors{};
};

struct ProgramOptions {
    std::string input{};
    std::optional<std::filesystem::path> folder{}; ///< working directory
    std::vector<std::pair<std::string, std::string>> environment{};
};

/// Fails the test case if the program cannot be started or does not end within a minute.
[[nodiscard]] ProgramRun run_ratatosk(const std::vector<std::string>& arguments,
                                      const ProgramOptions& options = {});

/// A line of shell, in which `ratatosk` is the program of this build.
[[nodiscard]] ProgramRun run_shell(std::string_view line, const ProgramOptions& options = {});

/// Whether the shell knows a program of that name.
[[nodiscard]] bool has_program(const std::string& name);

} // namespace rata::test
