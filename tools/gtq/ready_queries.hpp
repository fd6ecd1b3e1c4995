// The ready queries that come with gtq (logging/queries): found by their names, wherever gtq is
// started. They lie in a folder that is reached from the one of the program.
#pragma once

#include "engine/base/result.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace gtq {

/// The folder of the ready queries, whether it exists or not; empty if the system does not tell
/// where the program is.
[[nodiscard]] std::filesystem::path ready_queries_folder();

/// The names of the queries in a folder ("shares", without .gtql), sorted.
[[nodiscard]] std::vector<std::string> query_names(const std::filesystem::path& folder);

/// A text of queries: the file of this path, or else the ready queries of this name, with or
/// without .gtql. If there is neither, the message lists the names.
[[nodiscard]] rata::Result<std::string> read_queries(const std::string& path);

} // namespace gtq
