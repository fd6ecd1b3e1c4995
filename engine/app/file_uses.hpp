// The check of a command that writes: none of its outputs is also an input or another output.
#pragma once

#include "engine/app/console.hpp"
#include "engine/base/file_identity.hpp"

#include <optional>
#include <string>
#include <vector>

namespace rata {

/// What a command was given to read and to write, in the order of its messages.
class FileUses {
public:
    void reads(std::string purpose, const std::string& path) {
        uses_.push_back({std::move(purpose), path, FileUse::Mode::Read});
    }
    void reads(const std::string& purpose, const std::vector<std::string>& paths) {
        for (const std::string& path : paths) reads(purpose, path);
    }
    void reads(std::string purpose, const std::optional<std::string>& path) {
        if (path) reads(std::move(purpose), *path);
    }
    void writes(std::string purpose, const std::string& path) {
        uses_.push_back({std::move(purpose), path, FileUse::Mode::Written});
    }
    void writes(std::string purpose, const std::optional<std::string>& path) {
        if (path) writes(std::move(purpose), *path);
    }

    /// The exit code after a complaint, if a file that is written has another use as well.
    [[nodiscard]] std::optional<ExitCode> complained(Console& console) const {
        const auto checked = check_file_uses(uses_);
        if (checked) return std::nullopt;
        return console.usage_error(checked.error().to_string());
    }

private:
    std::vector<FileUse> uses_{};
};

} // namespace rata
