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
    /// Adds the rows of a block, at least one, to a chunk, which is begun anew if its count is 0.
    /// Its memory is used again if it has any: to ask the system for it each time costs more than
    /// to write it.
    void add(const RowBlock& block, ChunkColumns& chunk);

private:
    void begin_chunk(const RowBlock& first, ChunkColumns& chunk) const;
    void transpose(const RowBlock& block, ChunkColumns& chunk) const;
    void shape(std::size_t rows, ChunkColumns& chunk);

    const Schema& schema_;
    const RecordLayout& layout_;
    TreeShape shape_{};
    std::uint64_t position_ = 0;
};

} // namespace treelog
