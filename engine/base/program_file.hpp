// Where the file of a program is that is named by a command. Of the one that runs: own_program.hpp.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace rata {

/// The file that a command starts: its path, from the working directory if one is given, or the
/// first of that name in PATH. Nothing if there is none.
[[nodiscard]] std::optional<std::filesystem::path>
find_program(const std::string& command, const std::optional<std::filesystem::path>& folder);

} // namespace rata
