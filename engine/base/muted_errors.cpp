#include "engine/base/muted_errors.hpp"

#include <fcntl.h>
#include <unistd.h>

namespace rata {

MutedErrors::MutedErrors() {
    const FileHandle nowhere(::open("/dev/null", O_WRONLY | O_CLOEXEC));
    if (!nowhere.is_open()) return;
    kept_ = FileHandle(::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0));
    if (kept_.is_open()) ::dup2(nowhere.native(), STDERR_FILENO);
}

MutedErrors::~MutedErrors() {
    if (kept_.is_open()) ::dup2(kept_.native(), STDERR_FILENO);
}

} // namespace rata
