#include "tests/logging/gtql/support/chopped_source.hpp"

#include <algorithm>
#include <cstring>

namespace gtql::test {

using treelog::ColumnView;

ChoppedSource::ChoppedSource(const treelog::TreeSource& source, std::uint32_t most,
                             const std::set<std::size_t>& lost)
    : source_(source), trees_(source.trees().begin(), source.trees().end()) {
    std::size_t number = 0;
    for (treelog::TreeInfo& tree : trees_) {
        const std::size_t first = tree.first_chunk;
        tree.first_chunk = chunks_.size();
        for (std::size_t chunk = first; chunk < first + tree.chunk_count; ++chunk) {
            const treelog::ChunkInfo& whole = source.chunks()[chunk];
            for (std::uint32_t begin = 0; begin < whole.count; begin += most) {
                treelog::ChunkInfo info;
                info.tree = whole.tree;
                info.first_position = whole.first_position + begin;
                info.count = std::min(most, whole.count - begin);
                if (lost.contains(number++)) {
                    tree.nodes -= info.count;
                    tree.lost += info.count;
                    continue;
                }
                info.min_level = whole.min_level;
                info.max_level = whole.max_level;
                chunks_.push_back(info);
                parts_.push_back({chunk, begin});
            }
        }
        tree.chunk_count = chunks_.size() - tree.first_chunk;
    }
}

rata::Result<treelog::ColumnStatistics> ChoppedSource::statistics(std::size_t,
                                                                  treelog::ColumnId) const {
    return treelog::ColumnStatistics{}; // knows nothing
}

rata::Result<ColumnView> ChoppedSource::part_of(std::size_t chunk, const ColumnView& whole,
                                                treelog::ColumnBuffer& buffer) const {
    const std::size_t begin = parts_[chunk].begin;
    ColumnView part{.type = whole.type, .count = chunks_[chunk].count};
    const std::size_t width = treelog::width(whole.type);
    // Not in place: the view may lie in the buffer itself.
    treelog::AlignedBytes values;
    values.reserve((part.count + 64) * width);
    std::memcpy(values.data(), whole.data + begin * width, part.count * width);
    treelog::AlignedBytes validity;
    if (whole.validity != nullptr) {
        validity.reserve((part.count / 64 + 1) * 8);
        std::memset(validity.data(), 0, (part.count / 64 + 1) * 8);
        for (std::size_t i = 0; i < part.count; ++i)
            validity.as<std::uint64_t>()[i / 64] |= std::uint64_t{whole.is_valid(begin + i)}
                                                    << (i % 64);
        buffer.validity = std::move(validity);
        part.validity = buffer.validity.as<std::uint64_t>();
    }
    buffer.values = std::move(values);
    part.data = buffer.values.data();
    return part;
}

rata::Result<ColumnView> ChoppedSource::column(std::size_t chunk, treelog::ColumnId column,
                                               treelog::ColumnBuffer& buffer) const {
    const auto whole = source_.column(parts_[chunk].chunk, column, buffer);
    return whole ? part_of(chunk, *whole, buffer) : whole;
}

rata::Result<treelog::SizesView> ChoppedSource::sizes(std::size_t chunk,
                                                      treelog::ColumnBuffer& buffer) const {
    const auto part = column(chunk, treelog::ColumnId::Size, buffer);
    if (!part) return part.error();
    return treelog::in_two_parts(part->as<std::uint32_t>(), buffer.scratch, buffer.large_sizes);
}

} // namespace gtql::test
