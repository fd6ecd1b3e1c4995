#include "engine/base/file_lock.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rata {

namespace {

// Two names of one target must lead to one lock file.
std::filesystem::path lock_path_of(const std::filesystem::path& target) {
    std::error_code failure;
    auto path = std::filesystem::weakly_canonical(target, failure);
    if (failure) path = target;
    if (!path.has_filename()) path = path.parent_path(); // a folder written with a slash behind it
    return path += ".lock";
}

// The owner removes its lock file before it releases the lock, so a lock that was waited for may be
// on a file that has no name any more.
bool is_still_at(const FileHandle& file, const std::filesystem::path& path) {
    struct stat ours {};
    struct stat named {};
    return ::fstat(file.native(), &ours) == 0 && ::stat(path.c_str(), &named) == 0 &&
           ours.st_dev == named.st_dev && ours.st_ino == named.st_ino;
}

// Empty if there is no number in it.
std::string written_owner(const FileHandle& file) {
    std::array<char, 32> text{};
    const ssize_t count = ::pread(file.native(), text.data(), text.size(), 0);
    const std::string_view owner(text.data(), count > 0 ? static_cast<std::size_t>(count) : 0);
    return std::string(owner.substr(0, owner.find_first_not_of("0123456789")));
}

Error in_use(const FileHandle& file, const std::filesystem::path& target) {
    const std::string owner = written_owner(file);
    return {.code = ErrorCode::InUse,
            .message = owner.empty() ? "in use by another process" : "in use by process " + owner,
            .where = {.source = target.string()}};
}

bool write_owner(const FileHandle& file) {
    const std::string owner = std::to_string(::getpid()) + "\n";
    return ::ftruncate(file.native(), 0) == 0 && ::pwrite(file.native(), owner.data(), owner.size(),
                                                          0) == static_cast<ssize_t>(owner.size());
}

} // namespace

Result<FileLock> FileLock::take(const std::filesystem::path& target) {
    const auto path = lock_path_of(target);
    for (;;) {
        FileHandle file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666));
        if (!file.is_open()) return system_error("cannot create", errno, path.string());
        while (::flock(file.native(), LOCK_EX | LOCK_NB) != 0) {
            if (errno == EWOULDBLOCK) return in_use(file, target);
            if (errno != EINTR) return system_error("cannot lock", errno, path.string());
        }
        if (!is_still_at(file, path)) continue;
        FileLock lock(std::move(file), path); // from here on a failure removes the file again
        if (!write_owner(lock.file_)) return system_error("cannot write", errno, path.string());
        return lock;
    }
}

// Locked together with other readers for a moment: to ask is no reason to refuse a writer for
// longer.
std::optional<std::string> FileLock::owner(const std::filesystem::path& target) {
    const auto path = lock_path_of(target);
    const FileHandle file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    if (!file.is_open()) return std::nullopt;
    if (::flock(file.native(), LOCK_SH | LOCK_NB) == 0 || errno != EWOULDBLOCK) return std::nullopt;
    return written_owner(file);
}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
    if (this != &other) {
        release();
        file_ = std::move(other.file_);
        path_ = std::move(other.path_);
    }
    return *this;
}

void FileLock::release() {
    if (!file_.is_open()) return;
    ::unlink(path_.c_str());
    file_.close();
}

} // namespace rata
