// The bytes of a log file as FORMAT.md describes them: sections with checked heads, and what the
// descriptors of chunks and trees hold. Nothing here opens a file or decodes a column.
#pragma once

#include "logging/treelog/packing.hpp"
#include "logging/treelog/prediction.hpp"
#include "logging/treelog/tree_source.hpp"

#include <array>

namespace treelog::format {

inline constexpr std::uint32_t kVersion = 2;
inline constexpr std::size_t kAlignment = 64;
/// A file begins with it: not text, and damaged by every transfer that takes it for text.
inline constexpr std::array<unsigned char, 8> kFileMagic{0x89, 'G',  'T',  'F',
                                                         '\r', '\n', 0x1A, '\n'};
inline constexpr std::uint64_t kSectionMagic = 0x6E6F697463655354; // "TSection"
inline constexpr std::uint64_t kTrailerMagic = 0x72656C6961725454; // "TTrailer"

enum class SectionKind : std::uint32_t { TreeBegin = 1, Chunk = 2, TreeEnd = 3, Index = 4 };

/// At the start of the file, twice; the schema follows each.
struct FileHead {
    std::array<unsigned char, 8> magic = kFileMagic;
    std::uint32_t version = kVersion;
    std::uint32_t schema_size = 0;
    std::uint64_t log_id = 0; ///< any number; sections of other logs have another one
    std::uint32_t schema_checksum = 0;
    std::uint32_t head_checksum = 0; ///< of this head with zero in its place
    std::array<std::uint8_t, 32> zero{};
};
static_assert(sizeof(FileHead) == kAlignment);

/// At the start of every section, which begins at a multiple of 64.
struct SectionHead {
    std::uint64_t magic = kSectionMagic;
    SectionKind kind{};
    std::uint32_t descriptor_size = 0; ///< the descriptor follows this head
    std::uint64_t size = 0;            ///< of the section with head and padding
    std::uint64_t number = 0;          ///< sections are counted, so that lost ones are missed
    std::uint64_t log_id = 0;
    std::uint32_t descriptor_checksum = 0;
    std::array<std::uint8_t, 12> zero{};
    std::uint32_t head_checksum = 0; ///< of this head with zero in its place
    std::uint32_t reserved = 0;
};
static_assert(sizeof(SectionHead) == kAlignment);

/// The last 64 bytes of a finished file.
struct Trailer {
    std::uint64_t magic = kTrailerMagic;
    std::uint64_t log_id = 0;
    std::uint64_t index_offset = 0; ///< of the index section
    std::uint64_t sections = 0;     ///< before the index
    std::array<std::uint8_t, 28> zero{};
    std::uint32_t checksum = 0; ///< of this trailer with zero in its place
};
static_assert(sizeof(Trailer) == kAlignment);

template <typename T>
[[nodiscard]] std::span<const std::byte> bytes_of(const T& head) {
    return std::as_bytes(std::span(&head, 1));
}
[[nodiscard]] std::uint32_t checksum_of(const FileHead& head);
[[nodiscard]] std::uint32_t checksum_of(const SectionHead& head);
[[nodiscard]] std::uint32_t checksum_of(const Trailer& trailer);

[[nodiscard]] constexpr std::uint64_t aligned(std::uint64_t size) {
    return (size + kAlignment - 1) / kAlignment * kAlignment;
}

/// Of the data of a section, from its start.
[[nodiscard]] constexpr std::uint64_t data_offset(const SectionHead& head) {
    return aligned(sizeof head + head.descriptor_size);
}

/// What a column has gone through between its values and its bytes.
enum class Codec : std::uint8_t { None, Zstd };

/// One column in the directory of a chunk.
struct ColumnEntry {
    ColumnId id{};
    Predictor predictor = Predictor::None;
    PackingHead packing{};
    Codec codec = Codec::None;
    std::uint64_t offset = 0; ///< from the data, which begins at the next multiple of 64 behind the
                              ///< descriptor
    std::uint64_t stored_size = 0;
    std::uint64_t packed_size = 0; ///< before the codec
    std::uint32_t checksum = 0;    ///< of the stored bytes
    ColumnStatistics statistics{};
};

/// The descriptor of a chunk.
struct ChunkRecord {
    std::uint32_t stream = 0;
    std::uint32_t sequence = 0; ///< of the tree in its stream
    ChunkInfo info{};           ///< `tree` is not stored
    std::vector<ColumnEntry> columns{};
};

/// The descriptor of TreeBegin and TreeEnd, which knows more.
struct TreeRecord {
    std::uint32_t stream = 0;
    std::uint32_t sequence = 0;
    TreeMark mark{};
    std::uint64_t nodes = 0;
    std::uint64_t skipped = 0;
    std::uint64_t chunks = 0;
    std::uint16_t max_level = 0;
    bool is_closed = false;
    bool is_aborted = false;
};

/// One chunk in the index.
struct ChunkPlace {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::size_t tree = 0; ///< in the index
    ChunkInfo info{};
};

struct Index {
    std::vector<TreeRecord> trees{};
    std::vector<ChunkPlace> chunks{};
};

void write(ByteWriter& writer, const Schema& schema);
void write(ByteWriter& writer, const ChunkRecord& chunk);
void write(ByteWriter& writer, const TreeRecord& tree);
void write(ByteWriter& writer, const Index& index);

/// Nothing if the bytes are not exactly one such record, or say what cannot be. Kinds of columns,
/// predictors, packings and codecs that this version does not know are no reason to refuse a chunk.
[[nodiscard]] std::optional<Schema> read_schema(std::span<const std::byte> bytes);
[[nodiscard]] std::optional<ChunkRecord> read_chunk(std::span<const std::byte> bytes);
/// The entry of one column in the descriptor of a chunk, without reading more than needed. The
/// histogram is left out unless it is asked for.
enum class HistogramNeed : std::uint8_t { Skip, Read };
[[nodiscard]] std::optional<ColumnEntry> find_column(std::span<const std::byte> descriptor,
                                                     ColumnId id, HistogramNeed need);
/// What a descriptor says of the chunk as a whole.
[[nodiscard]] std::optional<ChunkInfo> read_info(std::span<const std::byte> descriptor);
[[nodiscard]] std::optional<TreeRecord> read_tree(std::span<const std::byte> bytes);
[[nodiscard]] std::optional<Index> read_index(std::span<const std::byte> bytes);

} // namespace treelog::format
