#include "logging/gtql/forest.hpp"

#include "logging/gtql/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>

namespace gtql {

namespace {

bool is_wanted(const treelog::TreeInfo& tree, std::uint32_t number, const TreeFilter& filter) {
    return (!filter.tree || *filter.tree == number) &&
           (!filter.iteration || *filter.iteration == tree.mark.iteration) &&
           (!filter.thread || *filter.thread == tree.stream);
}

/// A flag for each tree: whether the choice of iterations leaves it in.
std::vector<bool> chosen_trees(std::span<const treelog::TreeInfo> trees, const TreeFilter& filter) {
    std::vector<bool> chosen(trees.size(), !filter.of_search.has_value());
    if (!filter.of_search) return chosen;
    for (const treelog::Iteration& each : treelog::chosen_iterations(trees, *filter.of_search))
        for (const std::size_t tree : each.trees) chosen[tree] = true;
    return chosen;
}

/// Behind the last row there is room for more, and loops go on by whole batches: neither may begin
/// anew at 0 when it is over. A log may claim more chunks than it has.
constexpr Row kMostRows = kNoRow - (Row{1} << 16);

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

} // namespace

rata::Result<Forest> Forest::open(const treelog::TreeSource& given, const TreeFilter& filter) {
    Forest forest;
    if (treelog::has_links(given)) forest.linked_ = std::make_shared<treelog::LinkedTrees>(given);
    const treelog::TreeSource& source = forest.linked_ ? *forest.linked_ : given;
    forest.source_ = &source;
    std::uint64_t rows = 0;
    const auto trees = source.trees();
    const std::vector<bool> chosen = chosen_trees(trees, filter);
    for (std::size_t i = 0; i < trees.size(); ++i) {
        const treelog::TreeInfo& tree = trees[i];
        const auto number = static_cast<std::uint32_t>(i + 1);
        if (tree.is_part || !chosen[i] || !is_wanted(tree, number, filter)) continue;
        const auto begin = static_cast<Row>(rows);
        for (std::size_t c = 0; c < tree.chunk_count; ++c) {
            const treelog::ChunkInfo& chunk = source.chunks()[tree.first_chunk + c];
            forest.pieces_.push_back(
                {tree.first_chunk + c, static_cast<Row>(rows), chunk.count, forest.trees_.size()});
            forest.max_level_ = std::max(forest.max_level_, chunk.max_level);
            rows += chunk.count;
            if (rows > kMostRows)
                return rata::Error{rata::ErrorCode::Range,
                                   "the log has more than " + std::to_string(kMostRows) +
                                       " nodes; choose some of its trees",
                                   {}};
        }
        forest.trees_.push_back(
            {begin, static_cast<Row>(rows), number, tree.mark.iteration, tree.stream, i});
        forest.has_skipped_ = forest.has_skipped_ || tree.skipped != 0;
        forest.is_damaged_ = forest.is_damaged_ || !tree.is_whole();
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

/// Calls `action(piece, buffer)` for the numbers of all pieces, in several threads.
template <typename Action>
rata::Result<void> Forest::for_pieces(Action action) {
    std::mutex mutex;
    std::optional<rata::Error> failure;
    run_pieces(crew_, pieces_.size(), [&] {
        const auto buffer = crew_ == nullptr ? buffer_ : std::make_shared<treelog::ColumnBuffer>();
        return [&, buffer](std::size_t piece) {
            const rata::Result<void> done = action(piece, *buffer);
            if (done) return;
            const std::scoped_lock lock(mutex);
            if (!failure) failure = done.error();
        };
    });
    if (failure) return *failure;
    return {};
}

rata::Result<void> Forest::load(treelog::ColumnId id, treelog::ElementType type,
                                RowColumn& column) {
    if (column.is_loaded) return {};
    const std::size_t width = treelog::width(type);
    column.type = type;
    if (auto reserved = column.values.reserve(reserved_rows() * width); !reserved) return reserved;
    const bool can_miss = can_miss_values(id);
    if (can_miss) {
        column.validity.assign(words_for(reserved_rows()) + 1, 0);
        column.null_value = *schema().attributes[static_cast<std::size_t>(id)].null_value;
    }
    std::atomic<bool> misses_some{false};
    auto loaded =
        for_pieces([&](std::size_t number, treelog::ColumnBuffer& buffer) -> rata::Result<void> {
            const Piece& piece = pieces_[number];
            const auto view = source_->column(piece.chunk, id, buffer);
            if (!view) return view.error();
            std::memcpy(column.values.as<std::byte>() + piece.begin * width, view->data,
                        piece.count * width);
            if (can_miss) copy_bits(column.validity, piece.begin, view->validity, piece.count);
            if (view->validity != nullptr) misses_some = true;
            return {};
        });
    if (!loaded) return loaded;
    if (!misses_some && !is_window()) column.validity.clear();
    std::memset(column.values.as<std::byte>() + std::size_t{rows_} * width, 0, 64 * width);
    column.is_loaded = true;
    return {};
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
    auto loaded = load_levels();
    return loaded ? load_sizes() : loaded;
}

rata::Result<void> Forest::load_levels() {
    if (levels_.is_loaded) return {};
    if (auto loaded = load(treelog::ColumnId::Level, treelog::ElementType::U16, levels_); !loaded)
        return loaded;
    // The chunks' own word for it is not trusted: arrays are indexed by levels.
    const std::span<const std::uint16_t> all_levels(levels(), rows_);
    std::uint16_t deepest = 0;
    for (const std::uint16_t level : all_levels) deepest = std::max(deepest, level);
    if (is_window() && deepest > max_level_) return damaged_window("a level");
    max_level_ = std::max(max_level_, deepest);
    return {};
}

rata::Error Forest::damaged_window(std::string_view what) const {
    return {rata::ErrorCode::Corrupt,
            "chunk " + std::to_string(pieces_.front().chunk) + " has " + std::string(what) +
                " that does not fit its tree",
            {}};
}

bool Forest::are_trees_whole() const {
    return std::all_of(trees_.begin(), trees_.end(), [this](const TreeRows& tree) {
        return source_->trees()[tree.source_tree].is_whole();
    });
}

/// A window keeps siblings by their levels.
rata::Result<void> Forest::load_sizes() {
    if (has_sizes_) return {};
    if (is_window())
        if (auto loaded = load_levels(); !loaded) return loaded;
    // Sizes of a damaged tree are not those that were written.
    const bool are_whole = are_trees_whole();
    bool are_stored = false;
    if (are_whole) {
        const auto loaded = load_stored_sizes();
        if (!loaded) return loaded.error();
        are_stored = *loaded && has_consistent_sizes();
    }
    if (!are_stored) {
        if (is_window() && are_whole) return damaged_window("a size");
        is_damaged_ = true;
        if (auto derived = derive_sizes(); !derived) return derived;
    }
    show_sibling_shapes();
    sizes_.index();
    has_sizes_ = true;
    return {};
}

/// Whether there is a node in every subtree: its own.
rata::Result<bool> Forest::load_stored_sizes() {
    if (auto reserved = sizes_.reserve(reserved_rows()); !reserved) return reserved.error();
    std::vector<std::vector<treelog::LargeSize>> large(pieces_.size());
    std::atomic<bool> has_empty{false};
    auto loaded =
        for_pieces([&](std::size_t number, treelog::ColumnBuffer& buffer) -> rata::Result<void> {
            const Piece& piece = pieces_[number];
            const auto sizes = source_->sizes(piece.chunk, buffer);
            if (!sizes) return sizes.error();
            std::uint8_t least = SubtreeSizes::kCutOff;
            for (const std::uint8_t size : sizes->cut_off.as<std::uint8_t>())
                least = std::min(least, size);
            if (least == 0) has_empty = true;
            std::memcpy(sizes_.cut_off() + piece.begin, sizes->cut_off.data, piece.count);
            large[number].assign(sizes->large.begin(), sizes->large.end());
            return {};
        });
    if (!loaded) return loaded.error();
    std::size_t count = 0;
    for (const auto& some : large) count += some.size();
    sizes_.reserve_large(count);
    for (std::size_t number = 0; number < pieces_.size(); ++number)
        for (const treelog::LargeSize& each : large[number])
            sizes_.add_large(pieces_[number].begin + each.place, each.size);
    std::memset(sizes_.cut_off() + rows_, 0, 64);
    return !has_empty;
}

/// Whether no size reaches beyond the begin of its tree, which is what keeps every walk inside.
bool Forest::has_consistent_sizes() const {
    const std::uint8_t* sizes = sizes_.cut_off();
    bool is_good = true;
    for (const TreeRows& tree : trees_) {
        // Further from the begin of the tree only large ones could.
        const auto before = static_cast<Row>(tree.first_position);
        const Row near = tree.begin + std::min<Row>(tree.end - tree.begin, SubtreeSizes::kCutOff);
        for (Row row = tree.begin; row < near; ++row)
            is_good = is_good && sizes[row] <= row - tree.begin + before + 1;
    }
    auto tree = trees_.begin();
    sizes_.for_each_large([&](Row row, std::uint32_t size) {
        while (row >= tree->end) ++tree;
        is_good = is_good && size <= position(*tree, row) + 1;
    });
    return is_good;
}

const TreeRows& Forest::tree_of(Row row) const {
    const auto after =
        std::upper_bound(trees_.begin(), trees_.end(), row,
                         [](Row wanted, const TreeRows& tree) { return wanted < tree.end; });
    return *after;
}

std::int64_t Forest::thread_of(Row row) const {
    if (!linked_) return tree_of(row).thread;
    const auto behind =
        std::upper_bound(pieces_.begin(), pieces_.end(), row,
                         [](Row wanted, const Piece& piece) { return wanted < piece.begin; });
    const Piece& piece = *std::prev(behind);
    return linked_->stream_of(piece.chunk, row - piece.begin);
}

std::vector<Row> Forest::way_to(Row row) const {
    std::vector<Row> way;
    if (!parents_.empty()) {
        for (Row each = row; each != kNoRow; each = parents()[each]) way.push_back(each);
    } else {
        // The parent is the first node behind it that is higher up.
        const std::uint16_t* levels = this->levels();
        const Row end = tree_of(row).end;
        while (row != end) {
            way.push_back(row);
            const std::uint16_t level = levels[row];
            while (row != end && levels[row] >= level) ++row;
        }
    }
    std::reverse(way.begin(), way.end());
    return way;
}

rata::Result<void> Forest::prepare(const BoundExpression& expression) {
    return prepare(expression, SiblingBefore::LookedUp);
}

rata::Result<void> Forest::prepare(const BoundExpression& expression, SiblingBefore before) {
    const NodeReference& node = expression.node;
    const bool is_known = before == SiblingBefore::Known && node.is_previous();
    rata::Result<void> done;
    for (const Step& step : node.steps) {
        if (is_known && !is_damaged_) break;
        done = load_shape();
        if (done && (step.kind != StepKind::Previous || is_damaged_))
            done = derive(Derived::Parent);
        if (!done) return done;
    }
    if (expression.kind == BoundKind::Call) {
        done = load_sizes();
        if (done && (expression.scope == Scope::Ancestor || expression.scope == Scope::Sibling))
            done = derive(Derived::Parent);
        if (done && expression.scope == Scope::SameKey) done = derive(Derived::SameKey);
        before = expression.scope == Scope::Child ? SiblingBefore::Known : SiblingBefore::LookedUp;
    } else if (expression.kind == BoundKind::Value && expression.field.is_attribute()) {
        done = load_attribute(static_cast<std::size_t>(expression.field.attribute));
    } else if (expression.kind == BoundKind::Value) {
        done = prepare_structure(expression.field.structure);
    }
    for (const BoundPtr& operand : expression.operands)
        if (done) done = prepare(*operand, before);
    return done;
}

rata::Result<void> Forest::prepare_structure(Structure structure) {
    switch (structure) {
    case Structure::Arity: return derive(Derived::Arity);
    case Structure::Index: return derive(Derived::Index);
    case Structure::Height: return derive(Derived::Height);
    case Structure::Size: return has_skipped_ ? derive(Derived::FullSize) : load_sizes();
    case Structure::Path: return derive(Derived::Parent);
    case Structure::Aborted:
        return load(treelog::ColumnId::Aborted, treelog::ElementType::U8, aborted_);
    case Structure::Skipped:
        return load(treelog::ColumnId::Skipped, treelog::ElementType::U32, skipped_);
    case Structure::Id: return load_shape();
    case Structure::Level: return load_levels();
    case Structure::Logged:
    case Structure::Beside:
    case Structure::Leaf: return load_sizes();
    case Structure::Post:
    case Structure::Iteration:
    case Structure::Thread:
    case Structure::Tree: return {};
    }
    return {};
}

} // namespace gtql
