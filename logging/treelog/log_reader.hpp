// A log file (.gtf), read by way of a memory map: nothing is decoded before it is asked for. What
// is damaged is left out chunk by chunk and counted; a file without its index, as a crash leaves
// it, is indexed anew from the heads of its chunks. FORMAT.md describes the bytes.
#pragma once

#include "logging/treelog/tree_source.hpp"

#include <filesystem>

namespace treelog {

class LogReader final : public TreeSource {
public:
    /// What opening had to do without.
    struct Damage {
        bool index_rebuilt = false;    ///< there was no index at the end, or a damaged one
        std::uint64_t lost_chunks = 0; ///< known to be missing or damaged
        std::uint64_t lost_nodes = 0;  ///< in these, as far as it is known
        std::uint64_t lost_bytes = 0;  ///< of the file that belong to nothing readable
        /// Trees whose end is not in the log: cut off by a kill or by the limit of the log, or
        /// still being written.
        std::uint64_t unfinished_trees = 0;

        /// Bytes of the file, or its end.
        [[nodiscard]] bool any() const { return index_rebuilt || lost_chunks + lost_bytes != 0; }
        /// Every tree of the log is there to its end.
        [[nodiscard]] bool is_complete() const { return !any() && unfinished_trees == 0; }
        /// Whether repair_log would make a better log of it: not of one that was repaired already,
        /// nor of one that ended at its limit.
        [[nodiscard]] bool is_repairable() const { return index_rebuilt || lost_bytes != 0; }
        bool operator==(const Damage&) const = default;
    };
    /// Size on disk of a column in all chunks.
    struct ColumnSize {
        ColumnId column{};
        std::uint64_t bytes = 0;
    };

    [[nodiscard]] static Result<std::unique_ptr<LogReader>> open(const std::filesystem::path& path);
    /// Of a file in memory that outlives the reader.
    [[nodiscard]] static Result<std::unique_ptr<LogReader>> open(std::span<const std::byte> bytes,
                                                                 const std::string& name);
    ~LogReader() override;

    [[nodiscard]] const Damage& damage() const;
    /// The id of the process that was writing the log when it was opened here; nothing if it was
    /// finished, or left unfinished. What such a log lacks is not lost.
    [[nodiscard]] const std::optional<std::string>& writer() const;
    [[nodiscard]] std::uint64_t file_size() const;
    [[nodiscard]] std::vector<ColumnSize> column_sizes() const;
    /// Checks every byte of the file against its checksums; what open() had found is included.
    [[nodiscard]] Damage verify() const;

    [[nodiscard]] const Schema& schema() const override;
    [[nodiscard]] std::span<const TreeInfo> trees() const override;
    [[nodiscard]] std::span<const ChunkInfo> chunks() const override;
    [[nodiscard]] Result<ColumnStatistics> statistics(std::size_t chunk,
                                                      ColumnId column) const override;
    [[nodiscard]] Result<ColumnView> column(std::size_t chunk, ColumnId column,
                                            ColumnBuffer& buffer) const override;
    void release(std::size_t chunk) const override;
    [[nodiscard]] Result<SizesView> sizes(std::size_t chunk, ColumnBuffer& buffer) const override;

private:
    struct Content;
    explicit LogReader(std::unique_ptr<Content> content);

    std::unique_ptr<Content> content_;
};

} // namespace treelog
