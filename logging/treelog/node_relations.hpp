// How the nodes of one chunk hang together, told from their levels: for models that guess a node's
// values from those of its parent and siblings. What lies in other chunks is not known here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace treelog {

/// A node of the chunk by its place, or none.
using Near = std::int32_t;
inline constexpr Near kNobody = -1;

struct NodeRelations {
    explicit NodeRelations(std::span<const std::int32_t> levels);

    std::vector<Near> parent{};
    std::vector<Near> next{};     ///< sibling
    std::vector<Near> previous{}; ///< sibling
    std::vector<std::uint8_t> is_leaf{};
    std::vector<std::int32_t> number{}; ///< of siblings before, as far as they lie in the chunk
};

} // namespace treelog
