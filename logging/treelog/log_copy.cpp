#include "logging/treelog/log_copy.hpp"

#include "engine/base/file.hpp"
#include "logging/treelog/log_contents.hpp"

#include <set>

namespace treelog {

namespace {

/// Numbers of trees are given anew, for damaged logs may lack some; links would point elsewhere
/// then, and chunks name their tree.
Bytes renumbered(std::span<const std::byte> descriptor, std::uint32_t sequence) {
    Bytes bytes;
    auto chunk = format::read_chunk(descriptor);
    if (!chunk) return bytes;
    chunk->sequence = sequence;
    ByteWriter writer(bytes);
    format::write(writer, *chunk);
    return bytes;
}

Result<void> go_on_unless(const StopQuestion& is_stopped) {
    if (!is_stopped || !is_stopped()) return {};
    return Error{.code = ErrorCode::InputOutput, .message = "interrupted", .where = {}};
}

Result<void> copy_tree(const LogContents& contents, std::size_t number,
                       std::span<const std::byte> file, const LogStart& start, LogFile& target,
                       const StopQuestion& is_stopped = {}) {
    const TreeInfo& tree = contents.trees[number];
    const auto opened = target.open_tree(tree.mark, tree.stream);
    if (!opened) return opened.error();
    for (std::size_t i = tree.first_chunk; i < tree.first_chunk + tree.chunk_count; ++i) {
        if (auto on = go_on_unless(is_stopped); !on) return on;
        const auto section = section_at(file, contents.places[i].offset, start.log_id);
        if (!section) continue;
        const Bytes descriptor = renumbered(section->descriptor, target.sequence(*opened));
        auto added = target.add_encoded(*opened, contents.chunks[i], descriptor, section->data);
        if (!added) return added;
    }
    target.note_total(*opened, tree.nodes + tree.lost);
    if (!tree.is_closed) return {};
    return target.close_tree(*opened, tree.skipped, tree.is_aborted);
}

/// A log as the bytes of its file, with what lies where.
struct StoredLog {
    rata::MappedFile map;
    LogStart start{};
    LogContents contents{};
};

Result<StoredLog> open_stored(const std::filesystem::path& path) {
    auto map = rata::MappedFile::open(path, rata::AccessPattern::Sequential);
    if (!map) return std::move(map).error();
    auto start = read_start(map->bytes(), path.string());
    if (!start) return std::move(start).error();
    auto contents = read_by_index(map->bytes(), *start);
    if (!contents) contents = read_by_sections(map->bytes(), *start, is_intact);
    return StoredLog{*std::move(map), *std::move(start), *std::move(contents)};
}

std::filesystem::path part_path(const std::filesystem::path& log, std::uint32_t iteration) {
    const std::string number = (iteration < 10 ? "-0" : "-") + std::to_string(iteration);
    std::filesystem::path part = log;
    part.replace_filename(log.stem().string() + number + log.extension().string());
    return part;
}

/// No search goes deeper, so no more numbers have to be looked for.
constexpr std::uint32_t kMostParts = 256;

void remove_parts(const std::filesystem::path& log) {
    std::error_code ignored;
    for (std::uint32_t iteration = 0; iteration < kMostParts; ++iteration) {
        const auto part = part_path(log, iteration);
        if (!std::filesystem::exists(part, ignored)) continue;
        const auto stored = open_stored(part);
        if (stored) std::filesystem::remove(part, ignored); // what is no log is not ours
    }
}

Result<ChunkColumns> decode_all(const TreeSource& source, std::size_t number) {
    const Schema& schema = source.schema();
    ChunkColumns chunk;
    chunk.info = source.chunks()[number];
    chunk.values.resize(column_count(schema));
    ColumnBuffer buffer;
    for (std::size_t place = 0; place < chunk.values.size(); ++place) {
        const auto view = source.column(number, column_at(schema, place), buffer);
        if (!view) return view.error();
        const std::size_t size = view->count * width(view->type);
        chunk.values[place].reserve(size);
        std::memcpy(chunk.values[place].data(), view->data, size);
    }
    return chunk;
}

Result<void> encode_tree(const TreeSource& source, std::size_t number, LogFile& target,
                         const StopQuestion& is_stopped) {
    const TreeInfo& tree = source.trees()[number];
    const auto opened = target.open_tree(tree.mark, tree.stream);
    if (!opened) return opened.error();
    for (std::size_t i = tree.first_chunk; i < tree.first_chunk + tree.chunk_count; ++i) {
        if (auto on = go_on_unless(is_stopped); !on) return on;
        auto chunk = decode_all(source, i);
        if (!chunk) return std::move(chunk).error();
        if (auto added = target.add_chunk(*opened, *chunk); !added) return added;
    }
    target.note_total(*opened, tree.nodes + tree.lost);
    if (!tree.is_closed) return {};
    return target.close_tree(*opened, tree.skipped, tree.is_aborted);
}

} // namespace

Result<LogReader::Damage> repair_log(const std::filesystem::path& damaged,
                                     const std::filesystem::path& repaired,
                                     const StopQuestion& is_stopped) {
    std::error_code ignored;
    if (std::filesystem::equivalent(damaged, repaired, ignored)) {
        return Error{.code = ErrorCode::Illegal,
                     .message = "a log cannot be repaired into itself",
                     .where = {.source = repaired.string()}};
    }
    const auto map = rata::MappedFile::open(damaged, rata::AccessPattern::Sequential);
    if (!map) return map.error();
    const auto start = read_start(map->bytes(), damaged.string());
    if (!start) return start.error();
    const LogContents contents = read_by_sections(map->bytes(), *start, is_intact);
    auto target =
        LogFile::create(repaired, start->schema,
                        {.profile = Profile::Fast, .max_bytes = {}, .arrival = Arrival::WhenWhole});
    if (!target) return std::move(target).error();
    for (std::size_t tree = 0; tree < contents.trees.size(); ++tree) {
        auto copied = copy_tree(contents, tree, map->bytes(), *start, **target, is_stopped);
        if (!copied) return std::move(copied).error();
    }
    if (auto ended = (*target)->conclude(); !ended) return std::move(ended).error();
    return LogReader::Damage{.index_rebuilt = !read_by_index(map->bytes(), *start),
                             .lost_chunks = contents.lost_chunks,
                             .lost_nodes = contents.lost_nodes,
                             .lost_bytes = contents.lost_bytes,
                             .unfinished_trees = contents.unfinished_trees()};
}

Result<void> append_log(const std::filesystem::path& path, LogFile& target) {
    const auto log = open_stored(path);
    if (!log) return log.error();
    for (std::size_t tree = 0; tree < log->contents.trees.size(); ++tree)
        if (auto copied = copy_tree(log->contents, tree, log->map.bytes(), log->start, target);
            !copied)
            return copied;
    return {};
}

Result<void> split_log(const std::filesystem::path& path) {
    auto log = open_stored(path);
    if (!log) return std::move(log).error();
    remove_parts(path);
    auto& trees = log->contents.trees;
    std::set<std::uint32_t> iterations;
    for (TreeInfo& tree : trees) {
        tree.mark.link.reset();
        iterations.insert(tree.mark.iteration);
    }
    for (const std::uint32_t iteration : iterations) {
        auto part = LogFile::create(part_path(path, iteration), log->start.schema, {});
        if (!part) return std::move(part).error();
        for (std::size_t i = 0; i < trees.size(); ++i) {
            if (trees[i].mark.iteration != iteration) continue;
            auto copied = copy_tree(log->contents, i, log->map.bytes(), log->start, **part);
            if (!copied) return copied;
        }
        if (auto ended = (*part)->conclude(); !ended) return ended;
    }
    return {};
}

Result<void> copy_log(const TreeSource& source, const std::filesystem::path& path, Profile profile,
                      const StopQuestion& is_stopped) {
    auto target =
        LogFile::create(path, source.schema(),
                        {.profile = profile, .max_bytes = {}, .arrival = Arrival::WhenWhole});
    if (!target) return std::move(target).error();
    for (std::size_t tree = 0; tree < source.trees().size(); ++tree)
        if (auto copied = encode_tree(source, tree, **target, is_stopped); !copied) return copied;
    return (*target)->conclude();
}

} // namespace treelog
