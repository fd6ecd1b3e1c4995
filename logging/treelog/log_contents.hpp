// What a log file holds, put together from its index or from its sections: trees in order, their
// chunks in order, and what is missing between them. Nothing is decoded.
#pragma once

#include "logging/treelog/section_mending.hpp"

namespace treelog {

/// The schema and identity of a log, and where its sections begin.
struct LogStart {
    Schema schema{};
    std::uint64_t log_id = 0;
    std::uint64_t sections_offset = 0;
    std::uint64_t damaged_bytes = 0; ///< of the copy of the schema that is not readable
};

/// From either of the two copies at the start of the file.
[[nodiscard]] Result<LogStart> read_start(std::span<const std::byte> file, const std::string& name);

struct LogContents {
    std::vector<TreeInfo> trees{};
    std::vector<ChunkInfo> chunks{};
    /// Where the section of each chunk lies.
    struct Place {
        std::uint64_t offset = 0;
        std::uint64_t size = 0;
    };
    std::vector<Place> places{};
    bool index_rebuilt = false;
    std::uint64_t lost_chunks = 0;
    std::uint64_t lost_nodes = 0;
    std::uint64_t lost_bytes = 0;

    /// Trees without their end.
    [[nodiscard]] std::uint64_t unfinished_trees() const;
};

/// By the index, if there is one.
[[nodiscard]] std::optional<LogContents> read_by_index(std::span<const std::byte> file,
                                                       const LogStart& start);
/// Every byte of the section is as it was written: columns and descriptor by their checksums, gaps
/// by being zero.
[[nodiscard]] bool is_intact(const Section& section);

/// By the sections themselves. `whole_chunk` may refuse chunks, which then count as lost.
[[nodiscard]] LogContents read_by_sections(std::span<const std::byte> file, const LogStart& start,
                                           bool (*whole_chunk)(const Section&) = nullptr);
/// The same, with the sections that could be mended; what remains is lost.
[[nodiscard]] LogContents read_mended(std::span<const std::byte> file, const LogStart& start,
                                      SectionMender& mender);

} // namespace treelog
