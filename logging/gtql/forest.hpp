// The nodes of a log in memory, row by row in post-order, tree behind tree: the columns that
// queries need, and the structure of the trees, each part loaded or derived when it is first asked
// for. Prepared by one thread; then any number may read. Rows are numbered through all trees.
//
// Of a tree that has lost nodes the rest is one, too: the parent of a node is the first behind it
// that is higher up, however much. Whatever has no parent has no siblings.
//
// A window is a forest of one chunk that moves along the log, for logs that do not fit into memory.
// It knows of what lies before it only the siblings that still wait for their parent.
#pragma once

#include "engine/base/thread_crew.hpp"
#include "logging/gtql/bound.hpp"
#include "logging/gtql/level_drop.hpp"
#include "logging/gtql/subtree_sizes.hpp"
#include "logging/treelog/iterations.hpp"
#include "logging/treelog/linked_trees.hpp"
#include "logging/treelog/tree_source.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace gtql {

/// Which trees of a log are looked at. What is left open does not restrict.
struct TreeFilter {
    std::optional<std::uint32_t> tree{}; ///< $tree, from 1
    std::optional<std::uint32_t> iteration{};
    std::optional<std::uint32_t> thread{};
    /// One iteration of each search in each stream; see treelog::chosen_iterations.
    std::optional<treelog::IterationChoice> of_search{};
};

struct TreeRows {
    Row begin = 0;
    Row end = 0;
    std::uint32_t number = 0; ///< $tree
    std::uint32_t iteration = 0;
    std::uint32_t thread = 0;
    std::size_t source_tree = 0; ///< in the source's list
    /// Of the row `begin` in the tree: not 0 if a window shows a later part of it.
    std::uint64_t first_position = 0;
};

/// One column of all rows. Values behind the last row, up to a multiple of 64, can be read.
struct RowColumn {
    treelog::ElementType type = treelog::ElementType::U8;
    RowMemory values{};
    std::vector<std::uint64_t> validity{}; ///< empty if no value is missing
    std::int64_t null_value = 0;           ///< of those that are missing, if any are
    bool is_loaded = false;

