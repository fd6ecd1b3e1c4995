// Bytes to chunks: columns as they were before chunk_encoder.hpp made bytes of them. Pure functions
// of their arguments; any thread.
#pragma once

#include "logging/treelog/stored_column.hpp"

namespace treelog {

/// Whether the stored bytes of a column are those that were written.
[[nodiscard]] Result<void> check_column(const format::ColumnEntry& entry,
                                        std::span<const std::byte> data);

/// The same for all columns of a chunk.
[[nodiscard]] Result<void> check_columns(const EncodedView& chunk);

/// The view borrows from the data or from the buffer. Bytes that were not made by encode_chunk give
/// an Error, never more than that; checksums are not looked at.
[[nodiscard]] Result<ColumnView> decode_column(const EncodedView& chunk, ColumnId column,
                                               ColumnBuffer& buffer);
/// The column of sizes, in two parts.
[[nodiscard]] Result<SizesView> decode_sizes(const EncodedView& chunk, ColumnBuffer& buffer);

} // namespace treelog
