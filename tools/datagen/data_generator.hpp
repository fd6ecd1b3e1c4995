// Fills a folder with self-play games, on several threads, until there are enough of them. What is
// there already from the same plan and the same build is gone on with; anything else is left alone,
// in files of its own.
#pragma once

#include "engine/base/file_lock.hpp"
#include "tools/datagen/selfplay.hpp"

#include <atomic>
#include <mutex>

namespace rata {

struct DataPlan {
    SelfplayPlan play{};
    std::string folder{};
    int threads = 1;
    /// How many there shall be in the file of this plan, with those that are there already.
    std::optional<std::uint64_t> games{};
    std::optional<std::uint64_t> positions{};
};

class DataGenerator {
public:
    /// Finds or makes the file. An error with the process id if another process fills it.
    [[nodiscard]] static Result<std::unique_ptr<DataGenerator>> open(const DataPlan& plan,
                                                                     const SelfplayOrigin& origin);

    /// Returns when there is enough, or when stopped; all that was finished is written then.
    [[nodiscard]] Result<void> run(const std::stop_token& stop);

    [[nodiscard]] const std::string& path() const { return path_; }
    /// What was in the file when it was opened.
    [[nodiscard]] const SelfplayCounts& found() const { return found_; }
    /// So far, with what was found. Any thread.
    [[nodiscard]] std::uint64_t games() const { return games_; }
    [[nodiscard]] std::uint64_t positions() const { return positions_; }

private:
    DataGenerator(const DataPlan& plan, std::string path, const SelfplayCounts& found,
                  FileLock lock, SelfplayWriter writer);

    void work(const std::stop_token& stop);
    /// The number of the next game; nothing if there is enough.
    [[nodiscard]] std::optional<std::uint64_t> take_number();
    [[nodiscard]] bool is_enough() const;
    void keep(const SelfplayGame& game);
    void fail(const Error& error);

    DataPlan plan_;
    std::string path_;
    SelfplayCounts found_;
    FileLock lock_;
    std::atomic<std::uint64_t> games_;
    std::atomic<std::uint64_t> positions_;
    std::stop_source enough_{};

    std::mutex mutex_{}; ///< guards all below
    SelfplayWriter writer_;
    std::uint64_t next_game_;
    TimePoint written_{};
    std::optional<Error> error_{};
};

} // namespace rata
