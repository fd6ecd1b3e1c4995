#include "engine/base/own_program.hpp"

namespace rata {

std::optional<std::filesystem::path> own_program() {
    std::error_code failure;
    const std::filesystem::path path = std::filesystem::read_symlink("/proc/self/exe", failure);
    if (failure) return std::nullopt;
    return path;
}

} // namespace rata
