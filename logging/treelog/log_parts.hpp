// The files beside a log that each hold one iteration of it while it is searched: LOG.part-7 is the
// seventh that was begun. They say which log they are of, so that those of an earlier log of the
// same name are told apart.
#pragma once

#include "logging/treelog/schema.hpp"

#include <filesystem>

namespace treelog {

[[nodiscard]] std::filesystem::path part_path(const std::filesystem::path& log,
                                              std::uint64_t number);
/// The schema of the log, and a note of whose part it is.
[[nodiscard]] Schema part_schema(const Schema& schema, std::uint64_t log_id);

/// Those beside the log that are of this very log, in the order in which they were begun: it was
/// killed, or had no room for them. None if the log cannot be read.
[[nodiscard]] std::vector<std::filesystem::path> parts_of(const std::filesystem::path& log);

} // namespace treelog
