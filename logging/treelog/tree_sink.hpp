// Where finished chunks go: into a file or into memory. One thread at a time.
#pragma once

#include "logging/treelog/row_block.hpp"

namespace treelog {

class TreeSink {
public:
    TreeSink() = default;
    TreeSink(const TreeSink&) = delete;
    TreeSink& operator=(const TreeSink&) = delete;
    virtual ~TreeSink() = default;

    /// Returns the number of the tree for the calls below. Trees of several streams may be open at
    /// once, one of each.
    [[nodiscard]] virtual Result<std::size_t> open_tree(TreeMark mark, std::uint32_t stream) = 0;
    [[nodiscard]] virtual Result<void> add_chunk(std::size_t tree, const ChunkColumns& columns) = 0;
    [[nodiscard]] virtual Result<void> close_tree(std::size_t tree, std::uint64_t skipped,
                                                  bool is_aborted) = 0;
    /// After the last tree.
    [[nodiscard]] virtual Result<void> conclude() = 0;
};

} // namespace treelog
