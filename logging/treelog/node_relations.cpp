#include "logging/treelog/node_relations.hpp"

#include <algorithm>

namespace treelog {

NodeRelations::NodeRelations(std::span<const std::int32_t> levels)
    : parent(levels.size(), kNobody), next(levels.size(), kNobody),
      previous(levels.size(), kNobody), is_leaf(levels.size(), 1), number(levels.size()) {
    std::int32_t deepest = 0;
    for (const std::int32_t level : levels) deepest = std::max(deepest, level);
    std::vector<Near> open(static_cast<std::size_t>(deepest) + 2, kNobody);
    // Backwards, parents come before their children.
    for (std::size_t i = levels.size(); i-- > 0;) {
        const auto level = static_cast<std::size_t>(levels[i]);
        if (level > 0) parent[i] = open[level - 1];
        next[i] = open[level];
        if (next[i] != kNobody) previous[static_cast<std::size_t>(next[i])] = static_cast<Near>(i);
        open[level] = static_cast<Near>(i);
        open[level + 1] = kNobody;
    }
    for (std::size_t i = 1; i < levels.size(); ++i) {
        is_leaf[i] = levels[i - 1] == levels[i] + 1 ? 0 : 1;
        if (previous[i] != kNobody) number[i] = number[static_cast<std::size_t>(previous[i])] + 1;
    }
}

} // namespace treelog
