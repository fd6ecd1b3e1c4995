// A file that grows at its end: logs of all kinds. Every write goes to the system at once, so that
// nothing is lost when the program dies; others may read the file meanwhile. One thread at a time.
#pragma once

#include "engine/base/file_handle.hpp"
#include "engine/base/result.hpp"

#include <filesystem>
#include <string_view>

namespace rata {

class AppendFile {
public:
    /// Keeps what is in the file; makes it if there is none. A pipe must have a reader.
    [[nodiscard]] static Result<AppendFile> open(const std::filesystem::path& path);

    /// An error, too, if a pipe is full and nobody reads from it for a second.
    [[nodiscard]] Result<void> write(std::string_view text);

private:
    AppendFile(FileHandle file, std::string name)
        : file_(std::move(file)), name_(std::move(name)) {}

    FileHandle file_;
    std::string name_;
};

} // namespace rata
