#include "logging/treelog/chunk_decoder.hpp"

#include "logging/treelog/checksum.hpp"
#include "logging/treelog/column_numbers.hpp"
#include "logging/treelog/column_statistics.hpp"
#include "logging/treelog/dependent_decoder.hpp"
#include "logging/treelog/row_block.hpp"
#include "logging/treelog/tree_shape.hpp"

namespace treelog {

using format::ColumnEntry;

namespace {

Result<ColumnView> derive_sizes(const EncodedView& chunk, ColumnBuffer& buffer) {
    const auto levels = decode_column(chunk, ColumnId::Level, buffer);
    if (!levels) return levels.error();
    std::swap(buffer.values, buffer.scratch); // where the levels stay
    const auto record = format::read_info(chunk.descriptor);
    if (!record) return corrupt_chunk("a chunk does not say what waits before it");
    TreeShape shape;
    shape.resume(*record);
    buffer.values.reserve(chunk.count * sizeof(std::uint32_t));
    auto* sizes = buffer.values.as<std::uint32_t>();
    for (const std::uint16_t level : levels->as<std::uint16_t>()) *sizes++ = shape.close(level);
    return ColumnView{.type = ElementType::U32, .count = chunk.count, .data = buffer.values.data()};
}

Result<ColumnView> decode_dependent(const EncodedView& chunk, const ColumnEntry& entry,
                                    ColumnBuffer& buffer) {
    if (!buffer.decoder) buffer.decoder = std::make_shared<DependentDecoder>();
    buffer.decoder->turn_to(chunk);
    const auto values = buffer.decoder->decode(entry);
    if (!values) return values.error();
    const ElementType type = type_of(chunk.schema, entry.id);
    buffer.values.reserve(chunk.count * width(type));
    narrow(*values, type, buffer.values.data());
    return ColumnView{.type = type, .count = chunk.count, .data = buffer.values.data()};
}

} // namespace

Result<void> check_column(const ColumnEntry& entry, std::span<const std::byte> data) {
    if (entry.offset > data.size() || entry.stored_size > data.size() - entry.offset)
        return corrupt_chunk("it lies outside its chunk");
    if (checksum(data.subspan(entry.offset, entry.stored_size)) != entry.checksum)
        return corrupt_chunk("it fails its checksum");
    return {};
}

Result<void> check_columns(const EncodedView& chunk) {
    const auto record = format::read_chunk(chunk.descriptor);
    if (!record) return corrupt_chunk("the directory of a chunk cannot be read");
    for (const ColumnEntry& entry : record->columns)
        if (auto whole = check_column(entry, chunk.data); !whole)
            return corrupt_chunk("column " + name_of(chunk.schema, entry.id) + ": " +
                                 whole.error().message);
    return {};
}

Result<ColumnView> decode_column(const EncodedView& chunk, ColumnId column, ColumnBuffer& buffer) {
    const auto entry = find_entry(chunk, column);
    if (!entry) return entry.error();
    if (entry->predictor == Predictor::Derived && column == ColumnId::Size)
        return derive_sizes(chunk, buffer);
    if (static_cast<unsigned>(entry->predictor) >= kPredictors) {
        return Error{.code = ErrorCode::Unsupported,
                     .message = "the log uses a predictor of a later version",
                     .where = {}};
    }
    auto decoded = is_told_from_others(*entry) ? decode_dependent(chunk, *entry, buffer)
                                               : decode_numbers(chunk, *entry, buffer);
    if (!decoded) return decoded;
    ColumnView view = *decoded;
    const auto null = null_of(chunk.schema, column);
    if (null && entry->statistics.null_count != 0) {
        buffer.validity.reserve((chunk.count + 63) / 64 * sizeof(std::uint64_t));
        mark_valid(view, *null, buffer.validity.as<std::uint64_t>());
        view.validity = buffer.validity.as<std::uint64_t>();
    }
    return view;
}

Result<SizesView> decode_sizes(const EncodedView& chunk, ColumnBuffer& buffer) {
    const auto entry = find_entry(chunk, ColumnId::Size);
    if (!entry) return entry.error();
    if (entry->predictor == Predictor::None) {
        const auto packed = packed_bytes(*entry, chunk.data, buffer.scratch);
        if (!packed) return packed.error();
        buffer.values.reserve(chunk.count);
        const std::span cut_off(buffer.values.as<std::uint8_t>(), chunk.count);
        if (unpack_cut_off(entry->packing, *packed, cut_off, buffer.large_sizes))
            return SizesView{.cut_off = {.type = ElementType::U8,
                                         .count = chunk.count,
                                         .data = buffer.values.data()},
                             .large = buffer.large_sizes};
    }
    const auto sizes = decode_column(chunk, ColumnId::Size, buffer);
    if (!sizes) return sizes.error();
    return in_two_parts(sizes->as<std::uint32_t>(), buffer.scratch, buffer.large_sizes);
}

} // namespace treelog
