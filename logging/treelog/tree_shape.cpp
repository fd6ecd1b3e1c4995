#include "logging/treelog/tree_shape.hpp"

#include <algorithm>

namespace treelog {

void TreeShape::grow(std::size_t size) {
    nodes_.resize(size);
    sizes_.resize(size);
}

void TreeShape::resume(const ChunkInfo& chunk) {
    nodes_ = chunk.waiting_nodes;
    sizes_ = chunk.waiting_size;
    grow(std::max({nodes_.size(), sizes_.size(), std::size_t{1}}));
}

std::vector<std::uint32_t> TreeShape::trimmed(std::vector<std::uint32_t> counts) {
    while (!counts.empty() && counts.back() == 0) counts.pop_back();
    return counts;
}

} // namespace treelog
