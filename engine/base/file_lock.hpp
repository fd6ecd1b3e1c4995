// Lock file: one process at a time writes what it stands for. It lies beside the file or folder as
// `NAME.lock` and holds the process id of its owner. The operating system gives the lock up when
// the process ends, however that happens, so a stale lock file is recognised and taken over.
#pragma once

#include "engine/base/file_handle.hpp"
#include "engine/base/result.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace rata {

class FileLock {
public:
    /// Locks `target`, a file or folder that need not exist yet; its parent folder must. Fails at
    /// once with ErrorCode::InUse and the owner's process id if it is locked, also if by this
    /// process.
    [[nodiscard]] static Result<FileLock> take(const std::filesystem::path& target);
    /// The process id of the owner, as its lock file says it; nothing if `target` is not locked.
    [[nodiscard]] static std::optional<std::string> owner(const std::filesystem::path& target);

    FileLock(FileLock&&) noexcept = default;
    FileLock& operator=(FileLock&& other) noexcept;
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;
    /// Removes the lock file and releases the lock.
    ~FileLock() { release(); }

private:
    FileLock(FileHandle file, std::filesystem::path path)
        : file_(std::move(file)), path_(std::move(path)) {}
    void release();

    FileHandle file_;
    std::filesystem::path path_; ///< of the lock file
};

} // namespace rata
