// Where endgame tables are, as options tell it.
#pragma once

#include <string>

namespace rata {

/// Between the folders of a path, as in paths of the system.
inline constexpr char kPathSeparator = ':';

inline constexpr int kMostSyzygyMen = 7;

/// Empty: nowhere.
struct TablePaths {
    std::string own{};    ///< a folder
    std::string syzygy{}; ///< folders, with kPathSeparator between them

    bool operator==(const TablePaths&) const = default;
};

} // namespace rata
