#include "logging/treelog/linked_trees.hpp"

#include "logging/treelog/column_statistics.hpp"
#include "logging/treelog/link_places.hpp"
#include "logging/treelog/row_block.hpp"
#include "logging/treelog/tree_shape.hpp"

#include <algorithm>
#include <limits>

namespace treelog {

bool has_links(const TreeSource& source) {
    return std::any_of(source.trees().begin(), source.trees().end(),
                       [](const TreeInfo& tree) { return tree.mark.link.has_value(); });
}

// --- putting trees together ----------------------------------------------------------------------

/// Lists the trees of the source and their chunks as they are here.
class LinkedTrees::Joining {
public:
    explicit Joining(LinkedTrees& joined)
        : joined_(joined), source_(joined.source_), places_(link_places(source_)),
          is_part_(source_.trees().size()) {
        drop_deep_places();
        for (const LinkPlaces& places : places_)
            for (const auto& [row, place] : places)
                for (const std::size_t tree : place.trees) is_part_[tree] = true;
    }

    void join() {
        for (std::size_t tree = 0; tree < is_part_.size(); ++tree) {
            if (is_part_[tree])
                add_absorbed(tree);
            else if (places_[tree].empty())
                add_unchanged(tree);
            else
                add_joined(tree);
        }
        for (Composition& each : joined_.compositions_)
            each.statistics.resize(column_count(source_.schema()));
    }

private:
    /// The deepest level of a tree with all that hangs on it, and how many nodes that are. A tree
    /// is asked for after those that hang on it, since links do not go in a circle.
    struct Extent {
        std::uint64_t depth = 0;
        std::uint64_t nodes = 0;
        bool is_known = false;
    };
    static constexpr std::uint64_t kMostNodes = std::numeric_limits<std::uint32_t>::max();

    void drop_deep_places() {
        extents_.resize(source_.trees().size());
        std::vector<std::size_t> open;
        for (std::size_t first = 0; first < extents_.size(); ++first) {
            open.push_back(first);
            while (!open.empty()) {
                const std::size_t tree = open.back();
                if (!has_open_parts(tree, open)) {
                    measure_tree(tree);
                    open.pop_back();
                }
            }
        }
    }

    /// Adds what has to be known before the tree.
    bool has_open_parts(std::size_t tree, std::vector<std::size_t>& open) const {
        const std::size_t before = open.size();
        if (extents_[tree].is_known) return false;
        for (const auto& [row, place] : places_[tree])
            for (const std::size_t part : place.trees)
                if (!extents_[part].is_known) open.push_back(part);
        return open.size() != before;
    }

    void measure_tree(std::size_t tree) {
        Extent& extent = extents_[tree];
        if (extent.is_known) return;
        extent = {source_.trees()[tree].max_level, source_.trees()[tree].nodes, true};
        for (auto place = places_[tree].begin(); place != places_[tree].end();) {
            auto& parts = place->second.trees;
            std::erase_if(parts, [&](std::size_t part) {
                const std::uint64_t depth = place->second.level + 1U + extents_[part].depth;
                const std::uint64_t nodes = extent.nodes + extents_[part].nodes;
                if (depth >= kMaxLevels || nodes > kMostNodes) return true;
                extent.depth = std::max(extent.depth, depth);
                extent.nodes = nodes;
                return false;
            });
            place = parts.empty() ? places_[tree].erase(place) : std::next(place);
        }
    }

    void add_absorbed(std::size_t tree) {
        TreeInfo info;
        info.mark = source_.trees()[tree].mark;
        info.stream = source_.trees()[tree].stream;
        info.sequence = source_.trees()[tree].sequence;
        info.first_chunk = joined_.chunks_.size();
        info.is_closed = true;
        info.is_part = true;
        joined_.trees_.push_back(std::move(info));
    }

