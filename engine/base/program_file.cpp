#include "engine/base/program_file.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <unistd.h>

namespace rata {

namespace {

bool is_program(const std::filesystem::path& path) {
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

} // namespace

std::optional<std::filesystem::path>
find_program(const std::string& command, const std::optional<std::filesystem::path>& folder) {
    if (command.find('/') != std::string::npos) {
        const std::filesystem::path path = folder.value_or("") / command;
        return is_program(path) ? std::optional(path) : std::nullopt;
    }
    const char* variable = std::getenv("PATH");
    std::string_view folders = variable != nullptr ? variable : "/bin:/usr/bin";
    for (;;) {
        const std::size_t end = std::min(folders.find(':'), folders.size());
        const auto path = std::filesystem::path(folders.substr(0, end)) / command;
        if (is_program(path)) return path;
        if (end == folders.size()) return std::nullopt;
        folders.remove_prefix(end + 1);
    }
}

} // namespace rata
