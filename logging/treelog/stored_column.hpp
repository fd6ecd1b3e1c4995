// One column as it lies in a chunk: found in the directory, taken out of compressor and packing.
// What it is told from is not looked at. Bytes that nobody wrote so give an Error, never more.
#pragma once

#include "logging/treelog/format.hpp"

namespace treelog {

/// A chunk to be decoded; everything is borrowed.
struct EncodedView {
    const Schema& schema;
    std::span<const std::byte> descriptor;
    std::span<const std::byte> data;
    std::uint32_t count = 0; ///< of its nodes
};

[[nodiscard]] Error corrupt_chunk(const std::string& what);

[[nodiscard]] Result<format::ColumnEntry> find_entry(const EncodedView& chunk, ColumnId column);
/// The bytes of a column before the compressor; they may be in `scratch`.
[[nodiscard]] Result<std::span<const std::byte>> packed_bytes(const format::ColumnEntry& entry,
                                                              std::span<const std::byte> data,
                                                              AlignedBytes& scratch);
/// The numbers of a column before any predictor but Step; in the file or in the buffer.
[[nodiscard]] Result<ColumnView>
decode_numbers(const EncodedView& chunk, const format::ColumnEntry& entry, ColumnBuffer& buffer);
/// Whether other columns have to be decoded for this one.
[[nodiscard]] bool is_told_from_others(const format::ColumnEntry& entry);

} // namespace treelog