    void add_unchanged(std::size_t tree) {
        TreeInfo info = source_.trees()[tree];
        const std::size_t first = info.first_chunk;
        info.first_chunk = joined_.chunks_.size();
        std::size_t number = first;
        for (ChunkInfo chunk : source_.chunks().subspan(first, info.chunk_count)) {
            chunk.tree = joined_.trees_.size();
            joined_.compositions_.push_back({{{.chunk = number++,
                                               .first = 0,
                                               .count = chunk.count,
                                               .place = 0,
                                               .levels_down = 0,
                                               .stream = info.stream}},
                                             {}});
            joined_.chunks_.push_back(std::move(chunk));
        }
        joined_.trees_.push_back(std::move(info));
    }

    void add_joined(std::size_t tree) {
        info_ = source_.trees()[tree];
        info_.first_chunk = joined_.chunks_.size();
        info_.chunk_count = 0;
        info_.nodes = info_.skipped = info_.lost = 0;
        shape_ = TreeShape();
        position_ = 0;
        begin_chunk();
        add_rows(tree);
        end_chunk();
        info_.nodes = position_;
        joined_.trees_.push_back(std::move(info_));
    }

    /// The rows of a tree with what hangs on it. A list, since links may go through many trees.
    void add_rows(std::size_t first_tree) {
        struct Part {
            std::size_t tree;
            std::uint16_t levels_down;
            std::uint64_t row = 0;       ///< the next one, in the tree
            std::uint64_t chunk = 0;     ///< of the tree, where that row is
            std::uint64_t before = 0;    ///< rows in the chunks before that
            bool are_parts_done = false; ///< those of the next place
            LinkPlaces::const_iterator place{};
        };
        std::vector<Part> open;
        const auto enter = [&](std::size_t tree, std::uint16_t levels_down) {
            open.push_back({.tree = tree, .levels_down = levels_down});
            open.back().place = places_[tree].begin();
            note_tree(tree);
        };
        enter(first_tree, 0);
        while (!open.empty()) {
            Part& part = open.back();
            const TreeInfo& info = source_.trees()[part.tree];
            const bool has_place = part.place != places_[part.tree].end();
            if (has_place && part.row == part.place->first && !part.are_parts_done) {
                part.are_parts_done = true;
                const LinkPlace& place = part.place->second;
                const auto down = static_cast<std::uint16_t>(part.levels_down + place.level + 1);
                const std::vector<std::size_t> last_first(place.trees.rbegin(), place.trees.rend());
                for (const std::size_t each : last_first)
                    enter(each, down); // `part` is not used any more
                continue;
            }
            if (part.chunk == info.chunk_count) {
                open.pop_back();
                continue;
            }
            if (part.are_parts_done) {
                part.are_parts_done = false;
                ++part.place;
            }
            const std::size_t chunk = info.first_chunk + part.chunk;
            const std::uint64_t end = part.before + source_.chunks()[chunk].count;
            const bool has_next = part.place != places_[part.tree].end();
            const std::uint64_t stop = has_next ? std::min(end, part.place->first) : end;
            add_segments(chunk, part.row - part.before, stop - part.row, part.levels_down,
                         info.stream);
            part.row = stop;
            if (stop != end) continue;
            part.before = end;
            ++part.chunk;
        }
    }

    void note_tree(std::size_t tree) {
        const TreeInfo& info = source_.trees()[tree];
        info_.skipped += info.skipped;
        info_.lost += info.lost;
        info_.is_closed = info_.is_closed && info.is_closed;
    }

    /// Cut where a chunk is full.
    void add_segments(std::size_t chunk, std::uint64_t first, std::uint64_t count,
                      std::uint16_t levels_down, std::uint32_t stream) {
        if (count != 0) load_levels(chunk);
        while (count != 0) {
            if (chunk_.count == kChunkNodes) {
                end_chunk();
                begin_chunk();
            }
            const auto fitting = std::min<std::uint64_t>(count, kChunkNodes - chunk_.count);
            const auto rows = static_cast<std::uint32_t>(fitting);
            composition_.segments.push_back({.chunk = chunk,
                                             .first = static_cast<std::uint32_t>(first),
                                             .count = rows,
                                             .place = chunk_.count,
                                             .levels_down = levels_down,
                                             .stream = stream});
            chunk_.follows_gap = chunk_.follows_gap || (first == 0 && has_gap(chunk));
            for (std::uint32_t i = 0; i < rows; ++i)
                note_level(static_cast<std::uint16_t>(levels_[first + i] + levels_down));
            chunk_.count += rows;
            first += rows;
            count -= rows;
        }
    }

