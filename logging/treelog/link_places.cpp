#include "logging/treelog/link_places.hpp"

#include <algorithm>
#include <limits>

namespace treelog {

namespace {

constexpr std::size_t kNoTree = std::numeric_limits<std::size_t>::max();

/// Of each tree the one that it is linked to, or kNoTree.
std::vector<std::size_t> link_targets(std::span<const TreeInfo> trees) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> by_number;
    for (std::size_t i = 0; i < trees.size(); ++i)
        by_number.emplace(std::pair(trees[i].stream, trees[i].sequence), i);
    std::vector<std::size_t> targets(trees.size(), kNoTree);
    for (std::size_t i = 0; i < trees.size(); ++i) {
        if (!trees[i].mark.link) continue;
        const auto found = by_number.find({trees[i].mark.link->stream, trees[i].mark.link->tree});
        if (found != by_number.end()) targets[i] = found->second;
    }
    return targets;
}

/// Cuts every circle at the link from which it was found.
void cut_circles(std::vector<std::size_t>& targets) {
    enum class State : std::uint8_t { Unknown, OnWay, Known };
    std::vector<State> states(targets.size(), State::Unknown);
    for (std::size_t first = 0; first < targets.size(); ++first) {
        std::vector<std::size_t> way;
        std::size_t tree = first;
        for (; tree != kNoTree && states[tree] == State::Unknown; tree = targets[tree]) {
            states[tree] = State::OnWay;
            way.push_back(tree);
        }
        if (tree != kNoTree && states[tree] == State::OnWay) targets[way.back()] = kNoTree;
        for (const std::size_t each : way) states[each] = State::Known;
    }
}

/// Finds the nodes of one tree that are linked to, in a pass over its structure.
class PlaceFinder {
public:
    PlaceFinder(const TreeSource& source, std::size_t tree) : source_(source), tree_(tree) {}

    /// The trees, by the pre-order number of their node.
    using Wanted = std::map<std::uint64_t, std::vector<std::size_t>>;

    [[nodiscard]] LinkPlaces find(const Wanted& wanted) {
        LinkPlaces places;
        const TreeInfo& tree = source_.trees()[tree_];
        std::uint64_t row = 0;
        for (std::size_t i = 0; i < tree.chunk_count; ++i) {
            const std::size_t chunk = tree.first_chunk + i;
            const ChunkInfo& info = source_.chunks()[chunk];
            const auto sizes = source_.column(chunk, ColumnId::Size, size_memory_);
            const auto levels = source_.column(chunk, ColumnId::Level, level_memory_);
            if (!sizes || !levels) return {};
            const auto size = sizes->as<std::uint32_t>();
            const auto level = levels->as<std::uint16_t>();
            for (std::uint32_t at = 0; at < info.count; ++at) {
                const std::uint64_t preorder = info.first_position + at + 1 + level[at] - size[at];
                const auto found = wanted.find(preorder);
                if (found != wanted.end()) places[row + at] = {found->second, level[at]};
            }
            row += info.count;
        }
        return places;
    }

private:
    const TreeSource& source_;
    std::size_t tree_;
    ColumnBuffer size_memory_{};
    ColumnBuffer level_memory_{};
};

} // namespace

std::vector<LinkPlaces> link_places(const TreeSource& source) {
    const auto trees = source.trees();
    std::vector<std::size_t> targets = link_targets(trees);
    cut_circles(targets);
    std::vector<PlaceFinder::Wanted> wanted(trees.size());
    for (std::size_t i = 0; i < trees.size(); ++i)
        if (targets[i] != kNoTree) wanted[targets[i]][trees[i].mark.link->node].push_back(i);
    std::vector<LinkPlaces> places(trees.size());
    for (std::size_t i = 0; i < trees.size(); ++i)
        if (!wanted[i].empty()) places[i] = PlaceFinder(source, i).find(wanted[i]);
    return places;
}

} // namespace treelog
