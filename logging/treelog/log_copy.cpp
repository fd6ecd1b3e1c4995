#include "logging/treelog/log_copy.hpp"

#include "logging/treelog/stored_log.hpp"

#include <set>

namespace treelog {

namespace {

std::filesystem::path split_path(const std::filesystem::path& log, std::uint32_t iteration) {
    const std::string number = (iteration < 10 ? "-0" : "-") + std::to_string(iteration);
    std::filesystem::path part = log;
    part.replace_filename(log.stem().string() + number + log.extension().string());
    return part;
}

/// No search goes deeper, so no more numbers have to be looked for.
constexpr std::uint32_t kMostSplits = 256;

void remove_splits(const std::filesystem::path& log) {
    std::error_code ignored;
    for (std::uint32_t iteration = 0; iteration < kMostSplits; ++iteration) {
        const auto part = split_path(log, iteration);
        if (!std::filesystem::exists(part, ignored)) continue;
        const auto stored = StoredLog::open(part);
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
    const auto opened = target.open_numbered_tree(tree.mark, tree.stream, tree.sequence);
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

Result<void> append_log(const std::filesystem::path& path, LogFile& target) {
    const auto log = StoredLog::open(path);
    if (!log) return log.error();
    for (std::size_t tree = 0; tree < (*log)->contents().trees.size(); ++tree)
        if (auto copied = (*log)->copy_tree(tree, target); !copied) return copied;
    return {};
}

Result<void> split_log(const std::filesystem::path& path) {
    auto opened = StoredLog::open(path);
    if (!opened) return std::move(opened).error();
    const StoredLog& log = **opened;
    remove_splits(path);
    const auto& trees = log.contents().trees;
    std::set<std::uint32_t> iterations;
    for (const TreeInfo& tree : trees) iterations.insert(tree.mark.iteration);
    for (const std::uint32_t iteration : iterations) {
        auto part = LogFile::create(split_path(path, iteration), log.start().schema, {});
        if (!part) return std::move(part).error();
        for (std::size_t i = 0; i < trees.size(); ++i) {
            if (trees[i].mark.iteration != iteration) continue;
            if (auto copied = log.copy_tree(i, **part); !copied) return copied;
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