    template <typename T>
    [[nodiscard]] const T* as() const {
        return values.as<T>();
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
    /// Looks at the list of trees only, and at nodes that others are linked to: a linked tree is a
    /// part of the tree that it hangs on, as its nodes are in every query. The source outlives the
    /// forest.
    [[nodiscard]] static rata::Result<Forest> open(const treelog::TreeSource& given,
                                                   const TreeFilter& filter = {});

    [[nodiscard]] Row rows() const { return rows_; }
    [[nodiscard]] std::span<const TreeRows> trees() const { return trees_; }
    [[nodiscard]] const treelog::Schema& schema() const { return source_->schema(); }
    [[nodiscard]] const treelog::TreeSource& source() const { return *source_; }

    /// The chunks that the rows come from, by their number in the source.
    [[nodiscard]] std::vector<std::size_t> chunks() const;
    /// Of the whole log, even in a window.
    [[nodiscard]] bool has_several_trees() const { return has_several_trees_; }
    [[nodiscard]] bool has_skipped() const { return has_skipped_; }
    /// Whether one of the trees has lost nodes, or was never finished, so that levels alone do not
    /// tell siblings: then parents are derived for whoever looks for them.
    [[nodiscard]] bool is_damaged() const { return is_damaged_; }

    /// A window onto this forest, which outlives it. It shows nothing before move_to().
    [[nodiscard]] Forest window() const;
    [[nodiscard]] std::size_t window_count() const { return pieces_.size(); }
    /// Goes on to the next window, or to the first one. Everything must be prepared anew.
    void move_to(std::size_t window);
    [[nodiscard]] bool is_window() const { return whole_ != nullptr; }

    /// Who helps to load columns from now on: nobody, or a crew that outlives its use.
    void set_crew(rata::ThreadCrew* crew) { crew_ = crew; }
    [[nodiscard]] rata::ThreadCrew* crew() const { return crew_; }

    /// Loads what the expression reads. An error comes from the source: a damaged chunk.
    [[nodiscard]] rata::Result<void> prepare(const BoundExpression& expression);
    [[nodiscard]] rata::Result<void> load_attribute(std::size_t attribute);
    [[nodiscard]] rata::Result<void> load_sizes();
    [[nodiscard]] rata::Result<void> load_levels();
    /// Both.
    [[nodiscard]] rata::Result<void> load_shape();
    [[nodiscard]] rata::Result<void> derive(Derived derived);

    // What follows needs what it reads to be prepared.

    [[nodiscard]] const RowColumn& attribute(std::size_t attribute) const {
        return attributes_[attribute];
    }
    [[nodiscard]] const std::uint16_t* levels() const { return levels_.as<std::uint16_t>(); }
    [[nodiscard]] const SubtreeSizes& sizes() const { return sizes_; }
    /// With what filters kept out of the log.
    [[nodiscard]] std::uint32_t full_size(Row row) const {
        return has_skipped_ ? full_sizes()[row] : sizes_[row];
    }
    /// Only if anything was kept out.
    [[nodiscard]] const std::uint32_t* full_sizes() const {
        return full_sizes_.as<std::uint32_t>();
    }
    [[nodiscard]] const Row* parents() const { return parents_.as<Row>(); }
    [[nodiscard]] const Row* nexts() const { return nexts_.as<Row>(); }
    [[nodiscard]] const std::uint32_t* indices() const { return indices_.as<std::uint32_t>(); }
    [[nodiscard]] const std::uint32_t* arities() const { return arities_.as<std::uint32_t>(); }
    [[nodiscard]] const std::uint16_t* heights() const { return heights_.as<std::uint16_t>(); }
    [[nodiscard]] const RowColumn& skipped() const { return skipped_; }
    [[nodiscard]] const RowColumn& aborted() const { return aborted_; }
    /// All rows that have the key of this row in its tree, itself included; empty without a key.
    [[nodiscard]] std::span<const Row> same_key(Row row) const;

    /// From the root of the tree to the node, both included. Levels suffice, where it is for a few.
    [[nodiscard]] std::vector<Row> way_to(Row row) const;

    [[nodiscard]] const TreeRows& tree_of(Row row) const;
    /// The stream that searched the node, which a linked subtree keeps.
    [[nodiscard]] std::int64_t thread_of(Row row) const;
    [[nodiscard]] std::uint16_t max_level() const { return max_level_; }

    /// The first row of the subtree.
    [[nodiscard]] Row first_of_subtree(Row row) const { return row + 1 - sizes()[row]; }
    [[nodiscard]] Row previous(Row row) const {
        const std::uint32_t size = sizes()[row];
        if (levels()[row] == 0) return kNoRow;
        if (size > row) return sibling_before_window(levels()[row]);
        const Row before = row - size;
        const bool are_siblings =
            is_damaged_ ? have_same_parent(before, row) : levels()[before] == levels()[row];
        return are_siblings ? before : kNoRow;
    }
    /// Numbers that are known without loading: $id, $post, and the tree's own.
    [[nodiscard]] std::int64_t preorder(Row row) const {
        const TreeRows& tree = tree_of(row);
        return position(tree, row) - sizes()[row] + 2 + levels()[row];
    }
    /// In its tree, from 0.
    [[nodiscard]] static std::int64_t position(const TreeRows& tree, Row row) {
        return std::int64_t{row} - tree.begin + static_cast<std::int64_t>(tree.first_position);
    }

private:
    struct Piece {
        std::size_t chunk = 0;
        Row begin = 0;
        Row count = 0;
        std::size_t tree = 0; ///< index into trees_
    };
    /// A node before the window that waits for its parent: what may be asked of it there.
    struct Sibling {
        bool exists = false;
        std::uint32_t size = 0;
        std::vector<std::optional<std::int64_t>> values{}; ///< by attribute
    };
    /// Where a window keeps the sibling of level l: at this row + l, behind all that it shows.
    static constexpr Row kSiblingRow = treelog::kChunkNodes + 64;

    /// Of a node that an expression is evaluated for: whether whoever visits it knows the sibling
    /// before, or levels have to tell.
    enum class SiblingBefore { Known, LookedUp };

    Forest() = default;
    [[nodiscard]] rata::Result<void> prepare(const BoundExpression& expression,
                                             SiblingBefore before);
    [[nodiscard]] rata::Result<void> prepare_structure(Structure structure);
    template <typename Action>
    [[nodiscard]] rata::Result<void> for_pieces(Action action);
    [[nodiscard]] rata::Result<void> load(treelog::ColumnId id, treelog::ElementType type,
                                          RowColumn& column);
    [[nodiscard]] rata::Result<bool> load_stored_sizes();
    [[nodiscard]] bool are_trees_whole() const;
    [[nodiscard]] bool can_miss_values(treelog::ColumnId id) const;
    [[nodiscard]] Row reserved_rows() const;
    [[nodiscard]] rata::Error damaged_window(std::string_view what) const;
    void keep_siblings();
    void show_siblings(std::size_t attribute);
    void show_sibling_shapes();
    [[nodiscard]] Row sibling_before_window(std::size_t level) const {
        return level < siblings_.size() && siblings_[level].exists
                   ? kSiblingRow + static_cast<Row>(level)
                   : kNoRow;
    }
    [[nodiscard]] bool have_same_parent(Row before, Row row) const {
        return parents()[row] != kNoRow && parents()[before] == parents()[row];
    }
    [[nodiscard]] bool has_consistent_sizes() const;
    [[nodiscard]] rata::Result<void> reserve_derived(RowMemory& memory, std::size_t width) const;
    [[nodiscard]] rata::Result<void> derive_sizes();
    [[nodiscard]] rata::Result<void> derive_parents();
    void link_siblings();
    [[nodiscard]] rata::Result<void> derive_indices();
    [[nodiscard]] rata::Result<void> derive_arities();
    [[nodiscard]] rata::Result<void> derive_heights();
    [[nodiscard]] rata::Result<void> derive_full_sizes();
    void derive_same_key(std::size_t key);

    std::shared_ptr<const treelog::LinkedTrees> linked_{}; ///< the source, if any trees are
    const treelog::TreeSource* source_ = nullptr;
    std::vector<TreeRows> trees_{};
    std::vector<Piece> pieces_{};
    Row rows_ = 0;
    std::uint16_t max_level_ = 0;
    bool has_skipped_ = false;
    bool has_several_trees_ = false;
    bool is_damaged_ = false;
    rata::ThreadCrew* crew_ = nullptr;
    /// Of the one thread, for all columns: windows would take new memory all the time.
    std::shared_ptr<treelog::ColumnBuffer> buffer_ = std::make_shared<treelog::ColumnBuffer>();
    const Forest* whole_ = nullptr;              ///< of a window
    std::vector<Sibling> siblings_{};            ///< of a window, by level
    std::vector<std::uint32_t> waiting_sizes_{}; ///< of a damaged tree, by level
    LevelDrop drop_{};                           ///< where they are
    std::vector<RowColumn> attributes_{};
    RowColumn levels_{};
    SubtreeSizes sizes_{};
    bool has_sizes_ = false;
    RowColumn skipped_{};
    RowColumn aborted_{};
    RowMemory parents_{};
    RowMemory nexts_{};
    RowMemory indices_{};
    RowMemory arities_{};
    RowMemory heights_{};
    RowMemory full_sizes_{};
    std::vector<Row> by_key_{};              ///< rows with a key, by tree, then key, then row
    std::vector<std::uint32_t> key_group_{}; ///< of each row: where its key begins in by_key_
    std::vector<std::uint32_t> key_count_{}; ///< by position in by_key_, at the begin of a key
};

} // namespace gtql