    [[nodiscard]] bool has_gap(std::size_t chunk) const {
        return source_.chunks()[chunk].follows_gap;
    }

    void note_level(std::uint16_t level) {
        chunk_.min_level = std::min(chunk_.min_level, level);
        chunk_.max_level = std::max(chunk_.max_level, level);
        shape_.close(level);
    }

    /// Damaged trees are told from their levels, whatever this has to say of them; without levels
    /// there is nothing to be told, and the query that asks gets the Error.
    void load_levels(std::size_t chunk) {
        if (levels_of_ == chunk) return;
        levels_of_ = chunk;
        const auto view = source_.column(chunk, ColumnId::Level, memory_);
        levels_.assign(source_.chunks()[chunk].count, 0);
        if (!view) return;
        const auto levels = view->as<std::uint16_t>();
        std::copy(levels.begin(), levels.end(), levels_.begin());
        for (std::uint16_t& level : levels_) level = std::min<std::uint16_t>(level, kMaxLevels - 1);
    }

    void begin_chunk() {
        composition_ = {};
        chunk_ = ChunkInfo{};
        chunk_.tree = joined_.trees_.size();
        chunk_.first_position = position_;
        chunk_.min_level = std::numeric_limits<std::uint16_t>::max();
        chunk_.waiting_nodes = shape_.waiting_nodes();
        chunk_.waiting_size = shape_.waiting_size();
    }

    void end_chunk() {
        if (chunk_.count == 0) return;
        position_ += chunk_.count;
        info_.max_level = std::max(info_.max_level, chunk_.max_level);
        ++info_.chunk_count;
        joined_.compositions_.push_back(std::move(composition_));
        joined_.chunks_.push_back(std::move(chunk_));
    }

