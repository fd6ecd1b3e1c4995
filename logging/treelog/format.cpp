#include "logging/treelog/format.hpp"

#include "logging/treelog/checksum.hpp"

#include <algorithm>

namespace treelog::format {

namespace {

constexpr std::uint64_t kMaxTrees = std::uint64_t{1} << 32;
constexpr std::uint64_t kMaxLevels = (std::uint64_t{1} << 16) + 1;

template <typename Head>
std::uint32_t checksum_without(const Head& head, std::uint32_t Head::*member) {
    Head blank = head;
    blank.*member = 0;
    return checksum(bytes_of(blank));
}

// --- schema --------------------------------------------------------------------------------------

void write_attribute(ByteWriter& writer, const Attribute& attribute) {
    writer.text(attribute.name);
    writer.fixed(attribute.type);
    writer.fixed(attribute.kind);
    writer.fixed(attribute.role);
    writer.fixed(std::uint8_t{attribute.null_value.has_value()});
    writer.signed_number(attribute.null_value.value_or(0));
    writer.text(attribute.help);
}

/// Roles and kinds of later versions are taken for plain ones; types must be known.
std::optional<Attribute> read_attribute(ByteReader& reader) {
    Attribute attribute;
    attribute.name = reader.text(kMaxName);
    const auto type = reader.fixed<std::uint8_t>();
    const auto kind = reader.fixed<std::uint8_t>();
    const auto role = reader.fixed<std::uint8_t>();
    if (type >= kElementTypes) return std::nullopt;
    attribute.type = static_cast<ElementType>(type);
    attribute.kind = kind < kKinds ? static_cast<Kind>(kind) : Kind::Integer;
    attribute.role = role < kRoles ? static_cast<Role>(role) : Role::None;
    const bool nullable = reader.fixed<std::uint8_t>() != 0;
    const std::int64_t null_value = reader.signed_number();
    if (nullable) attribute.null_value = null_value;
    attribute.help = reader.text(kMaxText);
    return attribute;
}

// --- trees and chunks ----------------------------------------------------------------------------

void write_mark(ByteWriter& writer, const TreeMark& mark) {
    writer.number(mark.search);
    writer.number(mark.iteration);
    writer.number(mark.line);
    writer.text(mark.label);
    writer.fixed(std::uint8_t{mark.link.has_value()});
    if (!mark.link) return;
    writer.number(mark.link->stream);
    writer.number(mark.link->tree);
    writer.number(mark.link->node);
}

std::uint32_t read_u32(ByteReader& reader) {
    return static_cast<std::uint32_t>(
        reader.number_up_to(std::numeric_limits<std::uint32_t>::max()));
}
std::uint16_t read_u16(ByteReader& reader) {
    return static_cast<std::uint16_t>(
        reader.number_up_to(std::numeric_limits<std::uint16_t>::max()));
}

TreeMark read_mark(ByteReader& reader) {
    TreeMark mark;
    mark.search = read_u32(reader);
    mark.iteration = read_u32(reader);
    mark.line = read_u32(reader);
    mark.label = reader.text(kMaxText);
    if (reader.fixed<std::uint8_t>() != 0) {
        TreeLink& link = mark.link.emplace();
        link.stream = read_u32(reader);
        link.tree = read_u32(reader);
        link.node = read_u32(reader);
    }
    return mark;
}

void write_counts(ByteWriter& writer, const std::vector<std::uint32_t>& counts) {
    writer.number(counts.size());
    for (const std::uint32_t count : counts) writer.number(count);
}

std::vector<std::uint32_t> read_counts(ByteReader& reader) {
    std::vector<std::uint32_t> counts;
    const std::uint64_t size = reader.number_up_to(kMaxLevels);
    for (std::uint64_t i = 0; i < size && !reader.is_bad(); ++i) counts.push_back(read_u32(reader));
    return counts;
}

void write_info(ByteWriter& writer, const ChunkInfo& info) {
    writer.number(info.first_position);
    writer.number(info.count);
    writer.number(info.min_level);
    writer.number(info.max_level);
    write_counts(writer, info.waiting_nodes);
    write_counts(writer, info.waiting_size);
}

ChunkInfo read_chunk_info(ByteReader& reader) {
    ChunkInfo info;
    info.first_position = reader.number();
    info.count = static_cast<std::uint32_t>(reader.number_up_to(kChunkNodes));
    info.min_level = read_u16(reader);
    info.max_level = read_u16(reader);
    info.waiting_nodes = read_counts(reader);
    info.waiting_size = read_counts(reader);
    return info;
}

void write_tree(ByteWriter& writer, const TreeRecord& tree) {
    writer.number(tree.stream);
    writer.number(tree.sequence);
    write_mark(writer, tree.mark);
    writer.number(tree.nodes);
    writer.number(tree.skipped);
    writer.number(tree.chunks);
    writer.number(tree.max_level);
    writer.fixed(static_cast<std::uint8_t>((tree.is_closed ? 1 : 0) | (tree.is_aborted ? 2 : 0)));
}

TreeRecord read_tree_record(ByteReader& reader) {
    TreeRecord tree;
    tree.stream = read_u32(reader);
    tree.sequence = read_u32(reader);
    tree.mark = read_mark(reader);
    tree.nodes = reader.number();
    tree.skipped = reader.number();
    tree.chunks = reader.number();
    tree.max_level = read_u16(reader);
    const auto state = reader.fixed<std::uint8_t>();
    tree.is_closed = (state & 1) != 0;
    tree.is_aborted = (state & 2) != 0;
    return tree;
}

// --- columns -------------------------------------------------------------------------------------

/// Values and counts in turn, values as the distance from the one before.
void write_statistics(ByteWriter& writer, const ColumnStatistics& statistics) {
    writer.number(statistics.null_count);
    writer.signed_number(statistics.min);
    writer.signed_number(statistics.max);
    writer.number(statistics.histogram ? statistics.histogram->size() + 1 : 0);
    if (!statistics.histogram) return;
    auto before = static_cast<std::uint64_t>(statistics.min);
    for (const HistogramBar& bar : *statistics.histogram) {
        writer.number(static_cast<std::uint64_t>(bar.value) - before);
        writer.number(bar.count);
        before = static_cast<std::uint64_t>(bar.value);
    }
}

ColumnStatistics read_statistics(ByteReader& reader, HistogramNeed need) {
    ColumnStatistics statistics;
    statistics.null_count = static_cast<std::uint32_t>(reader.number_up_to(kChunkNodes));
    statistics.min = reader.signed_number();
    statistics.max = reader.signed_number();
    const std::uint64_t bars = reader.number_up_to(kMaxHistogram + 1);
    if (bars == 0) return statistics;
    auto& histogram = statistics.histogram.emplace();
    auto before = static_cast<std::uint64_t>(statistics.min);
    for (std::uint64_t i = 1; i < bars; ++i) {
        before += reader.number();
        const auto count = static_cast<std::uint32_t>(reader.number_up_to(kChunkNodes));
        if (need == HistogramNeed::Read)
            histogram.push_back({static_cast<std::int64_t>(before), count});
    }
    return statistics;
}

void write_column(ByteWriter& writer, const ColumnEntry& column) {
    writer.fixed(column.id);
    writer.fixed(column.predictor);
    writer.fixed(column.packing.packing);
    writer.fixed(column.packing.bits);
    writer.fixed(column.codec);
    writer.number(column.packing.base);
    writer.number(column.offset);
    writer.number(column.stored_size);
    writer.number(column.packed_size);
    writer.fixed(column.checksum);
    write_statistics(writer, column.statistics);
}

ColumnEntry read_column(ByteReader& reader, HistogramNeed need) {
    ColumnEntry column;
    column.id = reader.fixed<ColumnId>();
    column.predictor = reader.fixed<Predictor>();
    column.packing.packing = reader.fixed<Packing>();
    column.packing.bits = reader.fixed<std::uint8_t>();
    column.codec = reader.fixed<Codec>();
    column.packing.base = reader.number();
    column.offset = reader.number();
    column.stored_size = reader.number();
    column.packed_size = reader.number();
    column.checksum = reader.fixed<std::uint32_t>();
    column.statistics = read_statistics(reader, need);
    return column;
}

} // namespace

std::uint32_t checksum_of(const FileHead& head) {
    return checksum_without(head, &FileHead::head_checksum);
}
std::uint32_t checksum_of(const SectionHead& head) {
    return checksum_without(head, &SectionHead::head_checksum);
}
std::uint32_t checksum_of(const Trailer& trailer) {
    return checksum_without(trailer, &Trailer::checksum);
}

void write(ByteWriter& writer, const Schema& schema) {
    writer.number(schema.attributes.size());
    for (const Attribute& attribute : schema.attributes) write_attribute(writer, attribute);
    writer.number(schema.constants.size());
    for (const Constant& constant : schema.constants) {
        writer.text(constant.name);
        writer.signed_number(constant.value);
        writer.text(constant.attribute);
    }
    writer.number(schema.notes.size());
    for (const Note& note : schema.notes) {
        writer.text(note.name);
        writer.text(note.text);
    }
}

std::optional<Schema> read_schema(std::span<const std::byte> bytes) {
    ByteReader reader(bytes);
    Schema schema;
    const std::uint64_t attributes = reader.number_up_to(kMaxAttributes);
    for (std::uint64_t i = 0; i < attributes && !reader.is_bad(); ++i) {
        auto attribute = read_attribute(reader);
        if (!attribute) return std::nullopt;
        schema.attributes.push_back(std::move(*attribute));
    }
    const std::uint64_t constants = reader.number_up_to(kMaxConstants);
    for (std::uint64_t i = 0; i < constants && !reader.is_bad(); ++i) {
        Constant constant;
        constant.name = reader.text(kMaxName);
        constant.value = reader.signed_number();
        constant.attribute = reader.text(kMaxName);
        schema.constants.push_back(std::move(constant));
    }
    const std::uint64_t notes = reader.number_up_to(kMaxNotes);
    for (std::uint64_t i = 0; i < notes && !reader.is_bad(); ++i) {
        Note note;
        note.name = reader.text(kMaxText);
        note.text = reader.text(kMaxText);
        schema.notes.push_back(std::move(note));
    }
    if (!reader.is_at_end() || !schema.validate()) return std::nullopt;
    return schema;
}

void write(ByteWriter& writer, const ChunkRecord& chunk) {
    writer.number(chunk.stream);
    writer.number(chunk.sequence);
    write_info(writer, chunk.info);
    writer.number(chunk.columns.size());
    for (const ColumnEntry& column : chunk.columns) write_column(writer, column);
}

std::optional<ChunkRecord> read_chunk(std::span<const std::byte> bytes) {
    ByteReader reader(bytes);
    ChunkRecord chunk;
    chunk.stream = read_u32(reader);
    chunk.sequence = read_u32(reader);
    chunk.info = read_chunk_info(reader);
    const std::uint64_t columns = reader.number_up_to(2 * kMaxAttributes);
    for (std::uint64_t i = 0; i < columns && !reader.is_bad(); ++i)
        chunk.columns.push_back(read_column(reader, HistogramNeed::Read));
    if (!reader.is_at_end() || chunk.info.count == 0) return std::nullopt;
    return chunk;
}

std::optional<ColumnEntry> find_column(std::span<const std::byte> descriptor, ColumnId id,
                                       HistogramNeed need) {
    ByteReader reader(descriptor);
    for (int i = 0; i < 2; ++i) static_cast<void>(reader.number()); // stream and sequence
    static_cast<void>(read_chunk_info(reader));
    const std::uint64_t columns = reader.number_up_to(2 * kMaxAttributes);
    for (std::uint64_t i = 0; i < columns && !reader.is_bad(); ++i) {
        ByteReader again = reader;
        const ColumnEntry column = read_column(reader, HistogramNeed::Skip);
        if (column.id != id || reader.is_bad()) continue;
        return need == HistogramNeed::Skip ? column : read_column(again, need);
    }
    return std::nullopt;
}

std::optional<ChunkInfo> read_info(std::span<const std::byte> descriptor) {
    ByteReader reader(descriptor);
    for (int i = 0; i < 2; ++i) static_cast<void>(reader.number()); // stream and sequence
    ChunkInfo info = read_chunk_info(reader);
    if (reader.is_bad() || info.count == 0) return std::nullopt;
    return info;
}

void write(ByteWriter& writer, const TreeRecord& tree) { write_tree(writer, tree); }

std::optional<TreeRecord> read_tree(std::span<const std::byte> bytes) {
    ByteReader reader(bytes);
    TreeRecord tree = read_tree_record(reader);
    if (!reader.is_at_end()) return std::nullopt;
    return tree;
}

void write(ByteWriter& writer, const Index& index) {
    writer.number(index.trees.size());
    for (const TreeRecord& tree : index.trees) write_tree(writer, tree);
    writer.number(index.chunks.size());
    for (const ChunkPlace& chunk : index.chunks) {
        writer.number(chunk.offset);
        writer.number(chunk.size);
        writer.number(chunk.tree);
        write_info(writer, chunk.info);
    }
}

std::optional<Index> read_index(std::span<const std::byte> bytes) {
    ByteReader reader(bytes);
    Index index;
    const std::uint64_t trees = reader.number_up_to(kMaxTrees);
    for (std::uint64_t i = 0; i < trees && !reader.is_bad(); ++i)
        index.trees.push_back(read_tree_record(reader));
    const std::uint64_t chunks = reader.number_up_to(kMaxTrees);
    for (std::uint64_t i = 0; i < chunks && !reader.is_bad(); ++i) {
        ChunkPlace chunk;
        chunk.offset = reader.number();
        chunk.size = reader.number();
        chunk.tree = reader.number();
        chunk.info = read_chunk_info(reader);
        if (chunk.tree >= index.trees.size() || chunk.info.count == 0) return std::nullopt;
        index.chunks.push_back(std::move(chunk));
    }
    if (!reader.is_at_end()) return std::nullopt;
    return index;
}

} // namespace treelog::format
