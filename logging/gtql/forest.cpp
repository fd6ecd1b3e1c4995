#include "logging/gtql/forest.hpp"

#include "logging/gtql/name_table.hpp"
#include "logging/gtql/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <utility>

namespace gtql {

namespace {

bool is_wanted(const treelog::TreeInfo& tree, std::uint32_t number, const TreeFilter& filter) {
    return (!filter.tree || *filter.tree == number) &&
           (!filter.iteration || *filter.iteration == tree.mark.iteration) &&
           (!filter.thread || *filter.thread == tree.stream);
}

/// Whether the same stream goes on to another iteration of the same search.
bool is_superseded(std::span<const treelog::TreeInfo> trees, std::size_t index) {
    const treelog::TreeInfo& tree = trees[index];
    for (std::size_t i = index + 1; i < trees.size(); ++i) {
        const treelog::TreeInfo& other = trees[i];
        if (other.stream != tree.stream || other.mark.search != tree.mark.search) return false;
        if (other.mark.iteration > tree.mark.iteration) return true;
    }
    return false;
}

/// Not a column of a source, but one that it computes.
constexpr treelog::ColumnId kSmallSizes{0xFFFF};

std::size_t words_for(Row rows) { return (std::size_t{rows} + 63) / 64; }

/// Sets `count` bits from the position `at` on as they are in the source; a null source means all
/// ones. The bits were zero. Neighbouring pieces share words, and are copied at the same time.
void copy_bits(std::vector<std::uint64_t>& words, Row at, const std::uint64_t* source,
               std::size_t count) {
    const unsigned shift = at % 64;
    const auto add = [&words](std::size_t word, std::uint64_t bits) {
        std::atomic_ref<std::uint64_t>(words[word]).fetch_or(bits, std::memory_order_relaxed);
    };
    for (std::size_t i = 0; i * 64 < count; ++i) {
        const std::size_t left = count - i * 64;
        std::uint64_t bits = source != nullptr ? source[i] : ~std::uint64_t{0};
        if (left < 64) bits &= (std::uint64_t{1} << left) - 1;
        const std::size_t word = at / 64 + i;
        add(word, bits << shift);
        if (shift != 0 && bits >> (64 - shift) != 0) add(word + 1, bits >> (64 - shift));
    }
}

/// One pass in post-order with a number for each level: close(row, below, own) gets what the
/// children of the row left behind, and what waits at its own level.
template <typename T, typename Close>
void close_levels(const Forest& forest, Close close) {
    const std::uint16_t* levels = forest.levels();
    std::vector<T> waiting(std::size_t{forest.max_level()} + 2);
    for (const TreeRows& tree : forest.trees()) {
        std::fill(waiting.begin(), waiting.end(), T{});
        for (Row row = tree.begin; row < tree.end; ++row) {
            const std::size_t level = levels[row];
            close(row, std::exchange(waiting[level + 1], T{}), waiting[level]);
        }
    }
}

} // namespace

rata::Result<Forest> Forest::open(const treelog::TreeSource& source, const TreeFilter& filter) {
    Forest forest;
    forest.source_ = &source;
    std::uint64_t rows = 0;
    const auto trees = source.trees();
    for (std::size_t i = 0; i < trees.size(); ++i) {
        const treelog::TreeInfo& tree = trees[i];
        const auto number = static_cast<std::uint32_t>(i + 1);
        if (!is_wanted(tree, number, filter)) continue;
        if (filter.last_iteration && is_superseded(trees, i)) continue;
        const auto begin = static_cast<Row>(rows);
        for (std::size_t c = 0; c < tree.chunk_count; ++c) {
            const treelog::ChunkInfo& chunk = source.chunks()[tree.first_chunk + c];
            forest.pieces_.push_back(
                {tree.first_chunk + c, static_cast<Row>(rows), chunk.count, forest.trees_.size()});
            forest.max_level_ = std::max(forest.max_level_, chunk.max_level);
            rows += chunk.count;
            if (rows >= kNoRow)
                return rata::Error{rata::ErrorCode::Range,
                                   "the log has more than 2^32 nodes; choose some of its trees",
                                   {}};
        }
        forest.trees_.push_back(
            {begin, static_cast<Row>(rows), number, tree.mark.iteration, tree.stream, i});
        forest.has_skipped_ = forest.has_skipped_ || tree.skipped != 0;
    }
    forest.rows_ = static_cast<Row>(rows);
    forest.has_several_trees_ = forest.trees_.size() > 1;
    forest.attributes_.resize(source.schema().attributes.size());
    return forest;
}

std::vector<std::size_t> Forest::chunks() const {
    std::vector<std::size_t> chunks;
    for (const Piece& piece : pieces_) chunks.push_back(piece.chunk);
    return chunks;
}

/// Behind the rows there is room for a vector loop to overrun, and in a window for siblings.
Row Forest::reserved_rows() const {
    if (!is_window()) return rows_ + 64;
    return kSiblingRow + max_level_ + 64U;
}

bool Forest::can_miss_values(treelog::ColumnId id) const {
    return treelog::is_attribute(id) &&
           schema().attributes[static_cast<std::size_t>(id)].null_value.has_value();
}

rata::Result<void> Forest::load(treelog::ColumnId id, treelog::ElementType type,
                                RowColumn& column) {
    if (column.is_loaded) return {};
    const std::size_t width = treelog::width(type);
    column.type = type;
    if (auto reserved = column.values.reserve(reserved_rows() * width); !reserved) return reserved;
    if (can_miss_values(id)) {
        column.validity.assign(words_for(reserved_rows()) + 1, 0);
        column.null_value = *schema().attributes[static_cast<std::size_t>(id)].null_value;
    }
    std::atomic<bool> misses_some{false};
    std::mutex mutex;
    std::optional<rata::Error> failure;
    run_pieces(threads_, pieces_.size(), [&] {
        const auto buffer = threads_ == 1 ? buffer_ : std::make_shared<treelog::ColumnBuffer>();
        return [&, buffer](std::size_t piece) {
            const auto is_complete = load_piece(pieces_[piece], id, *buffer, column);
            if (is_complete && !*is_complete) misses_some = true;
            if (is_complete) return;
            const std::scoped_lock lock(mutex);
            if (!failure) failure = is_complete.error();
        };
    });
    if (failure) return *failure;
    if (!misses_some && !is_window()) column.validity.clear();
    std::memset(column.values.as<std::byte>() + std::size_t{rows_} * width, 0, 64 * width);
    column.is_loaded = true;
    return {};
}

/// Whether no value of it is missing.
rata::Result<bool> Forest::load_piece(const Piece& piece, treelog::ColumnId id,
                                      treelog::ColumnBuffer& buffer, RowColumn& column) {
    const auto view = id == kSmallSizes ? source_->small_sizes(piece.chunk, buffer)
                                        : source_->column(piece.chunk, id, buffer);
    if (!view) return view.error();
    const std::size_t width = treelog::width(column.type);
    std::memcpy(column.values.as<std::byte>() + piece.begin * width, view->data,
                piece.count * width);
    if (can_miss_values(id)) copy_bits(column.validity, piece.begin, view->validity, piece.count);
    return view->validity == nullptr;
}

rata::Result<void> Forest::load_attribute(std::size_t attribute) {
    RowColumn& column = attributes_[attribute];
    if (column.is_loaded) return {};
    auto loaded =
        load(treelog::attribute_column(attribute), schema().attributes[attribute].type, column);
    if (loaded) show_siblings(attribute);
    return loaded;
}

rata::Result<void> Forest::load_shape() {
    if (is_shape_loaded()) return {};
    if (auto loaded = load(treelog::ColumnId::Level, treelog::ElementType::U16, levels_); !loaded)
        return loaded;
    // The chunks' own word for it is not trusted: arrays are indexed by levels.
    const std::uint16_t* levels = this->levels();
    const std::span<const std::uint16_t> all_levels(levels, rows_);
    std::uint16_t deepest = 0;
    for (const std::uint16_t level : all_levels) deepest = std::max(deepest, level);
    if (is_window() && deepest > max_level_) return damaged_window("a level");
    max_level_ = std::max(max_level_, deepest);
    if (auto loaded = load(treelog::ColumnId::Size, treelog::ElementType::U32, sizes_); !loaded)
        return loaded;
    if (!has_consistent_sizes()) {
        const bool is_whole = source_->trees()[trees_.front().source_tree].is_whole();
        if (is_window() && is_whole) return damaged_window("a size");
        derive_sizes();
    }
    show_sibling_shapes();
    return {};
}

rata::Error Forest::damaged_window(std::string_view what) const {
    return {rata::ErrorCode::Corrupt,
            "chunk " + std::to_string(pieces_.front().chunk) + " has " + std::string(what) +
                " that does not fit its tree",
            {}};
}

rata::Result<void> Forest::load_small_sizes() {
    if (small_sizes_.is_loaded) return {};
    // Sizes of a damaged tree are not those that were written.
    const bool is_whole = std::all_of(trees_.begin(), trees_.end(), [this](const TreeRows& tree) {
        return source_->trees()[tree.source_tree].is_whole();
    });
    if (!is_whole || is_shape_loaded()) {
        if (auto loaded = load_shape(); !loaded) return loaded;
        return cut_sizes();
    }
    return load(kSmallSizes, treelog::ElementType::U8, small_sizes_);
}

rata::Result<void> Forest::cut_sizes() {
    small_sizes_.type = treelog::ElementType::U8;
    if (auto reserved = small_sizes_.values.reserve(reserved_rows()); !reserved) return reserved;
    auto* small = small_sizes_.values.as<std::uint8_t>();
    const std::uint32_t* sizes = this->sizes();
    for (std::size_t row = 0; row < rows_ + std::size_t{64}; ++row)
        small[row] = static_cast<std::uint8_t>(std::min(sizes[row], 255U));
    small_sizes_.is_loaded = true;
    return {};
}

/// Whether no size reaches beyond the begin of its tree, which is what keeps every walk inside. A
/// log with lost chunks has sizes that do.
bool Forest::has_consistent_sizes() const {
    const std::uint32_t* sizes = this->sizes();
    for (const TreeRows& tree : trees_) {
        if (!source_->trees()[tree.source_tree].is_whole()) return false;
        std::uint32_t bad = 0;
        const auto before = static_cast<std::uint32_t>(tree.first_position);
        for (Row row = tree.begin; row < tree.end; ++row)
            bad |= std::uint32_t{sizes[row] - 1U > row - tree.begin + before};
        if (bad != 0) return false;
    }
    return true;
}

void Forest::derive_sizes() {
    auto* sizes = sizes_.values.as<std::uint32_t>();
    const std::uint16_t* levels = this->levels();
    std::vector<std::uint32_t>& waiting = waiting_sizes_;
    waiting.resize(std::size_t{max_level_} + 2);
    for (const TreeRows& tree : trees_) {
        if (tree.first_position == 0) std::fill(waiting.begin(), waiting.end(), 0U);
        for (Row row = tree.begin; row < tree.end; ++row) {
            const std::size_t level = levels[row];
            sizes[row] = waiting[level + 1] + 1;
            waiting[level + 1] = 0;
            waiting[level] += sizes[row];
        }
    }
}

// ---- windows

Forest Forest::window() const {
    Forest window;
    window.source_ = source_;
    window.whole_ = this;
    window.max_level_ = max_level_;
    window.has_skipped_ = has_skipped_;
    window.has_several_trees_ = has_several_trees_;
    window.attributes_.resize(attributes_.size());
    window.siblings_.resize(std::size_t{max_level_} + 1);
    return window;
}

void Forest::move_to(std::size_t window) {
    const Piece& piece = whole_->pieces_[window];
    TreeRows tree = whole_->trees_[piece.tree];
    const Row before = piece.begin - tree.begin;
    if (before == 0)
        for (Sibling& sibling : siblings_) sibling.exists = false;
    else if (is_shape_loaded())
        keep_siblings();
    tree.begin = 0;
    tree.end = piece.count;
    tree.first_position = before;
    for (const Piece& behind : pieces_) source_->release(behind.chunk);
    trees_ = {tree};
    pieces_ = {{piece.chunk, 0, piece.count, 0}};
    rows_ = piece.count;
    for (RowColumn& column : attributes_) column.is_loaded = false;
    for (RowColumn* column : {&levels_, &sizes_, &small_sizes_, &skipped_, &aborted_})
        column->is_loaded = false;
}

/// Looks back for the last node of each level behind which no higher one came. The siblings of an
/// earlier window wait on where none of its levels has been reached.
void Forest::keep_siblings() {
    const std::uint16_t* levels = this->levels();
    std::size_t open = siblings_.size(); // levels from here on are decided
    for (Row row = rows_; row-- > 0 && open > 0;) {
        const std::size_t level = levels[row];
        if (level >= open) continue;
        for (std::size_t each = level + 1; each < open; ++each) siblings_[each].exists = false;
        Sibling& sibling = siblings_[level];
        sibling = {true, sizes()[row], {}};
        for (const RowColumn& column : attributes_) {
            const bool is_known = column.is_loaded && column.is_valid(row);
            sibling.values.push_back(is_known ? std::optional(column.at(row)) : std::nullopt);
        }
        open = level;
    }
}

void Forest::show_siblings(std::size_t attribute) {
    RowColumn& column = attributes_[attribute];
    for (std::size_t level = 0; level < siblings_.size(); ++level) {
        if (!siblings_[level].exists) continue;
        const auto& value = siblings_[level].values[attribute];
        const Row row = kSiblingRow + static_cast<Row>(level);
        treelog::visit_type(column.type, [&]<typename T>(T*) {
            column.values.as<T>()[row] = static_cast<T>(value.value_or(column.null_value));
        });
        if (value && !column.validity.empty())
            column.validity[row / 64] |= std::uint64_t{1} << (row % 64);
    }
}

void Forest::show_sibling_shapes() {
    for (std::size_t level = 0; level < siblings_.size(); ++level) {
        const Row row = kSiblingRow + static_cast<Row>(level);
        levels_.values.as<std::uint16_t>()[row] = static_cast<std::uint16_t>(level);
        sizes_.values.as<std::uint32_t>()[row] = siblings_[level].size;
    }
}

const TreeRows& Forest::tree_of(Row row) const {
    const auto after =
        std::upper_bound(trees_.begin(), trees_.end(), row,
                         [](Row wanted, const TreeRows& tree) { return wanted < tree.end; });
    return *after;
}

rata::Result<void> Forest::derive(Derived derived) {
    if (auto loaded = load_shape(); !loaded) return loaded;
    switch (derived) {
    case Derived::Parent:
    case Derived::Next: return parents_.empty() ? derive_parents() : rata::Result<void>{};
    case Derived::Index: return indices_.empty() ? derive_indices() : rata::Result<void>{};
    case Derived::Arity: return arities_.empty() ? derive_arities() : rata::Result<void>{};
    case Derived::Height: return heights_.empty() ? derive_heights() : rata::Result<void>{};
    case Derived::FullSize:
        if (!has_skipped_ || !full_sizes_.empty()) return {};
        if (auto loaded = load(treelog::ColumnId::Skipped, treelog::ElementType::U32, skipped_);
            !loaded)
            return loaded;
        return derive_full_sizes();
    case Derived::SameKey: break;
    }
    const auto key = find_key_attribute(schema());
    if (!key || !by_key_.empty()) return {};
    if (auto loaded = load_attribute(*key); !loaded) return loaded;
    derive_same_key(*key);
    return {};
}

/// Backwards, so that parents come before their children.
rata::Result<void> Forest::derive_parents() {
    for (RowMemory* memory : {&nexts_, &parents_})
        if (auto reserved = memory->reserve((std::size_t{rows_} + 64) * sizeof(Row)); !reserved)
            return reserved;
    Row* parents = parents_.as<Row>();
    Row* nexts = nexts_.as<Row>();
    const std::uint16_t* levels = this->levels();
    std::vector<Row> at_level(std::size_t{max_level_} + 2, kNoRow);
    for (std::size_t t = trees_.size(); t-- > 0;) {
        const TreeRows& tree = trees_[t];
        std::fill(at_level.begin(), at_level.end(), kNoRow);
        for (Row row = tree.end; row-- > tree.begin;) {
            const std::size_t level = levels[row];
            const Row after = at_level[level];
            const Row parent = level > 0 ? at_level[level - 1] : kNoRow;
            // What was last seen at this level is a sibling only if the parent is the same.
            const bool has_next = after != kNoRow && parent != kNoRow && parents[after] == parent;
            parents[row] = parent;
            nexts[row] = has_next ? after : kNoRow;
            at_level[level] = row;
        }
    }
    return {};
}

rata::Result<void> Forest::derive_indices() {
    if (auto reserved = indices_.reserve((std::size_t{rows_} + 64) * sizeof(std::uint32_t));
        !reserved)
        return reserved;
    auto* indices = indices_.as<std::uint32_t>();
    for (Row row = 0; row < rows_; ++row) {
        const Row before = previous(row);
        indices[row] = before == kNoRow ? 1 : indices[before] + 1;
    }
    return {};
}

rata::Result<void> Forest::derive_arities() {
    if (auto reserved = arities_.reserve((std::size_t{rows_} + 64) * sizeof(std::uint32_t));
        !reserved)
        return reserved;
    auto* arities = arities_.as<std::uint32_t>();
    close_levels<std::uint32_t>(*this, [=](Row row, std::uint32_t below, std::uint32_t& own) {
        arities[row] = below;
        ++own;
    });
    return {};
}

rata::Result<void> Forest::derive_heights() {
    if (auto reserved = heights_.reserve((std::size_t{rows_} + 64) * sizeof(std::uint16_t));
        !reserved)
        return reserved;
    auto* heights = heights_.as<std::uint16_t>();
    // What waits is one more than the highest child; 0 if there is none.
    close_levels<std::uint16_t>(*this, [=](Row row, std::uint16_t below, std::uint16_t& own) {
        heights[row] = below;
        own = std::max(own, static_cast<std::uint16_t>(below + 1));
    });
    return {};
}

rata::Result<void> Forest::derive_full_sizes() {
    if (auto reserved = full_sizes_.reserve((std::size_t{rows_} + 64) * sizeof(std::uint32_t));
        !reserved)
        return reserved;
    auto* full_sizes = full_sizes_.as<std::uint32_t>();
    const auto* skipped = skipped_.as<std::uint32_t>();
    close_levels<std::uint32_t>(*this, [=](Row row, std::uint32_t below, std::uint32_t& own) {
        full_sizes[row] = below + 1 + skipped[row];
        own += full_sizes[row];
    });
    return {};
}

void Forest::derive_same_key(std::size_t key) {
    const RowColumn& column = attributes_[key];
    std::vector<std::int64_t> keys(rows_);
    treelog::visit_type(column.type, [&]<typename T>(T*) {
        for (Row row = 0; row < rows_; ++row) keys[row] = treelog::as_number(column.as<T>()[row]);
    });
    key_group_.assign(std::size_t{rows_} + 64, kNoRow);
    for (const TreeRows& tree : trees_) {
        const auto first = static_cast<std::ptrdiff_t>(by_key_.size());
        for (Row row = tree.begin; row < tree.end; ++row)
            if (column.is_valid(row)) by_key_.push_back(row);
        std::sort(by_key_.begin() + first, by_key_.end(),
                  [&keys](Row a, Row b) { return keys[a] != keys[b] ? keys[a] < keys[b] : a < b; });
        key_count_.resize(by_key_.size());
        for (auto i = static_cast<std::size_t>(first); i < by_key_.size();) {
            std::size_t end = i;
            while (end < by_key_.size() && keys[by_key_[end]] == keys[by_key_[i]])
                key_group_[by_key_[end++]] = static_cast<std::uint32_t>(i);
            key_count_[i] = static_cast<std::uint32_t>(end - i);
            i = end;
        }
    }
}

std::span<const Row> Forest::same_key(Row row) const {
    const std::uint32_t group = key_group_[row];
    if (group == kNoRow) return {};
    return {by_key_.data() + group, key_count_[group]};
}

rata::Result<void> Forest::prepare(const BoundExpression& expression) {
    const auto derive_for = [this](std::initializer_list<Derived> all) -> rata::Result<void> {
        for (const Derived each : all)
            if (auto done = derive(each); !done) return done;
        return {};
    };
    rata::Result<void> done;
    for (const Step& step : expression.node.steps) {
        done = step.kind == StepKind::Previous ? load_shape() : derive_for({Derived::Parent});
        if (!done) return done;
    }
    if (expression.kind == BoundKind::Call) {
        done = load_shape();
        if (done && (expression.scope == Scope::Ancestor || expression.scope == Scope::Sibling))
            done = derive(Derived::Parent);
        if (done && expression.scope == Scope::SameKey) done = derive(Derived::SameKey);
    } else if (expression.kind == BoundKind::Value && expression.field.is_attribute()) {
        done = load_attribute(static_cast<std::size_t>(expression.field.attribute));
    } else if (expression.kind == BoundKind::Value) {
        switch (expression.field.structure) {
        case Structure::Arity: done = derive(Derived::Arity); break;
        case Structure::Index: done = derive(Derived::Index); break;
        case Structure::Height: done = derive(Derived::Height); break;
        case Structure::Size: done = derive_for({Derived::FullSize}); break;
        case Structure::Path: done = derive(Derived::Parent); break;
        case Structure::Aborted:
            done = load(treelog::ColumnId::Aborted, treelog::ElementType::U8, aborted_);
            break;
        case Structure::Skipped:
            done = load(treelog::ColumnId::Skipped, treelog::ElementType::U32, skipped_);
            break;
        case Structure::Iteration:
        case Structure::Thread:
        case Structure::Tree: break;
        case Structure::Id:
        case Structure::Post:
        case Structure::Level:
        case Structure::Logged:
        case Structure::Leaf: done = load_shape(); break;
        }
    }
    if (!done) return done;
    for (const BoundPtr& operand : expression.operands)
        if (done = prepare(*operand); !done) return done;
    return {};
}

} // namespace gtql
