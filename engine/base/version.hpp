// The version of Ratatosk and the commit it was built from. The values are written into a source
// file by the build (version.cpp.in), so that a new commit recompiles that one file only.
#pragma once

#include <string>
#include <string_view>

namespace rata {

/// The release number, for example "0.1.0".
[[nodiscard]] std::string_view version();

/// Abbreviated commit hash, with "-dirty" when files differed from it; empty when not known.
[[nodiscard]] std::string_view commit();

/// "Ratatosk 0.1.0 (0123456789)", or without the parentheses when the commit is not known.
[[nodiscard]] std::string version_line();

} // namespace rata
