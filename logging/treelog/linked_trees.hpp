// A log in which helpers searched subtrees in trees of their own, as if whoever had the node had
// searched them: a tree with a link follows, with all its roots, the last child of the node that it
// is linked to. Nothing is copied before it is asked for. See TreeLink.
//
// A tree stays alone where its link leads nowhere: the node was not logged, its tree never ended
// there, it is lost, or links go in a circle. So it does where it would lie too deep.
#pragma once

#include "logging/treelog/tree_source.hpp"

#include <memory>
#include <mutex>

namespace treelog {

[[nodiscard]] bool has_links(const TreeSource& source);

class LinkedTrees final : public TreeSource {
public:
    /// The source outlives this. Trees keep their places in the list; those that have become parts
    /// of others have no nodes there.
    explicit LinkedTrees(const TreeSource& source);
    ~LinkedTrees() override;

    [[nodiscard]] const Schema& schema() const override { return source_.schema(); }
    [[nodiscard]] std::span<const TreeInfo> trees() const override { return trees_; }
    [[nodiscard]] std::span<const ChunkInfo> chunks() const override { return chunks_; }
    [[nodiscard]] std::uint32_t stream_of(std::size_t chunk, std::uint32_t place) const override;
    [[nodiscard]] Result<ColumnStatistics> statistics(std::size_t chunk,
                                                      ColumnId column) const override;
    [[nodiscard]] Result<ColumnView> column(std::size_t chunk, ColumnId column,
                                            ColumnBuffer& buffer) const override;
    void release(std::size_t chunk) const override;
    [[nodiscard]] Result<SizesView> sizes(std::size_t chunk, ColumnBuffer& buffer) const override;

private:
    class Joining;
    /// Rows of one chunk of the source that lie side by side here, too.
    struct Segment {
        std::size_t chunk = 0; ///< of the source
        std::uint32_t first = 0;
        std::uint32_t count = 0;
        std::uint32_t place = 0; ///< of the first row in the chunk that it is part of here
        std::uint16_t levels_down = 0;
        std::uint32_t stream = 0;
    };
    struct Composition {
        std::vector<Segment> segments{};
        std::vector<std::optional<ColumnStatistics>> statistics{}; ///< by place, once asked for
    };

    [[nodiscard]] bool is_as_in_source(std::size_t chunk) const;
    [[nodiscard]] Result<ColumnView> stored_column(std::size_t chunk, ColumnId column,
                                                   ColumnBuffer& buffer) const;
    [[nodiscard]] Result<ColumnView> derived_sizes(std::size_t chunk, ColumnBuffer& buffer) const;
    void add_validity(std::size_t chunk, ColumnId column, ColumnView& view,
                      ColumnBuffer& buffer) const;

    const TreeSource& source_;
    std::vector<TreeInfo> trees_{};
    std::vector<ChunkInfo> chunks_{};
    mutable std::vector<Composition> compositions_{}; ///< of each chunk
    mutable std::mutex mutex_{};                      ///< for the statistics
};

} // namespace treelog
