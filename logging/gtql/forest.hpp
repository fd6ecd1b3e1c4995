// The nodes of a log in memory, row by row in post-order, tree behind tree: the columns that
// queries need, and the structure of the trees, each part loaded or derived when it is first asked
// for. Prepared by one thread; then any number may read. Rows are numbered through all trees.
#pragma once

#include "logging/gtql/bound.hpp"
#include "logging/treelog/tree_source.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace gtql {

using Row = std::uint32_t;
/// No node: what lies behind the root, or beside an only child.
inline constexpr Row kNoRow = UINT32_MAX;

/// Which trees of a log are looked at. What is left open does not restrict.
struct TreeFilter {
    std::optional<std::uint32_t> tree{}; ///< $tree, from 1
    std::optional<std::uint32_t> iteration{};
    std::optional<std::uint32_t> thread{};
    bool last_iteration = false; ///< of each search in each stream
};

struct TreeRows {
    Row begin = 0;
    Row end = 0;
    std::uint32_t number = 0; ///< $tree
    std::uint32_t iteration = 0;
    std::uint32_t thread = 0;
    std::size_t source_tree = 0; ///< in the source's list
};

/// One column of all rows. Values behind the last row, up to a multiple of 64, can be read.
struct RowColumn {
    treelog::ElementType type = treelog::ElementType::U8;
    treelog::AlignedBytes values{};
    std::vector<std::uint64_t> validity{}; ///< empty if no value is missing
    bool is_loaded = false;

    template <typename T>
    [[nodiscard]] const T* as() const {
        return reinterpret_cast<const T*>(values.data());
    }
    /// Any type as a number, one at a time.
    [[nodiscard]] std::int64_t at(Row row) const {
        return treelog::visit_type(
            type, [this, row]<typename T>(T*) { return treelog::as_number(as<T>()[row]); });
    }
    [[nodiscard]] bool is_valid(Row row) const {
        return validity.empty() || (validity[row / 64] >> (row % 64) & 1) != 0;
    }
};

/// The columns of structure that are derived rather than loaded.
enum class Derived { Parent, Next, Index, Arity, Height, FullSize, SameKey };

class Forest {
public:
    /// Looks at the list of trees only. The source outlives the forest.
    [[nodiscard]] static rata::Result<Forest> open(const treelog::TreeSource& source,
                                                   const TreeFilter& filter = {});

    [[nodiscard]] Row rows() const { return rows_; }
    [[nodiscard]] std::span<const TreeRows> trees() const { return trees_; }
    [[nodiscard]] const treelog::Schema& schema() const { return source_->schema(); }
    [[nodiscard]] const treelog::TreeSource& source() const { return *source_; }

    /// The chunks that the rows come from, by their number in the source.
    [[nodiscard]] std::vector<std::size_t> chunks() const;

    /// Loads what the expression reads. An error comes from the source: a damaged chunk.
    [[nodiscard]] rata::Result<void> prepare(const BoundExpression& expression);
    [[nodiscard]] rata::Result<void> load_attribute(std::size_t attribute);
    /// Levels and sizes.
    [[nodiscard]] rata::Result<void> load_shape();
    [[nodiscard]] rata::Result<void> derive(Derived derived);

    // What follows needs what it reads to be prepared.

    [[nodiscard]] const RowColumn& attribute(std::size_t attribute) const {
        return attributes_[attribute];
    }
    [[nodiscard]] const std::uint16_t* levels() const { return levels_.as<std::uint16_t>(); }
    [[nodiscard]] const std::uint32_t* sizes() const { return sizes_.as<std::uint32_t>(); }
    [[nodiscard]] const std::uint32_t* full_sizes() const {
        return has_skipped_ ? full_sizes_.data() : sizes();
    }
    [[nodiscard]] const Row* parents() const { return parents_.data(); }
    [[nodiscard]] const Row* nexts() const { return nexts_.data(); }
    [[nodiscard]] const std::uint32_t* indices() const { return indices_.data(); }
    [[nodiscard]] const std::uint32_t* arities() const { return arities_.data(); }
    [[nodiscard]] const std::uint16_t* heights() const { return heights_.data(); }
    [[nodiscard]] const RowColumn& skipped() const { return skipped_; }
    [[nodiscard]] const RowColumn& aborted() const { return aborted_; }
    /// All rows that have the key of this row in its tree, itself included; empty without a key.
    [[nodiscard]] std::span<const Row> same_key(Row row) const;

    [[nodiscard]] const TreeRows& tree_of(Row row) const;
    /// The stream that searched the node; a grafted subtree keeps its own.
    [[nodiscard]] std::int64_t thread_of(Row row) const { return tree_of(row).thread; }
    [[nodiscard]] std::uint16_t max_level() const { return max_level_; }
    [[nodiscard]] bool is_shape_loaded() const { return sizes_.is_loaded; }

    /// The first row of the subtree.
    [[nodiscard]] Row first_of_subtree(Row row) const { return row + 1 - sizes()[row]; }
    [[nodiscard]] Row previous(Row row) const {
        const std::uint32_t size = sizes()[row];
        if (levels()[row] == 0 || size > row) return kNoRow;
        const Row before = row - size;
        return levels()[before] == levels()[row] ? before : kNoRow;
    }
    /// Numbers that are known without loading: $id, $post, and the tree's own.
    [[nodiscard]] std::int64_t preorder(Row row) const {
        const TreeRows& tree = tree_of(row);
        return std::int64_t{row} - tree.begin - sizes()[row] + 2 + levels()[row];
    }

private:
    struct Piece {
        std::size_t chunk = 0;
        Row begin = 0;
        Row count = 0;
    };

    Forest() = default;
    [[nodiscard]] rata::Result<void> load(treelog::ColumnId id, treelog::ElementType type,
                                          RowColumn& column);
    [[nodiscard]] bool has_consistent_sizes() const;
    void derive_sizes();
    void derive_parents();
    void derive_indices();
    void derive_arities();
    void derive_heights();
    void derive_full_sizes();
    void derive_same_key(std::size_t key);

    const treelog::TreeSource* source_ = nullptr;
    std::vector<TreeRows> trees_{};
    std::vector<Piece> pieces_{};
    Row rows_ = 0;
    std::uint16_t max_level_ = 0;
    bool has_skipped_ = false;
    std::vector<RowColumn> attributes_{};
    RowColumn levels_{};
    RowColumn sizes_{};
    RowColumn skipped_{};
    RowColumn aborted_{};
    std::vector<Row> parents_{};
    std::vector<Row> nexts_{};
    std::vector<std::uint32_t> indices_{};
    std::vector<std::uint32_t> arities_{};
    std::vector<std::uint16_t> heights_{};
    std::vector<std::uint32_t> full_sizes_{};
    std::vector<Row> by_key_{};              ///< rows with a key, by tree, then key, then row
    std::vector<std::uint32_t> key_group_{}; ///< of each row: where its key begins in by_key_
    std::vector<std::uint32_t> key_count_{}; ///< by position in by_key_, at the begin of a key
};

} // namespace gtql
