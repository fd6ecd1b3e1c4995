// Texts that a program printed, compared with what it printed when a person last looked at it and
// accepted it (tools/scripts/accept_snapshots).
#pragma once

#include <string>
#include <string_view>

namespace rata::test {

/// The text with its measured figures (times and what follows from them) replaced by "...", in
/// tables as well as in JSON.
[[nodiscard]] std::string without_timings(std::string_view text);

/// Compares the text with tests/<path>, for example "app/snapshots/help.txt". If the environment
/// variable RATATOSK_ACCEPT_SNAPSHOTS is not empty, the file is written instead.
void check_snapshot(std::string_view path, std::string_view text);

} // namespace rata::test
