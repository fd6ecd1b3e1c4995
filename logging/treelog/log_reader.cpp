#include "logging/treelog/log_reader.hpp"

#include "engine/base/file.hpp"
#include "engine/base/file_lock.hpp"
#include "logging/treelog/chunk_decoder.hpp"
#include "logging/treelog/log_contents.hpp"
#include "logging/treelog/row_block.hpp"

#include <atomic>

namespace treelog {

/// Bytes that a decoder may trust, each chunk and column of which has been checked once.
class Verified {
public:
    explicit Verified(std::size_t chunks)
        : bits_(std::make_unique<std::atomic<std::uint64_t>[]>(chunks)) {}

    [[nodiscard]] bool has_descriptor(std::size_t chunk) const { return has(chunk, kColumns); }
    void add_descriptor(std::size_t chunk) { add(chunk, kColumns); }
    /// Columns beyond the first ones are checked anew each time.
    [[nodiscard]] bool has_column(std::size_t chunk, std::size_t place) const {
        return place < kColumns && has(chunk, place);
    }
    void add_column(std::size_t chunk, std::size_t place) {
        if (place < kColumns) add(chunk, place);
    }

private:
    static constexpr std::size_t kColumns = 63;

    [[nodiscard]] bool has(std::size_t chunk, std::size_t bit) const {
        return (bits_[chunk].load(std::memory_order_relaxed) >> bit & 1) != 0;
    }
    void add(std::size_t chunk, std::size_t bit) {
        bits_[chunk].fetch_or(std::uint64_t{1} << bit, std::memory_order_relaxed);
    }

    std::unique_ptr<std::atomic<std::uint64_t>[]> bits_;
};

struct LogReader::Content {
    std::optional<rata::MappedFile> map{};
    std::span<const std::byte> file{};
    std::string name{};
    std::optional<std::string> writer{};
    LogStart start{};
    LogContents contents{};
    Damage damage{};
    std::unique_ptr<Verified> verified{};

