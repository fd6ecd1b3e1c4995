// A log that is never written: trees in memory, column by column, as a file would give them. It
// serves tests, and queries about the last search. One thread builds it; then many may read.
#pragma once

#include "logging/treelog/chunk_builder.hpp"
#include "logging/treelog/tree_sink.hpp"

#include <mutex>

namespace treelog {

class MemoryLog final : public TreeSource, public TreeSink {
public:
    /// The schema must be valid.
    explicit MemoryLog(Schema schema);
    ~MemoryLog() override;

    // --- node by node --------------------------------------------------------------------------
    /// Everything added until end_tree() belongs to this tree.
    void begin_tree(TreeMark mark, std::uint32_t stream = 0);
    /// The next node in post-order: one value for each attribute, absent if it is null. Levels must
    /// be those of a post-order: a node is preceded by its children, one level down.
    void add(const NodeHead& head, std::span<const std::optional<std::int64_t>> values);
    void end_tree(bool is_aborted = false);

    // --- chunk by chunk ------------------------------------------------------------------------
    [[nodiscard]] Result<std::size_t> open_tree(TreeMark mark, std::uint32_t stream) override;
    [[nodiscard]] Result<void> add_chunk(std::size_t tree, const ChunkColumns& columns) override;
    [[nodiscard]] Result<void> close_tree(std::size_t tree, std::uint64_t skipped,
                                          bool is_aborted) override;

    /// Gives up the trees of a stream up to that iteration; they are gone after finish().
    void forget_trees(std::uint32_t stream, std::uint32_t iteration);

    /// After the last tree, before anything is read: brings trees and chunks into order.
    void finish();
    [[nodiscard]] Result<void> conclude() override {
        finish();
        return {};
    }
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
    [[nodiscard]] Result<SizesView> sizes(std::size_t chunk, ColumnBuffer& buffer) const override;

private:
    struct StoredChunk {
        std::vector<AlignedBytes> values{};
        std::vector<AlignedBytes> validity{}; ///< empty where nothing is null
        AlignedBytes cut_off_sizes{};
        std::vector<LargeSize> large_sizes{};
        std::vector<std::optional<ColumnStatistics>> statistics{};
    };

    std::size_t append_tree(TreeMark mark, std::uint32_t stream);
    void append_chunk(std::size_t tree, const ChunkColumns& columns);
    void end(TreeInfo& tree, std::uint64_t skipped, bool is_aborted);
    [[nodiscard]] ColumnView view(std::size_t chunk, ColumnId column) const;
    void flush_rows();
    void flush_chunk();
    void note_validity(StoredChunk& chunk, std::size_t count) const;

    Schema schema_;
    RecordLayout layout_;
    std::vector<TreeInfo> trees_{};
    std::vector<bool> forgotten_{}; ///< as many as trees until finish()
    std::vector<ChunkInfo> chunks_{};
    mutable std::vector<StoredChunk>
        stored_{}; ///< mutable for statistics, which are made on demand
    mutable std::mutex statistics_mutex_{};

    // Of the tree that is made node by node.
    ChunkBuilder builder_;
    RowBlock rows_{};
    ChunkColumns columns_{};
    std::uint64_t skipped_ = 0;
};

} // namespace treelog
