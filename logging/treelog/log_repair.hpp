// What is whole of a damaged log, or can be made whole, as a new log.
#pragma once

#include "logging/treelog/log_reader.hpp"
#include "logging/treelog/stored_log.hpp"

namespace treelog {

struct RepairReport {
    /// What is lost all the same, and whether there was an index.
    LogReader::Damage damage{};
    /// Single bytes of chunks and other sections that were put right.
    std::uint64_t mended_bytes = 0;
    /// Files beside the log with iterations that it lacked, which it has now; see parts_of().
    std::vector<std::filesystem::path> parts{};
};

/// Writes a new file with what is whole, which takes the place of an earlier one when it is
/// finished. A column of which one byte is damaged is put right; a chunk of which more is damaged
/// is lost. Iterations that lie beside the log, as it was killed or had no room for them, are
/// taken as well; their files stay. The two paths must differ.
[[nodiscard]] Result<RepairReport> repair_log(const std::filesystem::path& damaged,
                                              const std::filesystem::path& repaired,
                                              const StopQuestion& is_stopped = {});

} // namespace treelog
