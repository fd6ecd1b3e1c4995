// Path of the running program: what is installed beside it is found from there, wherever the
// installation was moved.
#pragma once

#include <filesystem>
#include <optional>

namespace rata {

/// With all symbolic links resolved. Nothing if the system does not tell.
[[nodiscard]] std::optional<std::filesystem::path> own_program();

} // namespace rata
