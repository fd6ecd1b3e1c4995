// Where logged trees are read from, whether a file or memory. It is a flat list of trees, each a
// list of chunks of at most kChunkNodes nodes in post-order: children before their parent, in the
// order in which they were searched, which is all that links them. With p the position of a node in
// its tree (from 0) and s and l its size and level:
//   descendants  p-s+1 ... p-1        last child  p-1, if s > 1
//   sibling before c                  c - size(c), if that is at the same level
//   position in pre-order (from 0)    p - s + 1 + l - (nodes of earlier roots are included)
// A tree may have several roots, at level 0: then it is a forest.
//
// Const calls may be made from several threads at once, each with its own ColumnBuffer.
#pragma once

#include "logging/treelog/column.hpp"

namespace treelog {

inline constexpr std::size_t kChunkNodes = std::size_t{1} << 16;

/// A node of another stream that a tree hangs on: a helper searched a subtree of it. LinkedTrees
/// shows such trees as parts of the ones that they hang on.
struct TreeLink {
    std::uint32_t stream = 0;
    std::uint32_t tree = 0; ///< which tree of that stream, from 0
    std::uint32_t node = 0; ///< in pre-order, from 0: how many nodes were logged before it in the
                            ///< order of entering; a number that no node has leads nowhere

    bool operator==(const TreeLink&) const = default;
};

/// What the logging program says of a tree when it begins.
struct TreeMark {
    std::uint32_t search = 0;    ///< number of the search; a game has one for each move
    std::uint32_t iteration = 0; ///< usually the depth of iterative deepening
    std::uint32_t line = 0;      ///< which of several best lines is looked for, from 1
    std::string label{};         ///< for instance the position at the root
    std::optional<TreeLink> link{};

    bool operator==(const TreeMark&) const = default;
};

struct TreeInfo {
    TreeMark mark{};
    std::uint32_t stream = 0;   ///< which search thread logged it
    std::uint32_t sequence = 0; ///< which tree of its stream, from 0
    std::uint64_t nodes = 0;    ///< in its chunks
    std::uint64_t skipped = 0;  ///< kept out of the log by filters, wherever they are counted
    std::uint64_t lost = 0;     ///< known to have been in chunks that are damaged
    std::size_t first_chunk = 0;
    std::size_t chunk_count = 0;
    std::uint16_t max_level = 0;
    bool is_closed = false;  ///< its end was seen; false after a crash, and for a damaged end
    bool is_aborted = false; ///< the search was stopped in it
    bool is_part = false;    ///< its nodes are shown in the tree that it is linked to

    /// Nothing is missing: sizes and levels fit together.
    [[nodiscard]] bool is_whole() const { return is_closed && lost == 0; }
};

struct ChunkInfo {
    std::size_t tree = 0;
    std::uint64_t first_position = 0; ///< of its first node in its tree
    std::uint32_t count = 0;          ///< 1 to kChunkNodes
    std::uint16_t min_level = 0;
    std::uint16_t max_level = 0;
    /// Entry l: how many nodes of level l before this chunk still wait for their parent; their
    /// subtrees may be larger. This is what a pass over levels carries from chunk to chunk, so that
    /// any chunk can be the first.
    std::vector<std::uint32_t> waiting_nodes{};
    /// Entry l: sum of the sizes of those.
    std::vector<std::uint32_t> waiting_size{};
    /// Chunks before this one are missing.
    bool follows_gap = false;
};

class TreeSource {
public:
    TreeSource() = default;
    TreeSource(const TreeSource&) = delete;
    TreeSource& operator=(const TreeSource&) = delete;
    virtual ~TreeSource() = default;

    [[nodiscard]] virtual const Schema& schema() const = 0;
    /// By stream, and within a stream in the order in which they were searched.
    [[nodiscard]] virtual std::span<const TreeInfo> trees() const = 0;
    /// Of all trees, in their order: those of a tree lie side by side.
    [[nodiscard]] virtual std::span<const ChunkInfo> chunks() const = 0;
    /// Cheap after the first call for a chunk.
    [[nodiscard]] virtual Result<ColumnStatistics> statistics(std::size_t chunk,
                                                              ColumnId column) const = 0;
    /// Which stream logged a node of a chunk: that of the tree, or of a tree that is a part of it.
    [[nodiscard]] virtual std::uint32_t stream_of(std::size_t chunk, std::uint32_t) const {
        return trees()[chunks()[chunk].tree].stream;
    }
    /// The values of a column. The view borrows from the source or from the buffer, and ends with
    /// the next use of the buffer. A damaged chunk is an Error of code Corrupt.
    [[nodiscard]] virtual Result<ColumnView> column(std::size_t chunk, ColumnId column,
                                                    ColumnBuffer& buffer) const = 0;
    /// The chunk will not be asked for again soon, and no view of it is in use: a file need not
    /// stay in memory behind whoever goes through it once.
    virtual void release(std::size_t) const {}
    /// The column of sizes in two parts, which may be much cheaper.
    [[nodiscard]] virtual Result<SizesView> sizes(std::size_t chunk,
                                                  ColumnBuffer& buffer) const = 0;
};

} // namespace treelog
