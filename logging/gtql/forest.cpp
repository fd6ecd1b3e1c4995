#include "logging/gtql/forest.hpp"

#include "logging/gtql/name_table.hpp"

#include <algorithm>
#include <cstring>

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

std::size_t words_for(Row rows) { return (std::size_t{rows} + 63) / 64; }

/// Copies `count` bits to the position `at` of zeroed words; a null source means all ones.
void copy_bits(std::vector<std::uint64_t>& words, Row at, const std::uint64_t* source,
               std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        const bool bit = source == nullptr || (source[i / 64] >> (i % 64) & 1) != 0;
        words[(at + i) / 64] |= std::uint64_t{bit} << ((at + i) % 64);
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
            forest.pieces_.push_back({tree.first_chunk + c, static_cast<Row>(rows), chunk.count});
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
    forest.attributes_.resize(source.schema().attributes.size());
    return forest;
}

std::vector<std::size_t> Forest::chunks() const {
    std::vector<std::size_t> chunks;
    for (const Piece& piece : pieces_) chunks.push_back(piece.chunk);
    return chunks;
}

rata::Result<void> Forest::load(treelog::ColumnId id, treelog::ElementType type,
                                RowColumn& column) {
    if (column.is_loaded) return {};
    const std::size_t width = treelog::width(type);
    column.type = type;
    column.values.reserve((std::size_t{rows_} + 64) * width);
    treelog::ColumnBuffer buffer;
    for (const Piece& piece : pieces_) {
        const auto view = source_->column(piece.chunk, id, buffer);
        if (!view) return view.error();
        std::memcpy(column.values.data() + piece.begin * width, view->data, piece.count * width);
        if (view->validity != nullptr && column.validity.empty()) {
            column.validity.resize(words_for(rows_) + 1);
            copy_bits(column.validity, 0, nullptr, piece.begin);
        }
        if (!column.validity.empty())
            copy_bits(column.validity, piece.begin, view->validity, piece.count);
    }
    std::memset(column.values.data() + std::size_t{rows_} * width, 0, 64 * width);
    column.is_loaded = true;
    return {};
}

rata::Result<void> Forest::load_attribute(std::size_t attribute) {
    return load(treelog::attribute_column(attribute), schema().attributes[attribute].type,
                attributes_[attribute]);
}

rata::Result<void> Forest::load_shape() {
    if (is_shape_loaded()) return {};
    if (auto loaded = load(treelog::ColumnId::Level, treelog::ElementType::U16, levels_); !loaded)
        return loaded;
    // The chunks' own word for it is not trusted: arrays are indexed by levels.
    const std::uint16_t* levels = this->levels();
    const std::span<const std::uint16_t> all_levels(levels, rows_);
    for (const std::uint16_t level : all_levels) max_level_ = std::max(max_level_, level);
    if (auto loaded = load(treelog::ColumnId::Size, treelog::ElementType::U32, sizes_); !loaded)
        return loaded;
    if (!has_consistent_sizes()) derive_sizes();
    return {};
}

/// Whether no size reaches beyond the begin of its tree, which is what keeps every walk inside. A
/// log with lost chunks has sizes that do.
bool Forest::has_consistent_sizes() const {
    const std::uint32_t* sizes = this->sizes();
    for (const TreeRows& tree : trees_) {
        if (!source_->trees()[tree.source_tree].is_whole()) return false;
        std::uint32_t bad = 0;
        for (Row row = tree.begin; row < tree.end; ++row)
            bad |= std::uint32_t{sizes[row] - 1U > row - tree.begin};
        if (bad != 0) return false;
    }
    return true;
}

