#include "engine/base/append_file.hpp"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace rata {

Result<AppendFile> AppendFile::open(const std::filesystem::path& path) {
    FileHandle file(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
    if (!file.is_open()) return system_error("cannot open to write", errno, path.string());
    return AppendFile(std::move(file), path.string());
}

Result<void> AppendFile::write(std::string_view text) {
    while (!text.empty()) {
        const ssize_t count = ::write(file_.native(), text.data(), text.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return system_error("cannot write", errno, name_);
        text.remove_prefix(static_cast<std::size_t>(count));
    }
    return {};
}

} // namespace rata
