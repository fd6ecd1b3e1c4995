// Whether two paths lead to one file, and the check of a command that no file it writes is also
// used for something else: its output over its input would destroy both.
#pragma once

#include "engine/base/result.hpp"

#include <filesystem>
#include <span>
#include <string>

namespace rata {

/// Where the path leads: symbolic links at its end are followed, also to a file that does not
/// exist yet.
[[nodiscard]] std::filesystem::path behind_links(std::filesystem::path path);

/// Whether both paths lead to one file: one device and inode if it exists (a hard link counts), or
/// else one place. False if only one of them exists.
[[nodiscard]] bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b);

/// A file that a command was given.
struct FileUse {
    enum class Mode { Read, Written };

    std::string purpose{}; ///< for the message: "-o", "GAMES"
    std::filesystem::path path{};
    Mode mode = Mode::Read;
};

/// An error if a file that is written is among the others too, whatever names it goes by. Empty
/// paths, "-", devices, pipes and folders may be named several times.
[[nodiscard]] Result<void> check_file_uses(std::span<const FileUse> uses);

} // namespace rata
