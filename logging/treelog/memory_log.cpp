#include "logging/treelog/memory_log.hpp"

#include "logging/treelog/column_statistics.hpp"

#include <algorithm>
#include <numeric>

namespace treelog {

MemoryLog::MemoryLog(Schema schema)
    : schema_(std::move(schema)), layout_(schema_), builder_(schema_, layout_) {
    RATA_ASSERT(schema_.validate().ok());
}

MemoryLog::~MemoryLog() = default;

void MemoryLog::begin_tree(TreeMark mark, std::uint32_t stream) {
    append_tree(std::move(mark), stream);
    builder_.begin_tree();
    rows_.rows.reserve(kBlockRows * layout_.stride());
    skipped_ = 0;
}

void MemoryLog::add(const NodeHead& head, std::span<const std::optional<std::int64_t>> values) {
    RATA_ASSERT(!trees_.empty() && values.size() == schema_.attributes.size());
    std::byte* row = rows_.rows.data() + rows_.count * layout_.stride();
    for (std::size_t i = 0; i < values.size(); ++i) {
        const Attribute& attribute = schema_.attributes[i];
        const std::int64_t value = values[i].value_or(attribute.null_value.value_or(0));
        std::memcpy(row + layout_.offset(i), &value, width(attribute.type));
    }
    write_row_end(row + layout_.end_offset(), head);
    skipped_ += head.skipped;
    if (++rows_.count == kBlockRows) flush_rows();
}

void MemoryLog::flush_rows() {
    if (rows_.count != 0) builder_.add(rows_, columns_);
    rows_.count = 0;
    if (columns_.info.count == kChunkNodes) flush_chunk();
}

void MemoryLog::flush_chunk() {
    append_chunk(trees_.size() - 1, columns_);
    columns_.info.count = 0;
}

void MemoryLog::end_tree(bool is_aborted) {
    flush_rows();
    if (columns_.info.count != 0) flush_chunk();
    end(trees_.back(), skipped_, is_aborted);
}

std::size_t MemoryLog::append_tree(TreeMark mark, std::uint32_t stream) {
    TreeInfo tree;
    tree.mark = std::move(mark);
    tree.stream = stream;
    tree.sequence = static_cast<std::uint32_t>(
        std::count_if(trees_.begin(), trees_.end(),
                      [stream](const TreeInfo& other) { return other.stream == stream; }));
    trees_.push_back(std::move(tree));
    forgotten_.resize(trees_.size());
    return trees_.size() - 1;
}

void MemoryLog::forget_trees(std::uint32_t stream, std::uint32_t iteration) {
    for (std::size_t i = 0; i < trees_.size(); ++i)
        if (trees_[i].stream == stream && trees_[i].mark.iteration <= iteration)
            forgotten_[i] = true;
    for (std::size_t i = 0; i < chunks_.size(); ++i)
        if (forgotten_[chunks_[i].tree]) stored_[i] = StoredChunk{};
}

/// Keeps a copy: the memory that a chunk is made in has room for the largest.
void MemoryLog::append_chunk(std::size_t tree, const ChunkColumns& columns) {
    TreeInfo& info = trees_[tree];
    info.nodes += columns.info.count;
    info.max_level = std::max(info.max_level, columns.info.max_level);
    StoredChunk chunk;
    chunk.values.resize(columns.values.size());
    for (std::size_t place = 0; place < chunk.values.size(); ++place) {
        const std::size_t size =
            columns.info.count * width(type_of(schema_, column_at(schema_, place)));
        chunk.values[place].reserve(size);
        std::memcpy(chunk.values[place].data(), columns.values[place].data(), size);
    }
    note_validity(chunk, columns.info.count);
    const auto* sizes = chunk.values[place_of(schema_, ColumnId::Size)].as<std::uint32_t>();
    static_cast<void>(
        in_two_parts({sizes, columns.info.count}, chunk.cut_off_sizes, chunk.large_sizes));
    chunk.statistics.resize(column_count(schema_));
    stored_.push_back(std::move(chunk));
    chunks_.push_back(columns.info);
    chunks_.back().tree = tree;
}

void MemoryLog::note_validity(StoredChunk& chunk, std::size_t count) const {
    chunk.validity.resize(column_count(schema_));
    for (std::size_t i = 0; i < schema_.attributes.size(); ++i) {
        const auto null = schema_.attributes[i].null_value;
        if (!null) continue;
        const ColumnView values{
            .type = schema_.attributes[i].type, .count = count, .data = chunk.values[i].data()};
        AlignedBytes bits;
        bits.reserve((count + 63) / 64 * sizeof(std::uint64_t));
        if (mark_valid(values, *null, bits.as<std::uint64_t>()) != count)
            chunk.validity[i] = std::move(bits);
    }
}

void MemoryLog::end(TreeInfo& tree, std::uint64_t skipped, bool is_aborted) {
    tree.is_closed = true;
    tree.skipped = skipped;
    tree.is_aborted = is_aborted;
}

Result<std::size_t> MemoryLog::open_tree(TreeMark mark, std::uint32_t stream) {
    return append_tree(std::move(mark), stream);
}

Result<void> MemoryLog::add_chunk(std::size_t tree, const ChunkColumns& columns) {
    append_chunk(tree, columns);
    return {};
}

Result<void> MemoryLog::close_tree(std::size_t tree, std::uint64_t skipped, bool is_aborted) {
    end(trees_[tree], skipped, is_aborted);
    return {};
}

void MemoryLog::finish() {
    std::vector<std::size_t> order(trees_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
        return trees_[a].stream < trees_[b].stream;
    });
    std::vector<std::vector<std::size_t>> chunks_of(trees_.size());
    for (std::size_t i = 0; i < chunks_.size(); ++i) chunks_of[chunks_[i].tree].push_back(i);
    std::vector<TreeInfo> trees;
    std::vector<ChunkInfo> chunks;
    std::vector<StoredChunk> stored;
    forgotten_.resize(trees_.size());
    for (const std::size_t old : order) {
        if (forgotten_[old]) continue;
        TreeInfo& tree = trees_[old];
        tree.first_chunk = chunks.size();
        tree.chunk_count = chunks_of[old].size();
        for (const std::size_t i : chunks_of[old]) {
            chunks_[i].tree = trees.size();
            chunks.push_back(std::move(chunks_[i]));
            stored.push_back(std::move(stored_[i]));
        }
        trees.push_back(std::move(tree));
    }
    trees_ = std::move(trees);
    chunks_ = std::move(chunks);
    stored_ = std::move(stored);
    forgotten_.assign(trees_.size(), false);
}

