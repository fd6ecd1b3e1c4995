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
    /// The next chunk of the tree; the block holds at least one row. The chunk's memory is used
    /// again if it has any: to ask the system for it each time costs more than to write it.
    void build(const RowBlock& block, ChunkColumns& chunk);

private:
    void transpose(const RowBlock& block, ChunkColumns& chunk) const;
    void shape(ChunkColumns& chunk);

    const Schema& schema_;
    const RecordLayout& layout_;
    TreeShape shape_{};
    std::uint64_t position_ = 0;
};

} // namespace treelog
