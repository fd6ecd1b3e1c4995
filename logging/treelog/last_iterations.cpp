#include "logging/treelog/last_iterations.hpp"

#include "logging/treelog/log_copy.hpp"
#include "logging/treelog/log_parts.hpp"

#include <algorithm>

namespace treelog {

LastIterations::LastIterations(std::unique_ptr<LogFile> target, std::filesystem::path path,
                               Schema schema, const LogFile::Options& options,
                               std::uint32_t iterations)
    : target_(std::move(target)), path_(std::move(path)), schema_(std::move(schema)),
      options_(options), iterations_(std::max(iterations, 1U)) {
    options_.lock = Lock::OfOwner;
}

Result<std::unique_ptr<LastIterations>> LastIterations::create(const std::filesystem::path& path,
                                                               const Schema& schema,
                                                               const LogFile::Options& options,
                                                               std::uint32_t iterations) {
    auto target = LogFile::create(path, schema, options);
    if (!target) return std::move(target).error();
    return std::unique_ptr<LastIterations>(
        new LastIterations(std::move(*target), path, schema, options, iterations));
}

Result<std::size_t> LastIterations::open_tree(TreeMark mark, std::uint32_t stream) {
    if (stream >= streams_.size()) {
        streams_.resize(stream + 1U);
        trees_of_stream_.resize(stream + 1U);
    }
    auto& parts = streams_[stream];
    if (!parts.empty() && parts.back().search != mark.search) {
        if (auto settled = settle(parts); !settled) return std::move(settled).error();
    }
    if (parts.empty() || parts.back().iteration != mark.iteration) {
        if (auto begun = begin_part(mark, parts); !begun) return std::move(begun).error();
    }
    const auto& file = parts.back().file;
    const auto tree = file->open_numbered_tree(std::move(mark), stream, trees_of_stream_[stream]++);
    if (!tree) return tree.error();
    trees_.push_back({file, *tree});
    return trees_.size() - 1;
}

Result<void> LastIterations::begin_part(const TreeMark& mark, std::deque<Part>& parts) {
    std::filesystem::path path = part_path(path_, ++parts_made_);
    auto file = LogFile::create(path, part_schema(schema_, target_->log_id()), options_);
    if (!file) return std::move(file).error();
    parts.push_back({std::move(path), mark.search, mark.iteration, std::move(*file)});
    if (parts.size() <= iterations_) return {};
    std::error_code ignored;
    std::filesystem::remove(parts.front().path, ignored);
    parts.pop_front();
    return {};
}

Result<void> LastIterations::settle(std::deque<Part>& parts) {
    while (!failure_ && !parts.empty())
        if (auto settled = settle_first(parts); !settled) failure_ = std::move(settled).error();
    return failure_ ? Result<void>(*failure_) : Result<void>{};
}

Result<void> LastIterations::settle_first(std::deque<Part>& parts) {
    const Part& part = parts.front();
    if (auto ended = part.file->conclude(); !ended) return ended;
    if (auto added = append_log(part.path, *target_); !added) return added;
    std::error_code ignored;
    std::filesystem::remove(part.path, ignored);
    parts.pop_front();
    return {};
}

Result<void> LastIterations::add_chunk(std::size_t tree, const ChunkColumns& columns) {
    return trees_[tree].file->add_chunk(trees_[tree].tree, columns);
}

/// Nothing comes for it any more, so its file may be closed once it is removed.
Result<void> LastIterations::close_tree(std::size_t tree, std::uint64_t skipped, bool is_aborted) {
    Place& place = trees_[tree];
    auto closed = place.file->close_tree(place.tree, skipped, is_aborted);
    place.file.reset();
    return closed;
}

Result<void> LastIterations::conclude() {
    for (auto& parts : streams_) static_cast<void>(settle(parts)); // failure_ says how it went
    auto ended = target_->conclude();
    return failure_ ? Result<void>(*failure_) : ended;
}

} // namespace treelog
