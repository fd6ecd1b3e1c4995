// The shape of a tree told from nothing but levels in post-order: how large each subtree is, and
// how many nodes wait for their parent between two chunks. One tree at a time, one thread.
#pragma once

#include "logging/treelog/tree_source.hpp"

namespace treelog {

class TreeShape {
public:
    TreeShape() : nodes_(1), sizes_(1) {}

    /// Size of the subtree of the next node, which is at this level.
    std::uint32_t close(std::uint16_t level) {
        if (level + 2U > sizes_.size()) grow(level + 2U);
        const std::uint32_t size = sizes_[level + 1U] + 1;
        sizes_[level + 1U] = 0;
        nodes_[level + 1U] = 0;
        sizes_[level] += size;
        ++nodes_[level];
        return size;
    }
    /// For a pass that begins in the middle of a tree, or behind a gap.
    void resume(const ChunkInfo& chunk);

    /// What waits now, without trailing zeroes: see ChunkInfo.
    [[nodiscard]] std::vector<std::uint32_t> waiting_nodes() const { return trimmed(nodes_); }
    [[nodiscard]] std::vector<std::uint32_t> waiting_size() const { return trimmed(sizes_); }

private:
    void grow(std::size_t size);
    [[nodiscard]] static std::vector<std::uint32_t> trimmed(std::vector<std::uint32_t> counts);

    std::vector<std::uint32_t> nodes_;
    std::vector<std::uint32_t> sizes_;
};

} // namespace treelog
