#include "logging/treelog/memory_log.hpp"

#include "logging/treelog/column_statistics.hpp"

#include <algorithm>
#include <numeric>

namespace treelog {

namespace {

constexpr std::size_t kLevelPlace = 0;
constexpr std::size_t kSizePlace = 1;
constexpr std::size_t kSkippedPlace = 2;
constexpr std::size_t kAbortedPlace = 3;
constexpr std::size_t kSmallSizePlace = 4;

/// Keeps what is used: a small tree shall not hold the memory of a whole chunk.
void shrink(AlignedBytes& bytes, std::size_t used) {
    AlignedBytes exact;
    exact.reserve(used);
    std::memcpy(exact.data(), bytes.data(), used);
    bytes = std::move(exact);
}

} // namespace

MemoryLog::MemoryLog(Schema schema) : schema_(std::move(schema)) {
    RATA_ASSERT(schema_.validate().ok());
}

MemoryLog::~MemoryLog() = default;

void MemoryLog::begin_tree(TreeMark mark, std::uint32_t stream) {
    TreeInfo tree;
    tree.mark = std::move(mark);
    tree.stream = stream;
    tree.first_chunk = chunks_.size();
    for (const TreeInfo& other : trees_) tree.sequence += other.stream == stream ? 1 : 0;
    trees_.push_back(std::move(tree));
    shape_ = TreeShape{};
}

void MemoryLog::open_chunk() {
    ChunkInfo info;
    info.tree = trees_.size() - 1;
    info.first_position = trees_.back().nodes;
    info.min_level = std::numeric_limits<std::uint16_t>::max();
    info.waiting_nodes = shape_.waiting_nodes();
    info.waiting_size = shape_.waiting_size();
    chunks_.push_back(std::move(info));
    ++trees_.back().chunk_count;
    StoredChunk& columns = stored_.emplace_back(schema_.attributes.size() + kStructureColumns);
    for (std::size_t place = 0; place < columns.size(); ++place)
        columns[place].values.reserve(kChunkNodes * width(type_of(place)));
    is_chunk_open_ = true;
}

void MemoryLog::store(std::size_t place, std::int64_t value) {
    const std::size_t row = chunks_.back().count;
    StoredColumn& column = stored_.back()[place];
    visit_type(type_of(place),
               [&]<typename T>(T*) { column.values.as<T>()[row] = static_cast<T>(value); });
}

void MemoryLog::add(const NodeHead& head, std::span<const std::optional<std::int64_t>> values) {
    RATA_ASSERT(!trees_.empty() && values.size() == schema_.attributes.size());
    if (!is_chunk_open_) open_chunk();
    const std::size_t attributes = schema_.attributes.size();
    for (std::size_t i = 0; i < attributes; ++i)
        store(i, values[i].value_or(schema_.attributes[i].null_value.value_or(0)));
    const std::uint32_t size = shape_.close(head.level);
    store(attributes + kLevelPlace, head.level);
    store(attributes + kSizePlace, size);
    store(attributes + kSkippedPlace, head.skipped);
    store(attributes + kAbortedPlace, head.is_aborted ? 1 : 0);
    store(attributes + kSmallSizePlace, std::min(size, std::uint32_t{255}));

    ChunkInfo& info = chunks_.back();
    ++info.count;
    info.min_level = std::min(info.min_level, head.level);
    info.max_level = std::max(info.max_level, head.level);
    TreeInfo& tree = trees_.back();
    ++tree.nodes;
    tree.skipped += head.skipped;
    tree.max_level = std::max(tree.max_level, head.level);
    if (info.count == kChunkNodes) close_chunk();
}

void MemoryLog::close_chunk() {
    is_chunk_open_ = false;
    const std::size_t chunk = chunks_.size() - 1;
    const std::size_t count = chunks_.back().count;
    for (std::size_t place = 0; place < stored_.back().size(); ++place) {
        StoredColumn& column = stored_.back()[place];
        if (count < kChunkNodes) shrink(column.values, count * width(type_of(place)));
        const auto null = null_of(place);
        if (!null) continue;
        column.validity.reserve((count + 63) / 64 * sizeof(std::uint64_t));
        const auto valid =
            mark_valid(view(chunk, place), *null, column.validity.as<std::uint64_t>());
        if (valid == count) column.validity = AlignedBytes{};
    }
}

void MemoryLog::end_tree(bool is_aborted) {
    if (is_chunk_open_) close_chunk();
    trees_.back().is_closed = true;
    trees_.back().is_aborted = is_aborted;
}

void MemoryLog::finish() {
    std::vector<std::size_t> order(trees_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
        return trees_[a].stream < trees_[b].stream;
    });
    std::vector<TreeInfo> trees;
    std::vector<ChunkInfo> chunks;
    std::vector<StoredChunk> stored;
    for (const std::size_t old : order) {
        TreeInfo& tree = trees_[old];
        const std::size_t first = std::exchange(tree.first_chunk, chunks.size());
        for (std::size_t i = first; i < first + tree.chunk_count; ++i) {
            chunks_[i].tree = trees.size();
            chunks.push_back(std::move(chunks_[i]));
            stored.push_back(std::move(stored_[i]));
        }
        trees.push_back(std::move(tree));
    }
    trees_ = std::move(trees);
    chunks_ = std::move(chunks);
    stored_ = std::move(stored);
}

void MemoryLog::clear() {
    trees_.clear();
    chunks_.clear();
    stored_.clear();
    is_chunk_open_ = false;
}

std::size_t MemoryLog::memory() const {
    std::size_t sum = 0;
    for (const StoredChunk& chunk : stored_)
        for (const StoredColumn& column : chunk)
            sum += column.values.capacity() + column.validity.capacity();
    return sum;
}

std::size_t MemoryLog::place_of(ColumnId column) const {
    const auto number = static_cast<std::size_t>(column);
    if (is_attribute(column)) return number;
    return schema_.attributes.size() + number - static_cast<std::size_t>(ColumnId::Level);
}

ElementType MemoryLog::type_of(std::size_t place) const {
    if (place < schema_.attributes.size()) return schema_.attributes[place].type;
    const std::size_t structure = place - schema_.attributes.size();
    if (structure == kSmallSizePlace) return ElementType::U8;
    return structure_type(
        static_cast<ColumnId>(static_cast<std::size_t>(ColumnId::Level) + structure));
}

std::optional<std::int64_t> MemoryLog::null_of(std::size_t place) const {
    if (place < schema_.attributes.size()) return schema_.attributes[place].null_value;
    return std::nullopt;
}

ColumnView MemoryLog::view(std::size_t chunk, std::size_t place) const {
    const StoredColumn& column = stored_[chunk][place];
    return {.type = type_of(place),
            .count = chunks_[chunk].count,
            .data = column.values.data(),
            .validity = column.validity.capacity() == 0
                            ? nullptr
                            : reinterpret_cast<const std::uint64_t*>(column.validity.data())};
}

Result<ColumnStatistics> MemoryLog::statistics(std::size_t chunk, ColumnId column) const {
    const std::size_t place = place_of(column);
    const std::scoped_lock lock(statistics_mutex_);
    auto& known = stored_[chunk][place].statistics;
    if (!known) known = measure(view(chunk, place), null_of(place));
    return *known;
}

Result<ColumnView> MemoryLog::column(std::size_t chunk, ColumnId column, ColumnBuffer&) const {
    return view(chunk, place_of(column));
}

Result<ColumnView> MemoryLog::small_sizes(std::size_t chunk, ColumnBuffer&) const {
    return view(chunk, schema_.attributes.size() + kSmallSizePlace);
}

} // namespace treelog
