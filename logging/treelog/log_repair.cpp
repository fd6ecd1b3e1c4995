#include "logging/treelog/log_repair.hpp"

#include "logging/treelog/log_parts.hpp"

#include <set>
#include <tuple>

namespace treelog {

namespace {

/// One iteration of one search in one stream.
using IterationName = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;
IterationName name_of(const TreeInfo& tree) {
    return {tree.stream, tree.mark.search, tree.mark.iteration};
}

class Repair {
public:
    explicit Repair(const StopQuestion& is_stopped) : is_stopped_(is_stopped) {}

    Result<void> read(const std::filesystem::path& path) {
        auto log = StoredLog::open_mended(path);
        if (!log) return std::move(log).error();
        report_.damage.index_rebuilt = !(*log)->has_index();
        logs_.push_back(std::move(*log));
        for (const auto& part : parts_of(path)) {
            auto read = StoredLog::open_mended(part);
            if (!read) continue; // removed meanwhile
            for (const TreeInfo& tree : (*read)->contents().trees) in_parts_.insert(name_of(tree));
            logs_.push_back(std::move(*read));
            report_.parts.push_back(part);
        }
        return {};
    }

    Result<RepairReport> write(const std::filesystem::path& path) {
        auto target = LogFile::create(
            path, logs_[0]->start().schema,
            {.profile = Profile::Fast, .max_bytes = {}, .arrival = Arrival::WhenWhole});
        if (!target) return std::move(target).error();
        for (const auto& log : logs_)
            if (auto copied = copy(*log, **target); !copied) return std::move(copied).error();
        if (auto ended = (*target)->conclude(); !ended) return std::move(ended).error();
        return std::move(report_);
    }

private:
    /// An iteration that has a file of its own is whole there, and may be here in part.
    Result<void> copy(const StoredLog& log, LogFile& target) {
        const LogContents& contents = log.contents();
        report_.damage.lost_chunks += contents.lost_chunks;
        report_.damage.lost_nodes += contents.lost_nodes;
        report_.damage.lost_bytes += contents.lost_bytes;
        for (std::size_t tree = 0; tree < contents.trees.size(); ++tree) {
            const TreeInfo& info = contents.trees[tree];
            if (&log == logs_[0].get() && in_parts_.contains(name_of(info))) continue;
            report_.damage.unfinished_trees += info.is_closed ? 0 : 1;
            if (auto copied = log.copy_tree(tree, target, is_stopped_); !copied) return copied;
        }
        report_.mended_bytes += log.mended_bytes();
        return {};
    }

    const StopQuestion& is_stopped_;
    std::vector<std::unique_ptr<StoredLog>> logs_{}; ///< the log, then its parts
    std::set<IterationName> in_parts_{};
    RepairReport report_{};
};

} // namespace

Result<RepairReport> repair_log(const std::filesystem::path& damaged,
                                const std::filesystem::path& repaired,
                                const StopQuestion& is_stopped) {
    std::error_code ignored;
    if (std::filesystem::equivalent(damaged, repaired, ignored)) {
        return Error{.code = ErrorCode::Illegal,
                     .message = "a log cannot be repaired into itself",
                     .where = {.source = repaired.string()}};
    }
    Repair repair(is_stopped);
    if (auto read = repair.read(damaged); !read) return std::move(read).error();
    return repair.write(repaired);
}

} // namespace treelog
