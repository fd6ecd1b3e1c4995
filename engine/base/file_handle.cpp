#include "engine/base/file_handle.hpp"

#include <cerrno>
#include <system_error>
#include <unistd.h>

namespace rata {

void FileHandle::close() {
    // Never tried again on EINTR: on Linux the descriptor is gone all the same, and its number may
    // already belong to another thread.
    if (is_open()) ::close(std::exchange(native_, kNone));
}

Error system_error(const std::string& attempt, int error_number, const std::string& source) {
    const bool missing = error_number == ENOENT || error_number == ENOTDIR;
    return Error{.code = missing ? ErrorCode::NotFound : ErrorCode::InputOutput,
                 .message = attempt + ": " + std::generic_category().message(error_number),
                 .where = {.source = source}};
}

} // namespace rata
