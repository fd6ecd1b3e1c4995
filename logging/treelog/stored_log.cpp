#include "logging/treelog/stored_log.hpp"

namespace treelog {

namespace {

/// A chunk names its tree, whose number may have been taken where it is copied to.
Bytes renumbered(std::span<const std::byte> descriptor, std::uint32_t sequence) {
    Bytes bytes;
    auto chunk = format::read_chunk(descriptor);
    if (!chunk) return bytes;
    chunk->sequence = sequence;
    ByteWriter writer(bytes);
    format::write(writer, *chunk);
    return bytes;
}

} // namespace

Result<void> go_on_unless(const StopQuestion& is_stopped) {
    if (!is_stopped || !is_stopped()) return {};
    return Error{.code = ErrorCode::InputOutput, .message = "interrupted", .where = {}};
}

StoredLog::StoredLog(rata::MappedFile map, LogStart start)
    : map_(std::move(map)), start_(std::move(start)) {}

Result<std::unique_ptr<StoredLog>> StoredLog::open(const std::filesystem::path& path) {
    auto map = rata::MappedFile::open(path, rata::AccessPattern::Sequential);
    if (!map) return std::move(map).error();
    auto start = read_start(map->bytes(), path.string());
    if (!start) return std::move(start).error();
    std::unique_ptr<StoredLog> log(new StoredLog(*std::move(map), *std::move(start)));
    auto contents = read_by_index(log->map_.bytes(), log->start_);
    if (!contents) contents = read_by_sections(log->map_.bytes(), log->start_, is_intact);
    log->contents_ = *std::move(contents);
    return log;
}

Result<std::unique_ptr<StoredLog>> StoredLog::open_mended(const std::filesystem::path& path) {
    auto map = rata::MappedFile::open(path, rata::AccessPattern::Sequential);
    if (!map) return std::move(map).error();
    auto start = read_start(map->bytes(), path.string());
    if (!start) return std::move(start).error();
    std::unique_ptr<StoredLog> log(new StoredLog(*std::move(map), *std::move(start)));
    log->mender_.emplace(log->map_.bytes(), log->start_.schema, log->start_.log_id);
    log->contents_ = read_mended(log->map_.bytes(), log->start_, *log->mender_);
    return log;
}

bool StoredLog::has_index() const { return read_by_index(map_.bytes(), start_).has_value(); }

Result<void> StoredLog::copy_tree(std::size_t number, LogFile& target,
                                  const StopQuestion& is_stopped) const {
    const TreeInfo& tree = contents_.trees[number];
    const auto opened = target.open_numbered_tree(tree.mark, tree.stream, tree.sequence);
    if (!opened) return opened.error();
    for (std::size_t i = tree.first_chunk; i < tree.first_chunk + tree.chunk_count; ++i) {
        if (auto on = go_on_unless(is_stopped); !on) return on;
        const std::uint64_t offset = contents_.places[i].offset;
        const auto section =
            mender_ ? mender_->section(offset) : section_at(map_.bytes(), offset, start_.log_id);
        if (!section) continue;
        const Bytes descriptor = renumbered(section->descriptor, target.sequence(*opened));
        auto added = target.add_encoded(*opened, contents_.chunks[i], descriptor, section->data);
        if (!added) return added;
    }
    target.note_total(*opened, tree.nodes + tree.lost);
    if (!tree.is_closed) return {};
    return target.close_tree(*opened, tree.skipped, tree.is_aborted);
}

} // namespace treelog
