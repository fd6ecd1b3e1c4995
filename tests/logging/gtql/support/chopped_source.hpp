// The same trees in smaller chunks: what a log of millions of nodes looks like to a window, but of
// the size of a test. Some of the chunks may be lost, as in a log that was damaged.
#pragma once

#include "logging/treelog/tree_source.hpp"

#include <set>

namespace gtql::test {

class ChoppedSource final : public treelog::TreeSource {
public:
    /// Borrows the source; no chunk has more than `most` nodes. `lost` are the numbers of those
    /// that are left out.
    ChoppedSource(const treelog::TreeSource& source, std::uint32_t most,
                  const std::set<std::size_t>& lost = {});

    [[nodiscard]] const treelog::Schema& schema() const override { return source_.schema(); }
    [[nodiscard]] std::span<const treelog::TreeInfo> trees() const override { return trees_; }
    [[nodiscard]] std::span<const treelog::ChunkInfo> chunks() const override { return chunks_; }
    [[nodiscard]] rata::Result<treelog::ColumnStatistics>
    statistics(std::size_t chunk, treelog::ColumnId column) const override;
    [[nodiscard]] rata::Result<treelog::ColumnView>
    column(std::size_t chunk, treelog::ColumnId column,
           treelog::ColumnBuffer& buffer) const override;
    [[nodiscard]] rata::Result<treelog::SizesView>
    sizes(std::size_t chunk, treelog::ColumnBuffer& buffer) const override;

private:
    struct Part {
        std::size_t chunk = 0; ///< of the source
        std::uint32_t begin = 0;
    };

    [[nodiscard]] rata::Result<treelog::ColumnView> part_of(std::size_t chunk,
                                                            const treelog::ColumnView& whole,
                                                            treelog::ColumnBuffer& buffer) const;

    const treelog::TreeSource& source_;
    std::vector<treelog::TreeInfo> trees_;
    std::vector<treelog::ChunkInfo> chunks_{};
    std::vector<Part> parts_{};
};

} // namespace gtql::test
