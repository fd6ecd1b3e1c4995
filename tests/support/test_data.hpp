// Where the tests find their files: small ones beside the tests in the tree, large ones in the data
// folder, which may be missing. A test that lacks its data says so by skip_case and returns; CTest
// then shows the whole group as skipped. Not for library code.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace rata::test {

/// A file or folder of the large test data, for example data_path("perft/standard.epd"): below the
/// environment variable RATATOSK_DATA or else the folder configured in CMake. Nothing if missing.
[[nodiscard]] std::optional<std::filesystem::path> data_path(std::string_view relative);

/// A file or folder kept in the tree below tests/. It is returned whether it exists or not.
[[nodiscard]] std::filesystem::path test_path(std::string_view relative);

/// A program of this build, for example program_path("ratatosk"); the folder may be set by the
/// environment variable RATATOSK_PROGRAMS.
[[nodiscard]] std::filesystem::path program_path(std::string_view name);

/// Prints "SKIPPED: reason" and has the test program report it. The caller returns from its case.
void skip_case(std::string_view reason);

/// How often skip_case was called.
[[nodiscard]] int skipped_cases();

} // namespace rata::test
