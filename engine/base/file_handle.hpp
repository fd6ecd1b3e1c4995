// Owner of one open file, pipe or device of the operating system. What can be done with it is in
// file.hpp and process.hpp; this only sees to it that it is closed once.
#pragma once

#include "engine/base/error.hpp"

#include <string>
#include <utility>

namespace rata {

class FileHandle {
public:
    /// What the system calls an open file; a descriptor on POSIX.
    using Native = int;
    static constexpr Native kNone = -1;

    FileHandle() = default;
    explicit FileHandle(Native native) : native_(native) {}
    FileHandle(FileHandle&& other) noexcept : native_(std::exchange(other.native_, kNone)) {}
    FileHandle& operator=(FileHandle&& other) noexcept {
        if (this != &other) {
            close();
            native_ = std::exchange(other.native_, kNone);
        }
        return *this;
    }
    FileHandle(const FileHandle&) = delete;
    FileHandle& operator=(const FileHandle&) = delete;
    ~FileHandle() { close(); }

    [[nodiscard]] bool is_open() const { return native_ != kNone; }
    [[nodiscard]] Native native() const { return native_; }

    /// Does nothing when there is nothing to close.
    void close();

private:
    Native native_ = kNone;
};

/// The Error for a system call that failed with `error_number` (errno): "cannot open: No such ...".
[[nodiscard]] Error system_error(const std::string& attempt, int error_number,
                                 const std::string& source);

} // namespace rata
