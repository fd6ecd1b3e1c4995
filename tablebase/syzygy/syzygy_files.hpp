// Which Syzygy tables the folders of a path hold, and which of their files look sound from outside.
// The files are not read here but for their first bytes.
#pragma once

#include "engine/rules/material.hpp"
#include "tablebase/table_paths.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rata {

/// The folders of a path, empty ones left out.
[[nodiscard]] std::vector<std::filesystem::path> folders_of(std::string_view path);

/// One ending: a file for who wins (.rtbw), and perhaps one for the plies to zeroing (.rtbz).
struct SyzygyEnding {
    std::string name{}; ///< "KQvKR"
    Material material{};
    int men = 2;
    bool has_verdicts = false;
    bool has_zeroing = false;
};

/// A file that the library must not see.
struct DamagedSyzygyFile {
    std::filesystem::path path{};
    std::string reason{};
    Material material{};
    bool has_verdicts = false; ///< it would be a .rtbw; else a .rtbz
};

struct SyzygyFiles {
    /// Each behind those that its captures and promotions lead to.
    std::vector<SyzygyEnding> endings{};
    std::vector<DamagedSyzygyFile> damaged{};
    std::vector<std::filesystem::path> missing_folders{};

    /// Where two folders have a file, the first one counts.
    [[nodiscard]] static SyzygyFiles in(std::string_view path);
};

/// "KQvKR", the stronger side first or not.
[[nodiscard]] std::optional<SyzygyEnding> parse_syzygy_name(std::string_view name);

/// Whether captures and promotions can lead from the one to the other, sides exchanged or not.
[[nodiscard]] bool may_become(const Material& from, const Material& to);

} // namespace rata
