// Chunks as bytes: which predictor, packing and compressor a column gets, and the way back. Pure
// functions of their arguments; any thread.
#pragma once

#include "logging/treelog/format.hpp"
#include "logging/treelog/row_block.hpp"

namespace treelog {

/// What a log is made for.
enum class Profile : std::uint8_t {
    Fast,  ///< columns that queries scan lie there ready, or nearly so
    Small, ///< everything is predicted and compressed
};

/// The section of a chunk without its head: where the bytes of the file come from.
struct EncodedChunk {
    Bytes descriptor{};
    Bytes data{};
};

[[nodiscard]] EncodedChunk encode_chunk(const Schema& schema, Profile profile, std::uint32_t stream,
                                        std::uint32_t sequence, const ChunkColumns& chunk);

/// A chunk to be decoded; everything is borrowed.
struct EncodedView {
    const Schema& schema;
    std::span<const std::byte> descriptor;
    std::span<const std::byte> data;
    std::uint32_t count = 0; ///< of its nodes
};

/// Whether the stored bytes of a column are those that were written.
[[nodiscard]] Result<void> check_column(const format::ColumnEntry& entry,
                                        std::span<const std::byte> data);

/// The same for all columns of a chunk.
[[nodiscard]] Result<void> check_columns(const EncodedView& chunk);
/// Whether other columns have to be decoded for this one.
[[nodiscard]] bool is_told_from_others(const format::ColumnEntry& entry);

/// The view borrows from the data or from the buffer. Bytes that were not made by encode_chunk give
/// an Error, never more than that; checksums are not looked at.
[[nodiscard]] Result<ColumnView> decode_column(const EncodedView& chunk, ColumnId column,
                                               ColumnBuffer& buffer);
/// The column of sizes, in two parts.
[[nodiscard]] Result<SizesView> decode_sizes(const EncodedView& chunk, ColumnBuffer& buffer);

} // namespace treelog
