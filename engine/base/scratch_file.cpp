#include "engine/base/scratch_file.hpp"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

namespace rata {

Result<ScratchFile> ScratchFile::create(const std::filesystem::path& folder) {
    // Not O_TMPFILE, which not every file system has.
    std::string name = (folder.empty() ? "." : folder.string()) + "/.scratch-XXXXXX";
    FileHandle file(::mkostemp(name.data(), O_CLOEXEC));
    if (!file.is_open()) return system_error("cannot create a scratch file", errno, name);
    ::unlink(name.c_str());
    return ScratchFile(std::move(file), std::move(name));
}

Result<void> ScratchFile::append(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t count =
            ::pwrite(file_.native(), bytes.data(), bytes.size(), static_cast<off_t>(size_));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return system_error("cannot write", errno, name_);
        size_ += static_cast<std::uint64_t>(count);
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return {};
}

Result<void> ScratchFile::read_at(std::uint64_t offset, std::span<std::byte> buffer) const {
    while (!buffer.empty()) {
        const ssize_t count =
            ::pread(file_.native(), buffer.data(), buffer.size(), static_cast<off_t>(offset));
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return system_error("cannot read", count < 0 ? errno : EIO, name_);
        offset += static_cast<std::uint64_t>(count);
        buffer = buffer.subspan(static_cast<std::size_t>(count));
    }
    return {};
}

} // namespace rata
