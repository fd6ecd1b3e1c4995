// The check of a command that writes, before it works: none of its outputs is also an input or
// another output, and all can be written.
#pragma once

#include "engine/app/console.hpp"
#include "engine/base/file.hpp"
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

    /// The exit code after a complaint, if a file that is written has another use as well, or
    /// cannot be written.
    [[nodiscard]] std::optional<ExitCode> complained(Console& console) const {
        const auto checked = check_file_uses(uses_);
        if (!checked) return console.usage_error(checked.error().to_string());
        for (const FileUse& use : uses_) {
            if (use.mode != FileUse::Mode::Written || !is_replaced(use.path)) continue;
            const auto trial = FileWriter::create(use.path); // nothing is left of it
            if (trial) continue;
            console.complain(trial.error());
            return ExitCode::InputOutput;
        }
        return std::nullopt;
    }

private:
    /// To open a pipe or a device is more than a trial.
    [[nodiscard]] static bool is_replaced(const std::filesystem::path& path) {
        if (path.empty() || path == kStandardInput) return false;
        std::error_code failure;
        const auto type = std::filesystem::status(path, failure).type();
        return type == std::filesystem::file_type::regular ||
               type == std::filesystem::file_type::not_found;
    }

    std::vector<FileUse> uses_{};
};

} // namespace rata
