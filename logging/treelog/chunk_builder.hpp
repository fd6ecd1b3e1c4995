// From rows to columns: turns the blocks of one stream into chunks, and knows how they hang
// together. One thread.
#pragma once

#include "logging/treelog/row_block.hpp"
#include "logging/treelog/tree_shape.hpp"

namespace treelog {

class ChunkBuilder {
public:
    /// Both must outlive the builder.
    ChunkBuilder(const Schema& schema, const RecordLayout& layout)
        : schema_(schema), layout_(layout) {}

    void begin_tree() {
        shape_ = TreeShape{};
        position_ = 0;
    }
    /// The next chunk of the tree; the block holds at least one row.
    [[nodiscard]] ChunkColumns build(const RowBlock& block);

private:
    void transpose(const RowBlock& block, ChunkColumns& chunk) const;
    void shape(ChunkColumns& chunk);

    const Schema& schema_;
    const RecordLayout& layout_;
    TreeShape shape_{};
    std::uint64_t position_ = 0;
};

} // namespace treelog