    LinkedTrees& joined_;
    const TreeSource& source_;
    std::vector<LinkPlaces> places_;
    std::vector<bool> is_part_;
    std::vector<Extent> extents_{};
    // Of the tree that is put together.
    TreeInfo info_{};
    TreeShape shape_{};
    std::uint64_t position_ = 0;
    ChunkInfo chunk_{};
    Composition composition_{};
    ColumnBuffer memory_{};
    std::size_t levels_of_ = std::numeric_limits<std::size_t>::max();
    std::vector<std::uint16_t> levels_{};
};

LinkedTrees::LinkedTrees(const TreeSource& source) : source_(source) { Joining(*this).join(); }
LinkedTrees::~LinkedTrees() = default;

// --- reading -------------------------------------------------------------------------------------

/// Only chunks of trees that nothing hangs on are.
bool LinkedTrees::is_as_in_source(std::size_t chunk) const {
    const auto& segments = compositions_[chunk].segments;
    const ChunkInfo& info = source_.chunks()[segments.front().chunk];
    return segments.size() == 1 && info.count == chunks_[chunk].count &&
           segments.front().levels_down == 0 &&
           info.first_position == chunks_[chunk].first_position &&
           info.waiting_size == chunks_[chunk].waiting_size;
}

std::uint32_t LinkedTrees::stream_of(std::size_t chunk, std::uint32_t place) const {
    const auto& segments = compositions_[chunk].segments;
    const auto behind = std::upper_bound(
        segments.begin(), segments.end(), place,
        [](std::uint32_t wanted, const Segment& segment) { return wanted < segment.place; });
    return std::prev(behind)->stream;
}

void LinkedTrees::release(std::size_t chunk) const {
    for (const Segment& segment : compositions_[chunk].segments) source_.release(segment.chunk);
}

Result<ColumnView> LinkedTrees::column(std::size_t chunk, ColumnId column,
                                       ColumnBuffer& buffer) const {
    if (is_as_in_source(chunk))
        return source_.column(compositions_[chunk].segments.front().chunk, column, buffer);
    if (column == ColumnId::Size) return derived_sizes(chunk, buffer);
    return stored_column(chunk, column, buffer);
}

/// Each chunk of the source is decoded once, however many pieces of it there are.
Result<ColumnView> LinkedTrees::stored_column(std::size_t chunk, ColumnId column,
                                              ColumnBuffer& buffer) const {
    if (!buffer.part) buffer.part = std::make_shared<ColumnBuffer>();
    const ElementType type = type_of(schema(), column);
    ColumnView joined{.type = type, .count = chunks_[chunk].count};
    buffer.values.reserve(joined.count * width(type));
    joined.data = buffer.values.data();
    std::vector<const Segment*> segments;
    for (const Segment& segment : compositions_[chunk].segments) segments.push_back(&segment);
    std::stable_sort(segments.begin(), segments.end(),
                     [](const Segment* a, const Segment* b) { return a->chunk < b->chunk; });
    ColumnView view;
    for (std::size_t i = 0; i < segments.size(); ++i) {
        const Segment& segment = *segments[i];
        if (i == 0 || segments[i - 1]->chunk != segment.chunk) {
            auto decoded = source_.column(segment.chunk, column, *buffer.part);
            if (!decoded) return decoded;
            view = *decoded;
        }
        std::memcpy(buffer.values.data() + segment.place * width(type),
                    view.data + segment.first * width(type), segment.count * width(type));
        if (column != ColumnId::Level) continue;
        auto* levels = buffer.values.as<std::uint16_t>() + segment.place;
        for (std::uint32_t row = 0; row < segment.count; ++row)
            levels[row] = static_cast<std::uint16_t>(levels[row] + segment.levels_down);
    }
    add_validity(chunk, column, joined, buffer);
    return joined;
}

void LinkedTrees::add_validity(std::size_t chunk, ColumnId column, ColumnView& view,
                               ColumnBuffer& buffer) const {
    const auto null = null_of(schema(), column);
    if (!null) return;
    const std::uint32_t count = chunks_[chunk].count;
    buffer.validity.reserve((count + 63) / 64 * sizeof(std::uint64_t));
    if (mark_valid(view, *null, buffer.validity.as<std::uint64_t>()) != count)
        view.validity = buffer.validity.as<std::uint64_t>();
}

Result<ColumnView> LinkedTrees::derived_sizes(std::size_t chunk, ColumnBuffer& buffer) const {
    const auto levels = stored_column(chunk, ColumnId::Level, buffer);
    if (!levels) return levels.error();
    std::swap(buffer.values, buffer.scratch); // where the levels stay
    TreeShape shape;
    shape.resume(chunks_[chunk]);
    buffer.values.reserve(levels->count * sizeof(std::uint32_t));
    auto* sizes = buffer.values.as<std::uint32_t>();
    for (const std::uint16_t level : levels->as<std::uint16_t>()) *sizes++ = shape.close(level);
    return ColumnView{
        .type = ElementType::U32, .count = levels->count, .data = buffer.values.data()};
}

Result<SizesView> LinkedTrees::sizes(std::size_t chunk, ColumnBuffer& buffer) const {
    if (is_as_in_source(chunk))
        return source_.sizes(compositions_[chunk].segments.front().chunk, buffer);
    const auto sizes = derived_sizes(chunk, buffer);
    if (!sizes) return sizes.error();
    return in_two_parts(sizes->as<std::uint32_t>(), buffer.scratch, buffer.large_sizes);
}

Result<ColumnStatistics> LinkedTrees::statistics(std::size_t chunk, ColumnId column) const {
    if (is_as_in_source(chunk))
        return source_.statistics(compositions_[chunk].segments.front().chunk, column);
    const std::size_t place = place_of(schema(), column);
    {
        const std::scoped_lock lock(mutex_);
        if (const auto& known = compositions_[chunk].statistics[place]) return *known;
    }
    ColumnBuffer buffer;
    const auto view = this->column(chunk, column, buffer);
    if (!view) return view.error();
    auto measured = measure(*view, null_of(schema(), column));
    const std::scoped_lock lock(mutex_);
    compositions_[chunk].statistics[place] = measured;
    return measured;
}

} // namespace treelog
