#include "logging/treelog/log_contents.hpp"

#include "logging/treelog/checksum.hpp"
#include "logging/treelog/chunk_decoder.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace treelog {

namespace {

/// How far into the file a second copy of the schema is looked for: the first may be as long.
constexpr std::uint64_t kMaxStart = std::uint64_t{1} << 30;

struct HeadCopy {
    LogStart start{};
    std::uint64_t end = 0;
    std::uint32_t version = format::kVersion;
};

bool is_zero(std::span<const std::byte> bytes) {
    return std::all_of(bytes.begin(), bytes.end(),
                       [](std::byte byte) { return byte == std::byte{}; });
}

std::optional<HeadCopy> head_at(std::span<const std::byte> file, std::uint64_t offset) {
    format::FileHead head;
    if (offset > file.size() || file.size() - offset < sizeof head) return std::nullopt;
    std::memcpy(&head, file.data() + offset, sizeof head);
    if (head.magic != format::kFileMagic || head.head_checksum != format::checksum_of(head))
        return std::nullopt;
    HeadCopy copy;
    copy.version = head.version;
    if (copy.version != format::kVersion) return copy;
    const std::uint64_t schema_start = offset + sizeof head;
    if (head.schema_size > file.size() - schema_start) return std::nullopt;
    const auto bytes = file.subspan(schema_start, head.schema_size);
    if (checksum(bytes) != head.schema_checksum) return std::nullopt;
    auto schema = format::read_schema(bytes);
    if (!schema) return std::nullopt;
    copy.start.schema = std::move(*schema);
    copy.start.log_id = head.log_id;
    copy.end =
        std::min<std::uint64_t>(format::aligned(schema_start + head.schema_size), file.size());
    if (!is_zero(file.subspan(schema_start + head.schema_size,
                              copy.end - schema_start - head.schema_size)))
        return std::nullopt;
    return copy;
}

Error no_log(ErrorCode code, const std::string& message, const std::string& name) {
    return Error{.code = code, .message = message, .where = {.source = name}};
}

std::uint64_t chunks_for(std::uint64_t nodes) { return (nodes + kChunkNodes - 1) / kChunkNodes; }

// --- putting trees and chunks in order -----------------------------------------------------------

class Assembly {
public:
    explicit Assembly(format::Index index) : index_(std::move(index)) {}

    [[nodiscard]] LogContents finish() {
        std::vector<std::size_t> order(index_.trees.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
            return key(index_.trees[a]) < key(index_.trees[b]);
        });
        std::vector<std::vector<std::size_t>> chunks_of(index_.trees.size());
        for (std::size_t i = 0; i < index_.chunks.size(); ++i)
            chunks_of[index_.chunks[i].tree].push_back(i);
        for (const std::size_t tree : order) {
            auto& chunks = chunks_of[tree];
            std::stable_sort(chunks.begin(), chunks.end(), [this](std::size_t a, std::size_t b) {
                return index_.chunks[a].info.first_position < index_.chunks[b].info.first_position;
            });
            add_tree(index_.trees[tree], chunks);
        }
        return std::move(contents_);
    }

private:
    static std::pair<std::uint32_t, std::uint32_t> key(const format::TreeRecord& tree) {
        return {tree.stream, tree.sequence};
    }

    void add_tree(const format::TreeRecord& record, const std::vector<std::size_t>& chunks) {
        TreeInfo tree;
        tree.mark = record.mark;
        tree.stream = record.stream;
        tree.sequence = record.sequence;
        tree.skipped = record.skipped;
        tree.first_chunk = contents_.chunks.size();
        tree.is_closed = record.is_closed;
        tree.is_aborted = record.is_aborted;
        std::uint64_t end = 0;
        for (const std::size_t i : chunks) add_chunk(index_.chunks[i], tree, end);
        if (record.nodes > end) note_loss(record.nodes - end, tree);
        tree.max_level = std::max(tree.max_level, record.max_level);
        contents_.trees.push_back(std::move(tree));
    }

    void add_chunk(format::ChunkPlace& chunk, TreeInfo& tree, std::uint64_t& end) {
        const std::uint64_t first = chunk.info.first_position;
        if (first < end || first > std::numeric_limits<std::uint32_t>::max()) {
            ++contents_.lost_chunks; // said to lie where another one is, or nowhere
            contents_.lost_nodes += chunk.info.count;
            return;
        }
        chunk.info.follows_gap = first > end;
        if (first > end) note_loss(first - end, tree);
        end = first + chunk.info.count;
        tree.nodes += chunk.info.count;
        tree.max_level = std::max(tree.max_level, chunk.info.max_level);
        ++tree.chunk_count;
        chunk.info.tree = contents_.trees.size();
        contents_.chunks.push_back(std::move(chunk.info));
        contents_.places.push_back({chunk.offset, chunk.size});
    }

    void note_loss(std::uint64_t nodes, TreeInfo& tree) {
        tree.lost += nodes;
        contents_.lost_nodes += nodes;
        contents_.lost_chunks += chunks_for(nodes);
    }

    format::Index index_;
    LogContents contents_{};
};

// --- the index that a crash prevented ------------------------------------------------------------

