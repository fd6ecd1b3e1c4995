// Chunks to bytes: which predictor, model, packing and compressor a column gets. Pure functions of
// their arguments; any thread.
#pragma once

#include "logging/treelog/format.hpp"
#include "logging/treelog/known_columns.hpp"
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

/// What encoding needs beside its result; kept from chunk to chunk for its memory, and nothing
/// else.
struct EncodingMemory {
    KnownColumns known{};
    std::vector<std::int32_t> values{};
    std::vector<std::uint32_t> surprises{};
    AlignedBytes numbers{};
    Bytes packed{};
    Bytes other{};
};

/// Replaces what was in `encoded`.
void encode_chunk(const Schema& schema, Profile profile, std::uint32_t stream,
                  std::uint32_t sequence, const ChunkColumns& chunk, EncodingMemory& memory,
                  EncodedChunk& encoded);

} // namespace treelog
