#include "logging/treelog/log_file.hpp"

#include "logging/treelog/checksum.hpp"

#include <algorithm>
#include <chrono>
#include <random>

namespace treelog {

namespace {

std::string_view as_text(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Tells the sections of this log from those that lay in the same blocks of the disk before.
std::uint64_t any_id() {
    std::random_device entropy;
    const auto now = std::chrono::system_clock::now().time_since_epoch().count();
    return (std::uint64_t{entropy()} << 32 | entropy()) ^ static_cast<std::uint64_t>(now);
}

Error refused_target(const std::filesystem::path& path, std::string what) {
    return Error{
        .code = ErrorCode::Illegal, .message = std::move(what), .where = {.source = path.string()}};
}

/// Whether the path is free, or holds a log, which may be replaced, or is a device, which takes
/// all.
Result<void> check_target(const std::filesystem::path& path) {
    std::error_code ignored;
    const auto status = std::filesystem::status(path, ignored);
    if (std::filesystem::is_fifo(status) || std::filesystem::is_socket(status))
        return refused_target(path,
                              "a tree log needs a regular file, and this is a pipe or socket");
    if (!std::filesystem::is_regular_file(status)) return {};
    auto reader = rata::BlockReader::open(path);
    if (!reader) return reader.error();
    std::array<char, format::kFileMagic.size()> start{};
    const auto read = reader->read(start);
    if (!read) return read.error();
    const bool is_log = std::memcmp(start.data(), format::kFileMagic.data(), start.size()) == 0;
    if (*read == 0 || is_log) return {};
    return refused_target(path, "the file exists and is no tree log; it is not overwritten");
}

/// Nothing for what is no file of its own: nobody else has a part, and a device has many writers.
Result<std::optional<rata::FileLock>> locked(const std::filesystem::path& path, Lock lock) {
    std::error_code ignored;
    const auto status = std::filesystem::status(path, ignored);
    if (lock == Lock::OfOwner || std::filesystem::is_character_file(status))
        return std::optional<rata::FileLock>{};
    auto taken = rata::FileLock::take(path);
    if (!taken) return std::move(taken).error();
    return std::optional<rata::FileLock>(std::move(*taken));
}

} // namespace

LogFile::LogFile(std::optional<rata::FileLock> lock, File file, Schema schema,
                 const Options& options)
    : lock_(std::move(lock)), file_(std::move(file)), schema_(std::move(schema)), options_(options),
      log_id_(any_id()) {}

Result<std::unique_ptr<LogFile>> LogFile::create(const std::filesystem::path& path,
                                                 const Schema& schema, const Options& options) {
    if (auto valid = schema.validate(); !valid) return std::move(valid).error();
    if (auto free = check_target(path); !free) return std::move(free).error();
    auto lock = locked(path, options.lock);
    if (!lock) return std::move(lock).error();
    auto file = open_file(path, options.arrival);
    if (!file) return std::move(file).error();
    std::unique_ptr<LogFile> log(new LogFile(std::move(*lock), std::move(*file), schema, options));
    if (auto written = log->write_heads(); !written) return std::move(written).error();
    return log;
}

Result<LogFile::File> LogFile::open_file(const std::filesystem::path& path, Arrival arrival) {
    if (arrival == Arrival::WhenWhole) {
        auto file = rata::FileWriter::create(path);
        if (!file) return std::move(file).error();
        return File(*std::move(file));
    }
    std::error_code ignored;
    if (std::filesystem::is_regular_file(path, ignored)) std::filesystem::remove(path, ignored);
    auto file = rata::AppendFile::open(path);
    if (!file) return std::move(file).error();
    return File(*std::move(file));
}

/// Twice, for without its schema a log says nothing.
Result<void> LogFile::write_heads() {
    Bytes schema;
    ByteWriter writer(schema);
    format::write(writer, schema_);
    format::FileHead head;
    head.schema_size = static_cast<std::uint32_t>(schema.size());
    head.log_id = log_id_;
    head.schema_checksum = checksum(schema);
    head.head_checksum = format::checksum_of(head);
    section_.clear();
    ByteWriter heads(section_);
    for (int copy = 0; copy < 2; ++copy) {
        heads.fixed(head);
        heads.bytes(schema);
        heads.pad(format::kAlignment);
    }
    return write_bytes(section_);
}

Result<void> LogFile::write_bytes(std::span<const std::byte> bytes) {
    if (options_.max_bytes && size_ + bytes.size() > *options_.max_bytes) {
        return Error{.code = ErrorCode::Range,
                     .message = "the log has reached its limit of " +
                                std::to_string(*options_.max_bytes) + " bytes",
                     .where = {}};
    }
    auto written = std::visit([bytes](auto& file) { return file.write(as_text(bytes)); }, file_);
    if (written) size_ += bytes.size();
    return written;
}

Result<void> LogFile::write_section(format::SectionKind kind, std::span<const std::byte> descriptor,
                                    std::span<const std::byte> data) {
    format::SectionHead head;
    head.kind = kind;
    head.descriptor_size = static_cast<std::uint32_t>(descriptor.size());
    head.size = format::aligned(format::data_offset(head) + data.size());
    head.number = sections_;
    head.log_id = log_id_;
    head.descriptor_checksum = checksum(descriptor);
    head.head_checksum = format::checksum_of(head);
    section_.clear();
    ByteWriter writer(section_);
    writer.fixed(head);
    writer.bytes(descriptor);
    writer.pad(format::kAlignment);
    writer.bytes(data);
    writer.pad(format::kAlignment);
    auto written = write_bytes(section_);
    if (written) ++sections_;
    return written;
}

Result<void> LogFile::write_tree(format::SectionKind kind, std::size_t tree) {
    Bytes descriptor;
    ByteWriter writer(descriptor);
    format::write(writer, index_.trees[tree]);
    return write_section(kind, descriptor, {});
}

Result<std::size_t> LogFile::open_tree(TreeMark mark, std::uint32_t stream) {
    return open_numbered_tree(std::move(mark), stream, 0);
}

Result<std::size_t> LogFile::open_numbered_tree(TreeMark mark, std::uint32_t stream,
                                                std::uint32_t sequence) {
    std::uint32_t& next = next_of_stream_[stream];
    const std::uint32_t number = std::max(next, sequence);
    next = number + 1;
    mark.label.resize(std::min(mark.label.size(), kMaxText));
    index_.trees.push_back({.stream = stream, .sequence = number, .mark = std::move(mark)});
    const std::size_t tree = index_.trees.size() - 1;
    if (auto written = write_tree(format::SectionKind::TreeBegin, tree); !written)
        return std::move(written).error();
    return tree;
}

Result<void> LogFile::add_chunk(std::size_t tree, const ChunkColumns& columns) {
    const format::TreeRecord& record = index_.trees[tree];
    encode_chunk(schema_, options_.profile, record.stream, record.sequence, columns, memory_,
                 encoded_);
    return add_encoded(tree, columns.info, encoded_.descriptor, encoded_.data);
}

Result<void> LogFile::add_encoded(std::size_t tree, const ChunkInfo& info,
                                  std::span<const std::byte> descriptor,
                                  std::span<const std::byte> data) {
    const std::uint64_t offset = size_;
    auto written = write_section(format::SectionKind::Chunk, descriptor, data);
    if (!written) return written;
    format::TreeRecord& record = index_.trees[tree];
    record.nodes += info.count;
    record.max_level = std::max(record.max_level, info.max_level);
    ++record.chunks;
    index_.chunks.push_back({.offset = offset, .size = size_ - offset, .tree = tree, .info = info});
    return {};
}

Result<void> LogFile::close_tree(std::size_t tree, std::uint64_t skipped, bool is_aborted) {
    format::TreeRecord& record = index_.trees[tree];
    record.skipped = skipped;
    record.is_closed = true;
    record.is_aborted = is_aborted;
    return write_tree(format::SectionKind::TreeEnd, tree);
}

Result<void> LogFile::conclude() {
    auto ended = write_end();
    lock_.reset();
    return ended;
}

Result<void> LogFile::write_end() {
    options_.max_bytes.reset(); // what is there deserves its index
    Bytes descriptor;
    ByteWriter writer(descriptor);
    format::write(writer, index_);
    format::Trailer trailer;
    trailer.log_id = log_id_;
    trailer.index_offset = size_;
    trailer.sections = sections_;
    trailer.checksum = format::checksum_of(trailer);
    if (auto written = write_section(format::SectionKind::Index, descriptor, {}); !written)
        return written;
    auto written = write_bytes(format::bytes_of(trailer));
    auto* file = std::get_if<rata::FileWriter>(&file_);
    return written && file != nullptr ? file->commit() : written;
}

} // namespace treelog