class IndexBuilder {
public:
    void add(const Section& section) {
        switch (section.head.kind) {
        case format::SectionKind::TreeBegin:
        case format::SectionKind::TreeEnd:
            if (auto tree = format::read_tree(section.descriptor)) note(std::move(*tree));
            break;
        case format::SectionKind::Chunk:
            if (auto chunk = format::read_chunk(section.descriptor)) note(*chunk, section);
            break;
        case format::SectionKind::Index: break;
        }
    }
    [[nodiscard]] format::Index take() { return std::move(index_); }

private:
    /// The record of the tree; made here for trees whose beginning is damaged.
    std::size_t tree_of(std::uint32_t stream, std::uint32_t sequence) {
        const auto [place, is_new] = numbers_.try_emplace({stream, sequence}, index_.trees.size());
        if (is_new) index_.trees.push_back({.stream = stream, .sequence = sequence});
        return place->second;
    }
    /// The end of a tree knows more than its beginning, and comes later.
    void note(format::TreeRecord tree) {
        const std::size_t number = tree_of(tree.stream, tree.sequence);
        index_.trees[number] = std::move(tree);
    }
    void note(const format::ChunkRecord& chunk, const Section& section) {
        index_.chunks.push_back({.offset = section.offset,
                                 .size = section.head.size,
                                 .tree = tree_of(chunk.stream, chunk.sequence),
                                 .info = chunk.info});
    }

    format::Index index_{};
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> numbers_{};
};

LogContents rebuilt(IndexBuilder& builder, const LogStart& start, std::uint64_t lost_bytes) {
    LogContents contents = Assembly(builder.take()).finish();
    contents.index_rebuilt = true;
    contents.lost_bytes = start.damaged_bytes + lost_bytes;
    return contents;
}

} // namespace

std::uint64_t LogContents::unfinished_trees() const {
    return static_cast<std::uint64_t>(std::count_if(
        trees.begin(), trees.end(), [](const TreeInfo& tree) { return !tree.is_closed; }));
}

bool is_intact(const Section& section) {
    const std::span<const std::byte> gap(section.descriptor.data() + section.descriptor.size(),
                                         section.data.data());
    if (!is_zero(gap)) return false;
    if (section.head.kind != format::SectionKind::Chunk) return is_zero(section.data);
    auto chunk = format::read_chunk(section.descriptor);
    if (!chunk) return false;
    auto& columns = chunk->columns;
    std::sort(columns.begin(), columns.end(),
              [](const format::ColumnEntry& a, const format::ColumnEntry& b) {
                  return a.offset < b.offset;
              });
    std::uint64_t end = 0;
    for (const format::ColumnEntry& column : columns) {
        if (column.stored_size == 0) continue;
        if (column.offset < end || !check_column(column, section.data)) return false;
        if (!is_zero(section.data.subspan(end, column.offset - end))) return false;
        end = column.offset + column.stored_size;
    }
    return is_zero(section.data.subspan(end));
}

Result<LogStart> read_start(std::span<const std::byte> file, const std::string& name) {
    const std::uint64_t limit = std::min<std::uint64_t>(file.size(), kMaxStart);
    for (std::uint64_t offset = 0; offset < limit; offset += format::kAlignment) {
        auto copy = head_at(file, offset);
        if (!copy) continue;
        if (copy->version != format::kVersion) {
            return no_log(ErrorCode::Unsupported,
                          "the log has version " + std::to_string(copy->version) +
                              " of the format; this program reads version " +
                              std::to_string(format::kVersion),
                          name);
        }
        LogStart start = std::move(copy->start);
        if (offset != 0) { // the first copy is damaged
            start.damaged_bytes = offset;
            start.sections_offset = copy->end;
        } else if (const auto second = head_at(file, copy->end)) {
            start.sections_offset = second->end;
        } else {
            const std::uint64_t size = copy->end;
            start.damaged_bytes = std::min<std::uint64_t>(size, file.size() - size);
            start.sections_offset = std::min<std::uint64_t>(2 * size, file.size());
        }
        return start;
    }
    return no_log(ErrorCode::Corrupt, "this is no tree log, or the start of it is lost", name);
}

std::optional<LogContents> read_by_index(std::span<const std::byte> file, const LogStart& start) {
    const auto trailer = trailer_of(file, start.log_id);
    if (!trailer) return std::nullopt;
    const auto section = section_at(file, trailer->index_offset, start.log_id);
    if (!section || section->head.kind != format::SectionKind::Index) return std::nullopt;
    auto index = format::read_index(section->descriptor);
    if (!index) return std::nullopt;
    for (const format::ChunkPlace& chunk : index->chunks)
        if (chunk.offset > file.size() || chunk.size > file.size() - chunk.offset)
            return std::nullopt;
    LogContents contents = Assembly(std::move(*index)).finish();
    contents.lost_bytes = start.damaged_bytes;
    return contents;
}

LogContents read_by_sections(std::span<const std::byte> file, const LogStart& start,
                             bool (*whole_chunk)(const Section&)) {
    SectionScanner scanner(file, start.sections_offset, start.log_id);
    IndexBuilder builder;
    std::uint64_t refused_bytes = 0;
    while (const auto section = scanner.next()) {
        if (section->head.kind == format::SectionKind::Chunk && whole_chunk != nullptr &&
            !whole_chunk(*section))
            refused_bytes += section->head.size;
        else
            builder.add(*section);
    }
    return rebuilt(builder, start, scanner.lost_bytes() + refused_bytes);
}

LogContents read_mended(std::span<const std::byte> file, const LogStart& start,
                        SectionMender& mender) {
    SectionScanner scanner(file, start.sections_offset, start.log_id,
                           [&mender](std::uint64_t offset) { return mender.section(offset); });
    IndexBuilder builder;
    while (const auto section = scanner.next()) builder.add(*section);
    return rebuilt(builder, start, scanner.lost_bytes());
}

} // namespace treelog
