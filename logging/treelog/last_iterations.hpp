// A sink that keeps only the last iterations of each search, for searches whose depth nobody knows
// beforehand. Each iteration goes into a file of its own beside the log, LOG.part-7 for the
// seventh; the oldest is removed when there are too many, and what is left is put together when the
// search is over. A part is removed once all of it is in the log, never before: after a crash, and
// where the disk or the limit of the log is full, those that are left are logs that can be read.
// One thread at a time.
#pragma once

#include "logging/treelog/log_file.hpp"

#include <deque>

namespace treelog {

class LastIterations final : public TreeSink {
public:
    /// Keeps so many iterations, at least one, of each search in each stream.
    [[nodiscard]] static Result<std::unique_ptr<LastIterations>>
    create(const std::filesystem::path& path, const Schema& schema, const LogFile::Options& options,
           std::uint32_t iterations);
    /// Trees keep the numbers that they would have among all of their stream. A link to one that
    /// will not be there leads nowhere.
    [[nodiscard]] Result<std::size_t> open_tree(TreeMark mark, std::uint32_t stream) override;
    [[nodiscard]] Result<void> add_chunk(std::size_t tree, const ChunkColumns& columns) override;
    [[nodiscard]] Result<void> close_tree(std::size_t tree, std::uint64_t skipped,
                                          bool is_aborted) override;
    /// If the parts do not fit into the log, it has what fitted and its index all the same.
    [[nodiscard]] Result<void> conclude() override;

private:
    /// One iteration of one search in one stream.
    struct Part {
        std::filesystem::path path{};
        std::uint32_t search = 0;
        std::uint32_t iteration = 0;
        std::shared_ptr<LogFile> file{};
    };
    /// A tree as callers number it.
    struct Place {
        std::shared_ptr<LogFile> file{};
        std::size_t tree = 0;
    };

    LastIterations(std::unique_ptr<LogFile> target, std::filesystem::path path, Schema schema,
                   const LogFile::Options& options, std::uint32_t iterations);
    [[nodiscard]] Result<void> begin_part(const TreeMark& mark, std::deque<Part>& parts);
    /// Moves them into the log; after a failure nothing is moved any more.
    [[nodiscard]] Result<void> settle(std::deque<Part>& parts);
    [[nodiscard]] Result<void> settle_first(std::deque<Part>& parts);

    std::unique_ptr<LogFile> target_;
    std::filesystem::path path_;
    Schema schema_;
    LogFile::Options options_;
    std::uint32_t iterations_;
    std::uint64_t parts_made_ = 0;
    std::optional<Error> failure_{}; ///< of settling: a second try would move the same trees again
    std::vector<std::deque<Part>> streams_{};
    std::vector<std::uint32_t> trees_of_stream_{};
    std::vector<Place> trees_{};
};

} // namespace treelog
