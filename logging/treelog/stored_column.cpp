#include "logging/treelog/stored_column.hpp"

#include "logging/treelog/column_numbers.hpp"
#include "logging/treelog/compressor.hpp"
#include "logging/treelog/row_block.hpp"

namespace treelog {

using format::Codec;
using format::ColumnEntry;

namespace {

template <typename T>
Result<void> decode_values(const ColumnEntry& entry, std::span<const std::byte> packed,
                           std::span<T> values) {
    using U = std::make_unsigned_t<T>;
    const std::span<U> numbers(reinterpret_cast<U*>(values.data()), values.size());
    if (!unpack<U>(entry.packing, packed, numbers))
        return corrupt_chunk("it does not hold what its directory says");
    if (entry.predictor == Predictor::Step) {
        U before = 0;
        for (U& number : numbers) number = before = static_cast<U>(before + number - 1);
    } else if (entry.predictor == Predictor::None && entry.packing.packing != Packing::Raw) {
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = from_number<T>(numbers[i]);
    }
    return {}; // what other predictors need is not known here
}

/// Raw values are scanned where they lie in the file.
bool is_ready(const ColumnEntry& entry, const EncodedView& chunk, ElementType type) {
    const std::byte* values = chunk.data.data() + entry.offset;
    return entry.packing.packing == Packing::Raw && entry.codec == Codec::None &&
           entry.predictor == Predictor::None && entry.stored_size == chunk.count * width(type) &&
           reinterpret_cast<std::uintptr_t>(values) % format::kAlignment == 0;
}

} // namespace

Error corrupt_chunk(const std::string& what) {
    return Error{.code = ErrorCode::Corrupt, .message = what, .where = {}};
}

Result<ColumnEntry> find_entry(const EncodedView& chunk, ColumnId column) {
    auto entry = format::find_column(chunk.descriptor, column, format::HistogramNeed::Skip);
    if (!entry) return corrupt_chunk("it is not there");
    if (entry->offset > chunk.data.size() || entry->stored_size > chunk.data.size() - entry->offset)
        return corrupt_chunk("it lies outside its chunk");
    return *entry;
}

Result<std::span<const std::byte>>
packed_bytes(const ColumnEntry& entry, std::span<const std::byte> data, AlignedBytes& scratch) {
    const auto stored = data.subspan(entry.offset, entry.stored_size);
    if (entry.codec == Codec::None) return stored;
    if (entry.codec != Codec::Zstd) {
        return Error{.code = ErrorCode::Unsupported,
                     .message = "the log uses a compressor of a later version",
                     .where = {}};
    }
    // No packing needs more than twice the values and the dictionary.
    constexpr std::uint64_t kMaxPacked = 2 * sizeof(std::uint64_t) * kChunkNodes + 4096;
    if (entry.packed_size > kMaxPacked) return corrupt_chunk("it promises too many bytes");
    scratch.reserve(entry.packed_size);
    const std::span target(scratch.data(), entry.packed_size);
    if (auto done = decompress(stored, target); !done) return std::move(done).error();
    return std::span<const std::byte>(target);
}

Result<ColumnView> decode_numbers(const EncodedView& chunk, const ColumnEntry& entry,
                                  ColumnBuffer& buffer) {
    const ElementType type = type_of(chunk.schema, entry.id);
    ColumnView view{.type = type, .count = chunk.count};
    if (is_ready(entry, chunk, type)) {
        view.data = chunk.data.data() + entry.offset;
        return view;
    }
    const auto packed = packed_bytes(entry, chunk.data, buffer.scratch);
    if (!packed) return packed.error();
    buffer.values.reserve(chunk.count * width(type));
    view.data = buffer.values.data();
    auto decoded = visit_type(type, [&]<typename T>(T*) {
        return decode_values(entry, *packed, std::span(buffer.values.as<T>(), chunk.count));
    });
    if (!decoded) return std::move(decoded).error();
    return view;
}

bool is_told_from_others(const ColumnEntry& entry) {
    const bool is_alone = entry.predictor == Predictor::None || entry.predictor == Predictor::Step;
    return !is_alone || entry.packing.packing == Packing::Modelled;
}

} // namespace treelog