    [[nodiscard]] Error corrupt(std::size_t chunk, const Error& why) const {
        const bool is_damaged = why.code == ErrorCode::Corrupt;
        return Error{.code = why.code,
                     .message = "chunk " + std::to_string(chunk) + ": " + why.message +
                                (is_damaged ? "; gtq repair saves what can be saved" : ""),
                     .where = {.source = name, .byte = contents.places[chunk].offset}};
    }
    [[nodiscard]] Error corrupt(std::size_t chunk, ColumnId column, const Error& why) const {
        return corrupt(
            chunk, Error{.code = why.code,
                         .message = "column " + name_of(start.schema, column) + ": " + why.message,
                         .where = {}});
    }
    /// Checked at the first call.
    [[nodiscard]] Result<EncodedView> chunk(std::size_t number) const;
    [[nodiscard]] Result<EncodedView> column(std::size_t number, ColumnId id) const;
};

Result<EncodedView> LogReader::Content::chunk(std::size_t number) const {
    const LogContents::Place place = contents.places[number];
    const ChunkInfo& info = contents.chunks[number];
    const Error damaged{
        .code = ErrorCode::Corrupt, .message = "it is damaged and left out", .where = {}};
    if (!verified->has_descriptor(number)) {
        const auto section = section_at(file, place.offset, start.log_id);
        if (!section || section->head.kind != format::SectionKind::Chunk)
            return corrupt(number, damaged);
        const auto said = format::read_info(section->descriptor);
        if (!said || said->count != info.count || said->first_position != info.first_position)
            return corrupt(number, damaged);
        verified->add_descriptor(number);
    }
    format::SectionHead head;
    std::memcpy(&head, file.data() + place.offset, sizeof head);
    const auto data_offset = format::data_offset(head);
    return EncodedView{.schema = start.schema,
                       .descriptor = file.subspan(place.offset + sizeof head, head.descriptor_size),
                       .data = file.subspan(place.offset + data_offset, head.size - data_offset),
                       .count = info.count};
}

Result<EncodedView> LogReader::Content::column(std::size_t number, ColumnId id) const {
    auto view = chunk(number);
    const std::size_t place = place_of(start.schema, id);
    if (!view || verified->has_column(number, place)) return view;
    const auto entry = format::find_column(view->descriptor, id, format::HistogramNeed::Skip);
    if (entry) {
        // A column that is told from others is as good as all of them.
        if (is_told_from_others(*entry)) {
            if (const auto whole = check_columns(*view); !whole)
                return corrupt(number, whole.error());
        } else if (const auto whole = check_column(*entry, view->data); !whole) {
            return corrupt(number, id, whole.error());
        }
    }
    verified->add_column(number, place);
    return view;
}

LogReader::LogReader(std::unique_ptr<Content> content) : content_(std::move(content)) {}
LogReader::~LogReader() = default;

/// Whether somebody writes is asked first: what ends meanwhile is only taken for unfinished.
Result<std::unique_ptr<LogReader>> LogReader::open(const std::filesystem::path& path) {
    auto writer = rata::FileLock::owner(path);
    auto map = rata::MappedFile::open(path, rata::AccessPattern::Sequential);
    if (!map) return std::move(map).error();
    const auto bytes = map->bytes();
    auto reader = open(bytes, path.string());
    if (!reader) return reader;
    (*reader)->content_->map.emplace(std::move(*map));
    // A log made from others replaces the earlier one only when it is whole.
    if (!(*reader)->damage().is_complete()) (*reader)->content_->writer = std::move(writer);
    return reader;
}

Result<std::unique_ptr<LogReader>> LogReader::open(std::span<const std::byte> bytes,
                                                   const std::string& name) {
    auto start = read_start(bytes, name);
    if (!start) return std::move(start).error();
    auto content = std::make_unique<Content>();
    content->file = bytes;
    content->name = name;
    content->start = std::move(*start);
    auto indexed = read_by_index(bytes, content->start);
    content->contents = indexed ? std::move(*indexed) : read_by_sections(bytes, content->start);
    const LogContents& found = content->contents;
    content->damage = {.index_rebuilt = found.index_rebuilt,
                       .lost_chunks = found.lost_chunks,
                       .lost_nodes = found.lost_nodes,
                       .lost_bytes = found.lost_bytes,
                       .unfinished_trees = found.unfinished_trees()};
    content->verified = std::make_unique<Verified>(found.chunks.size());
    return std::unique_ptr<LogReader>(new LogReader(std::move(content)));
}

const LogReader::Damage& LogReader::damage() const { return content_->damage; }
const std::optional<std::string>& LogReader::writer() const { return content_->writer; }
std::uint64_t LogReader::file_size() const { return content_->file.size(); }
const Schema& LogReader::schema() const { return content_->start.schema; }
std::span<const TreeInfo> LogReader::trees() const { return content_->contents.trees; }
std::span<const ChunkInfo> LogReader::chunks() const { return content_->contents.chunks; }

std::vector<LogReader::ColumnSize> LogReader::column_sizes() const {
    std::vector<ColumnSize> sizes;
    for (std::size_t place = 0; place < column_count(schema()); ++place) {
        ColumnSize size{column_at(schema(), place), 0};
        for (std::size_t chunk = 0; chunk < chunks().size(); ++chunk) {
            const auto view = content_->chunk(chunk);
            if (!view) continue;
            const auto entry =
                format::find_column(view->descriptor, size.column, format::HistogramNeed::Skip);
            if (entry) size.bytes += entry->stored_size;
        }
        sizes.push_back(size);
    }
    return sizes;
}

LogReader::Damage LogReader::verify() const {
    const auto& file = content_->file;
    const LogContents found = read_by_sections(file, content_->start, is_intact);
    Damage damage{.index_rebuilt = content_->damage.index_rebuilt,
                  .lost_chunks = found.lost_chunks,
                  .lost_nodes = found.lost_nodes,
                  .lost_bytes = found.lost_bytes,
                  .unfinished_trees = found.unfinished_trees()};
    SectionScanner scanner(file, content_->start.sections_offset, content_->start.log_id);
    while (const auto section = scanner.next())
        if (section->head.kind != format::SectionKind::Chunk && !is_intact(*section))
            damage.lost_bytes += section->head.size;
    return damage;
}

Result<ColumnStatistics> LogReader::statistics(std::size_t chunk, ColumnId column) const {
    const auto view = content_->chunk(chunk);
    if (!view) return view.error();
    auto entry = format::find_column(view->descriptor, column, format::HistogramNeed::Read);
    if (entry) return std::move(entry->statistics);
    return content_->corrupt(
        chunk, column, {.code = ErrorCode::Corrupt, .message = "it is not there", .where = {}});
}

Result<ColumnView> LogReader::column(std::size_t chunk, ColumnId column,
                                     ColumnBuffer& buffer) const {
    const auto view = content_->column(chunk, column);
    if (!view) return view.error();
    auto decoded = decode_column(*view, column, buffer);
    if (!decoded) return content_->corrupt(chunk, column, decoded.error());
    return decoded;
}

void LogReader::release(std::size_t chunk) const {
    const LogContents::Place place = content_->contents.places[chunk];
    if (content_->map) content_->map->release(place.offset, place.size);
}

Result<SizesView> LogReader::sizes(std::size_t chunk, ColumnBuffer& buffer) const {
    const auto view = content_->column(chunk, ColumnId::Size);
    if (!view) return view.error();
    auto decoded = decode_sizes(*view, buffer);
    if (!decoded) return content_->corrupt(chunk, ColumnId::Size, decoded.error());
    return decoded;
}

} // namespace treelog