void Forest::derive_sizes() {
    auto* sizes = sizes_.values.as<std::uint32_t>();
    const std::uint16_t* levels = this->levels();
    std::vector<std::uint32_t> waiting(std::size_t{max_level_} + 2);
    for (const TreeRows& tree : trees_) {
        std::fill(waiting.begin(), waiting.end(), 0U);
        for (Row row = tree.begin; row < tree.end; ++row) {
            const std::size_t level = levels[row];
            sizes[row] = waiting[level + 1] + 1;
            waiting[level + 1] = 0;
            waiting[level] += sizes[row];
        }
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
    case Derived::Next:
        if (parents_.empty()) derive_parents();
        return {};
    case Derived::Index:
        if (indices_.empty()) derive_indices();
        return {};
    case Derived::Arity:
        if (arities_.empty()) derive_arities();
        return {};
    case Derived::Height:
        if (heights_.empty()) derive_heights();
        return {};
    case Derived::FullSize:
        if (!has_skipped_ || !full_sizes_.empty()) return {};
        if (auto loaded = load(treelog::ColumnId::Skipped, treelog::ElementType::U32, skipped_);
            !loaded)
            return loaded;
        derive_full_sizes();
        return {};
    case Derived::SameKey: break;
    }
    const auto key = find_key_attribute(schema());
    if (!key || !by_key_.empty()) return {};
    if (auto loaded = load_attribute(*key); !loaded) return loaded;
    derive_same_key(*key);
    return {};
}

/// Backwards, so that parents come before their children.
void Forest::derive_parents() {
    parents_.assign(std::size_t{rows_} + 64, kNoRow);
    nexts_.assign(std::size_t{rows_} + 64, kNoRow);
    const std::uint16_t* levels = this->levels();
    std::vector<Row> at_level(std::size_t{max_level_} + 2, kNoRow);
    for (std::size_t t = trees_.size(); t-- > 0;) {
        const TreeRows& tree = trees_[t];
        std::fill(at_level.begin(), at_level.end(), kNoRow);
        for (Row row = tree.end; row-- > tree.begin;) {
            const std::size_t level = levels[row];
            if (level > 0) {
                const Row after = at_level[level];
                const Row parent = at_level[level - 1];
                parents_[row] = parent;
                // What was last seen at this level is a sibling only if the parent is the same.
                if (after != kNoRow && parents_[after] == parent && parent != kNoRow)
                    nexts_[row] = after;
            }
            at_level[level] = row;
        }
    }
}

void Forest::derive_indices() {
    indices_.resize(std::size_t{rows_} + 64);
    for (Row row = 0; row < rows_; ++row) {
        const Row before = previous(row);
        indices_[row] = before == kNoRow ? 1 : indices_[before] + 1;
    }
}

void Forest::derive_arities() {
    arities_.resize(std::size_t{rows_} + 64);
    const std::uint16_t* levels = this->levels();
    std::vector<std::uint32_t> waiting(std::size_t{max_level_} + 2);
    for (const TreeRows& tree : trees_) {
        std::fill(waiting.begin(), waiting.end(), 0U);
        for (Row row = tree.begin; row < tree.end; ++row) {
            const std::size_t level = levels[row];
            arities_[row] = waiting[level + 1];
            waiting[level + 1] = 0;
            ++waiting[level];
        }
    }
}

void Forest::derive_heights() {
    heights_.resize(std::size_t{rows_} + 64);
    const std::uint16_t* levels = this->levels();
    // One more than the highest child that waits at a level; 0 if there is none.
    std::vector<std::uint16_t> waiting(std::size_t{max_level_} + 2);
    for (const TreeRows& tree : trees_) {
        std::fill(waiting.begin(), waiting.end(), std::uint16_t{0});
        for (Row row = tree.begin; row < tree.end; ++row) {
            const std::size_t level = levels[row];
            heights_[row] = waiting[level + 1];
            waiting[level + 1] = 0;
            waiting[level] =
                std::max(waiting[level], static_cast<std::uint16_t>(heights_[row] + 1));
        }
    }
}

void Forest::derive_full_sizes() {
    full_sizes_.resize(std::size_t{rows_} + 64);
    const std::uint16_t* levels = this->levels();
    const auto* skipped = skipped_.as<std::uint32_t>();
    std::vector<std::uint32_t> waiting(std::size_t{max_level_} + 2);
    for (const TreeRows& tree : trees_) {
        std::fill(waiting.begin(), waiting.end(), 0U);
        for (Row row = tree.begin; row < tree.end; ++row) {
            const std::size_t level = levels[row];
            full_sizes_[row] = waiting[level + 1] + 1 + skipped[row];
            waiting[level + 1] = 0;
            waiting[level] += full_sizes_[row];
        }
    }
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
