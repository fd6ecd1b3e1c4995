#include "engine/base/file_identity.hpp"

#include "engine/base/parse.hpp"

namespace rata {

namespace fs = std::filesystem;

namespace {

/// A file with a content of its own, or a place where one can come to be.
bool can_be_overwritten(const fs::path& path) {
    if (path.empty() || path == "-") return false;
    std::error_code failure;
    const fs::file_status status = fs::status(path, failure);
    return status.type() == fs::file_type::regular || status.type() == fs::file_type::not_found;
}

Error overlap(const FileUse& written, const FileUse& other) {
    std::string message = written.purpose + " and " + other.purpose + " are the same file";
    if (other.mode == FileUse::Mode::Read)
        message += ", which would be lost; expected another one";
    else
        message += "; expected one for each";
    return {.code = ErrorCode::Syntax, .message = message, .where = {written.path.string()}};
}

} // namespace

fs::path behind_links(fs::path path) {
    constexpr int kMostLinks = 40; // as many as the system follows
    std::error_code failure;
    for (int i = 0; i < kMostLinks && fs::is_symlink(path, failure); ++i) {
        const auto next = fs::read_symlink(path, failure);
        if (failure) break;
        path = path.parent_path() / next;
    }
    return path;
}

bool is_same_file(const fs::path& a, const fs::path& b) {
    std::error_code failure;
    const bool a_exists = fs::exists(a, failure);
    const bool b_exists = fs::exists(b, failure);
    if (a_exists != b_exists) return false;
    if (a_exists) return fs::equivalent(a, b, failure) && !failure;
    const fs::path place = fs::weakly_canonical(fs::absolute(behind_links(a), failure), failure);
    return !place.empty() &&
           place == fs::weakly_canonical(fs::absolute(behind_links(b), failure), failure);
}

Result<void> check_file_uses(std::span<const FileUse> uses) {
    for (const FileUse& written : uses) {
        if (written.mode != FileUse::Mode::Written || !can_be_overwritten(written.path)) continue;
        for (const FileUse& other : uses) {
            const bool is_later_pair = other.mode == FileUse::Mode::Written && &other <= &written;
            if (!is_later_pair && is_same_file(written.path, other.path))
                return overlap(written, other);
        }
    }
    return {};
}

} // namespace rata
