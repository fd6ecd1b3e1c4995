// The columns of a forest that no log has: told from levels and sizes in one pass, when a query
// asks for them.
#include "logging/gtql/forest.hpp"
#include "logging/gtql/name_table.hpp"
#include "logging/gtql/parallel.hpp"

#include <algorithm>
#include <utility>

namespace gtql {

namespace {

/// One pass in post-order with a number for each level: close(row, below, own) gets what the
/// children of the row left behind, and what waits at its own level; merge(into, more) is for what
/// waits below lost nodes.
template <typename T, typename Close, typename Merge>
void close_levels(const Forest& forest, Close close, Merge merge) {
    const std::uint16_t* levels = forest.levels();
    std::vector<T> waiting(std::size_t{forest.max_level()} + 2);
    LevelDrop drop;
    for (const TreeRows& tree : forest.trees()) {
        std::fill(waiting.begin(), waiting.end(), T{});
        drop.begin_tree();
        for (Row row = tree.begin; row < tree.end; ++row) {
            const std::size_t level = levels[row];
            drop.reach(level, [&](std::size_t deep) {
                merge(waiting[deep - 1], std::exchange(waiting[deep], T{}));
            });
            close(row, std::exchange(waiting[level + 1], T{}), waiting[level]);
        }
    }
}

void add_up(std::uint32_t& into, std::uint32_t more) { into += more; }

} // namespace

/// The passes below are for one thread, but where memory is new, the system takes longer to give
/// its pages, cleared, than they take to fill them: that can be shared.
rata::Result<void> Forest::reserve_derived(RowMemory& memory, std::size_t width) const {
    constexpr std::size_t kPage = 4096;
    constexpr std::size_t kTouched = 512 * kPage; // of one piece: a large page, if there are any
    const std::size_t size = (std::size_t{rows_} + 64) * width;
    auto reserved = memory.reserve(size);
    if (!reserved || crew_ == nullptr) return reserved;
    auto* bytes = memory.as<std::byte>();
    run_pieces(crew_, size / kTouched + 1, [=] {
        return [=](std::size_t piece) {
            const std::size_t end = std::min(size, (piece + 1) * kTouched);
            for (std::size_t i = piece * kTouched; i < end; i += kPage) bytes[i] = std::byte{};
        };
    });
    return reserved;
}

/// For what has lost chunks: levels tell what is left of each subtree.
rata::Result<void> Forest::derive_sizes() {
    if (auto loaded = load_levels(); !loaded) return loaded;
    if (auto reserved = sizes_.reserve(reserved_rows()); !reserved) return reserved;
    const std::uint16_t* levels = this->levels();
    std::vector<std::uint32_t>& waiting = waiting_sizes_;
    waiting.resize(std::size_t{max_level_} + 2);
    for (const TreeRows& tree : trees_) {
        if (tree.first_position == 0) {
            std::fill(waiting.begin(), waiting.end(), 0U);
            drop_.begin_tree();
        }
        for (Row row = tree.begin; row < tree.end; ++row) {
            const std::size_t level = levels[row];
            drop_.reach(level, [&waiting](std::size_t deep) {
                waiting[deep - 1] += std::exchange(waiting[deep], 0U);
            });
            const std::uint32_t size = std::exchange(waiting[level + 1], 0U) + 1;
            sizes_.put(row, size);
            waiting[level] += size;
        }
    }
    return {};
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
        if (!full_sizes_.empty()) return {};
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
        if (auto reserved = reserve_derived(*memory, sizeof(Row)); !reserved) return reserved;
    Row* parents = parents_.as<Row>();
    Row* nexts = nexts_.as<Row>();
    const std::uint16_t* levels = this->levels();
    std::vector<Row> at_level(std::size_t{max_level_} + 2, kNoRow);
    for (std::size_t t = trees_.size(); t-- > 0;) {
        const TreeRows& tree = trees_[t];
        std::fill(at_level.begin(), at_level.end(), kNoRow);
        std::size_t behind = 0; // the level of the row behind
        for (Row row = tree.end; row-- > tree.begin;) {
            const std::size_t level = levels[row];
            // What was seen at the levels between belongs to other parents. These are lost.
            for (; behind + 1 < level; ++behind) at_level[behind + 1] = at_level[behind];
            behind = level;
            const Row after = at_level[level];
            const Row parent = level > 0 ? at_level[level - 1] : kNoRow;
            // What was last seen at this level is a sibling only if the parent is the same.
            const bool has_next = after != kNoRow && parent != kNoRow && parents[after] == parent;
            parents[row] = parent;
            nexts[row] = has_next ? after : kNoRow;
            at_level[level] = row;
        }
    }
    if (is_damaged_) link_siblings();
    return {};
}

/// By their parents: of lost nodes' children one may lie deeper than the sibling before it.
void Forest::link_siblings() {
    Row* nexts = nexts_.as<Row>();
    std::fill_n(nexts, rows_, kNoRow);
    for (Row row = 0; row < rows_; ++row)
        if (const Row before = previous(row); before != kNoRow) nexts[before] = row;
}

rata::Result<void> Forest::derive_indices() {
    if (is_damaged_)
        if (auto derived = derive(Derived::Parent); !derived) return derived;
    if (auto reserved = reserve_derived(indices_, sizeof(std::uint32_t)); !reserved)
        return reserved;
    auto* indices = indices_.as<std::uint32_t>();
    for (Row row = 0; row < rows_; ++row) {
        const Row before = previous(row);
        indices[row] = before == kNoRow ? 1 : indices[before] + 1;
    }
    return {};
}

rata::Result<void> Forest::derive_arities() {
    if (auto reserved = reserve_derived(arities_, sizeof(std::uint32_t)); !reserved)
        return reserved;
    auto* arities = arities_.as<std::uint32_t>();
    close_levels<std::uint32_t>(
        *this,
        [=](Row row, std::uint32_t below, std::uint32_t& own) {
            arities[row] = below;
            ++own;
        },
        add_up);
    return {};
}

rata::Result<void> Forest::derive_heights() {
    if (auto reserved = reserve_derived(heights_, sizeof(std::uint16_t)); !reserved)
        return reserved;
    auto* heights = heights_.as<std::uint16_t>();
    // What waits is one more than the highest child; 0 if there is none.
    const auto raise = [](std::uint16_t& own, std::uint16_t other) { own = std::max(own, other); };
    close_levels<std::uint16_t>(
        *this,
        [=](Row row, std::uint16_t below, std::uint16_t& own) {
            heights[row] = below;
            raise(own, static_cast<std::uint16_t>(below + 1));
        },
        raise);
    return {};
}

rata::Result<void> Forest::derive_full_sizes() {
    if (auto reserved = reserve_derived(full_sizes_, sizeof(std::uint32_t)); !reserved)
        return reserved;
    auto* full_sizes = full_sizes_.as<std::uint32_t>();
    const auto* skipped = skipped_.as<std::uint32_t>();
    close_levels<std::uint32_t>(
        *this,
        [=](Row row, std::uint32_t below, std::uint32_t& own) {
            full_sizes[row] = below + 1 + skipped[row];
            own += full_sizes[row];
        },
        add_up);
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

} // namespace gtql