void MemoryLog::clear() {
    trees_.clear();
    forgotten_.clear();
    chunks_.clear();
    stored_.clear();
    rows_.count = 0;
    columns_.info.count = 0;
}

std::size_t MemoryLog::memory() const {
    std::size_t sum = 0;
    for (const StoredChunk& chunk : stored_) {
        for (const AlignedBytes& values : chunk.values) sum += values.capacity();
        for (const AlignedBytes& bits : chunk.validity) sum += bits.capacity();
        sum += chunk.cut_off_sizes.capacity() + chunk.large_sizes.capacity() * sizeof(LargeSize);
    }
    return sum;
}

ColumnView MemoryLog::view(std::size_t chunk, ColumnId column) const {
    const std::size_t place = place_of(schema_, column);
    const AlignedBytes& bits = stored_[chunk].validity[place];
    return {.type = type_of(schema_, column),
            .count = chunks_[chunk].count,
            .data = stored_[chunk].values[place].data(),
            .validity = bits.capacity() == 0 ? nullptr : bits.as<std::uint64_t>()};
}

Result<ColumnStatistics> MemoryLog::statistics(std::size_t chunk, ColumnId column) const {
    const std::scoped_lock lock(statistics_mutex_);
    auto& known = stored_[chunk].statistics[place_of(schema_, column)];
    if (!known) known = measure(view(chunk, column), null_of(schema_, column));
    return *known;
}

Result<ColumnView> MemoryLog::column(std::size_t chunk, ColumnId column, ColumnBuffer&) const {
    return view(chunk, column);
}

Result<SizesView> MemoryLog::sizes(std::size_t chunk, ColumnBuffer&) const {
    const StoredChunk& stored = stored_[chunk];
    return SizesView{.cut_off = {.type = ElementType::U8,
                                 .count = chunks_[chunk].count,
                                 .data = stored.cut_off_sizes.data()},
                     .large = stored.large_sizes};
}

} // namespace treelog
