// Logs made from logs that are whole: put together, split, and of another profile.
#pragma once

#include "logging/treelog/chunk_encoder.hpp"
#include "logging/treelog/log_file.hpp"
#include "logging/treelog/log_reader.hpp"
#include "logging/treelog/stored_log.hpp"

namespace treelog {

/// Adds the trees of another log of the same schema, chunk by chunk as they are.
[[nodiscard]] Result<void> append_log(const std::filesystem::path& path, LogFile& target);

/// Writes each iteration into a new file beside the log, LOG-07.gtf for the seventh of LOG.gtf,
/// with all its streams and lines. A link to a tree of another iteration leads nowhere then. Such
/// files of an earlier log of that name are removed.
[[nodiscard]] Result<void> split_log(const std::filesystem::path& path);

/// Writes trees into a new file of that profile, which may be the one that they come from: it takes
/// the place of an earlier log when it is whole. A damaged chunk ends it with an Error, and then,
/// as when it is stopped, everything is as it was before.
[[nodiscard]] Result<void> copy_log(const TreeSource& source, const std::filesystem::path& path,
                                    Profile profile, const StopQuestion& is_stopped = {});

} // namespace treelog
