#include "logging/treelog/chunk_builder.hpp"

#include <algorithm>
#include <cstring>

namespace treelog {

namespace {

template <typename T>
void gather(const std::byte* from, std::size_t stride, std::span<T> to) {
    for (std::size_t i = 0; i < to.size(); ++i) std::memcpy(&to[i], from + i * stride, sizeof(T));
}

} // namespace

void ChunkBuilder::add(const RowBlock& block, ChunkColumns& chunk) {
    if (chunk.info.count == 0) begin_chunk(block, chunk);
    RATA_ASSERT(block.count > 0 && block.count <= kChunkNodes - chunk.info.count);
    transpose(block, chunk);
    shape(block.count, chunk);
    chunk.info.count += static_cast<std::uint32_t>(block.count);
    position_ += block.count;
}

/// A block that is not full is the last of its tree, and so of its chunk.
void ChunkBuilder::begin_chunk(const RowBlock& first, ChunkColumns& chunk) const {
    chunk.info = ChunkInfo{};
    chunk.info.first_position = position_;
    chunk.info.min_level = kMaxLevels - 1;
    chunk.info.waiting_nodes = shape_.waiting_nodes();
    chunk.info.waiting_size = shape_.waiting_size();
    chunk.values.resize(column_count(schema_));
    const std::size_t rows = first.count < kBlockRows ? first.count : kChunkNodes;
    for (std::size_t place = 0; place < chunk.values.size(); ++place)
        chunk.values[place].reserve(rows * width(type_of(schema_, column_at(schema_, place))));
}

/// In tiles of rows that stay in the first cache while each of their fields is fetched.
void ChunkBuilder::transpose(const RowBlock& block, ChunkColumns& chunk) const {
    constexpr std::size_t kTile = 256;
    const std::size_t stride = layout_.stride();
    const std::size_t attributes = schema_.attributes.size();
    auto* levels = chunk.values[place_of(schema_, ColumnId::Level)].as<std::uint16_t>();
    auto* aborted = chunk.values[place_of(schema_, ColumnId::Aborted)].as<std::uint8_t>();
    auto* skipped = chunk.values[place_of(schema_, ColumnId::Skipped)].as<std::uint32_t>();
    for (std::size_t done = 0; done < block.count; done += kTile) {
        const std::size_t rows = std::min(kTile, block.count - done);
        const std::size_t first = chunk.info.count + done;
        const std::byte* tile = block.rows.data() + done * stride;
        for (std::size_t i = 0; i < attributes; ++i) {
            visit_type(schema_.attributes[i].type, [&]<typename T>(T*) {
                gather(tile + layout_.offset(i), stride,
                       std::span(chunk.values[i].as<T>() + first, rows));
            });
        }
        const std::byte* end = tile + layout_.end_offset();
        gather(end, stride, std::span(levels + first, rows));
        gather(end + sizeof *levels, stride, std::span(skipped + first, rows));
        for (std::size_t i = first; i < first + rows; ++i) {
            aborted[i] = (levels[i] & kAbortedBit) != 0 ? 1 : 0;
            levels[i] &= kMaxLevels - 1;
        }
    }
}

/// Of the rows behind those that the chunk has already.
void ChunkBuilder::shape(std::size_t rows, ChunkColumns& chunk) {
    ChunkInfo& info = chunk.info;
    const auto* levels =
        chunk.values[place_of(schema_, ColumnId::Level)].as<std::uint16_t>() + info.count;
    auto* sizes = chunk.values[place_of(schema_, ColumnId::Size)].as<std::uint32_t>() + info.count;
    for (std::size_t i = 0; i < rows; ++i) sizes[i] = shape_.close(levels[i]);
    const auto [min, max] = std::minmax_element(levels, levels + rows);
    info.min_level = std::min(info.min_level, *min);
    info.max_level = std::max(info.max_level, *max);
}

} // namespace treelog
