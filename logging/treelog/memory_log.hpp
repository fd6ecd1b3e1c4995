// A log that is never written: trees in memory, column by column, as a file would give them. It
// serves tests, and queries about the last search. One thread builds it; then many may read.
#pragma once

#include "logging/treelog/tree_shape.hpp"

#include <mutex>

namespace treelog {

/// What the log itself has to say of a node.
struct NodeHead {
    std::uint16_t level = 0;
    std::uint32_t skipped = 0;
    bool is_aborted = false;
};

class MemoryLog final : public TreeSource {
public:
    /// The schema must be valid.
    explicit MemoryLog(Schema schema);
    ~MemoryLog() override;

    /// Everything added until end_tree() belongs to this tree.
    void begin_tree(TreeMark mark, std::uint32_t stream = 0);
    /// The next node in post-order: one value for each attribute, absent if it is null. Levels must
    /// be those of a post-order: a node is preceded by its children, one level down.
    void add(const NodeHead& head, std::span<const std::optional<std::int64_t>> values);
    void end_tree(bool is_aborted = false);
    /// After the last tree, before anything is read: sorts the trees by stream.
    void finish();

    /// Forgets all trees, not the schema.
    void clear();
    /// Bytes that the columns occupy.
    [[nodiscard]] std::size_t memory() const;

    [[nodiscard]] const Schema& schema() const override { return schema_; }
    [[nodiscard]] std::span<const TreeInfo> trees() const override { return trees_; }
    [[nodiscard]] std::span<const ChunkInfo> chunks() const override { return chunks_; }
    [[nodiscard]] Result<ColumnStatistics> statistics(std::size_t chunk,
                                                      ColumnId column) const override;
    [[nodiscard]] Result<ColumnView> column(std::size_t chunk, ColumnId column,
                                            ColumnBuffer& buffer) const override;
    [[nodiscard]] Result<ColumnView> small_sizes(std::size_t chunk,
                                                 ColumnBuffer& buffer) const override;

private:
    struct StoredColumn {
        AlignedBytes values{};
        AlignedBytes validity{}; ///< empty if nothing is null
        std::optional<ColumnStatistics> statistics{};
    };
    /// Attributes, then level, size, skipped, aborted, and small size.
    using StoredChunk = std::vector<StoredColumn>;
    static constexpr std::size_t kStructureColumns = 5;

    [[nodiscard]] std::size_t place_of(ColumnId column) const;
    [[nodiscard]] ElementType type_of(std::size_t place) const;
    [[nodiscard]] std::optional<std::int64_t> null_of(std::size_t place) const;
    [[nodiscard]] ColumnView view(std::size_t chunk, std::size_t place) const;
    void open_chunk();
    void close_chunk();
    void store(std::size_t place, std::int64_t value);

    Schema schema_;
    std::vector<TreeInfo> trees_{};
    std::vector<ChunkInfo> chunks_{};
    mutable std::vector<StoredChunk>
        stored_{}; ///< mutable for statistics, which are made on demand
    TreeShape shape_{};
    bool is_chunk_open_ = false;
    mutable std::mutex statistics_mutex_{};
};

} // namespace treelog
