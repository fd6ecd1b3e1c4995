// A folder that tables are generated into: which are there, the order in which others can be made,
// and making them one by one. What is there and whole is not made again, so that a run that was
// stopped is gone on with.
#pragma once

#include "tablebase/own/table_file.hpp"

#include <map>

namespace rata {

/// The classes, and all that their captures and promotions lead to, each behind those it needs.
[[nodiscard]] std::vector<EndingClass> with_successors(const std::vector<EndingClass>& endings);

class TableFolder final : public SolvedTables {
public:
    struct Limits {
        std::size_t threads = 1;
        std::uint64_t memory_bytes = 0;
    };

    TableFolder(std::filesystem::path folder, Limits limits)
        : folder_(std::move(folder)), limits_(limits) {}

    [[nodiscard]] std::filesystem::path path_of(const EndingClass& ending) const {
        return folder_ / TableFile::name_of(ending);
    }
    /// Opens the file and reads all of it.
    [[nodiscard]] bool has(const EndingClass& ending) const;
    /// Solves the class and writes its file. Those that it needs must be there. After a stop
    /// nothing is written. An Error if it would take more memory than there may be.
    [[nodiscard]] Result<void> make(const EndingClass& ending, const std::stop_token& stop,
                                    const WorkSink& on_progress = {});
    /// What make() tells of in all; roughly proportional to its time.
    [[nodiscard]] static std::uint64_t work_to_make(const EndingClass& ending);

    [[nodiscard]] Result<std::shared_ptr<const SolvedTable>>
    table_of(const EndingClass& ending) override;

private:
    std::filesystem::path folder_;
    Limits limits_;
    std::map<std::string, std::shared_ptr<const SolvedTable>> unpacked_{};
};

/// The tables of three men, solved one after the other and kept.
class SmallTables final : public SolvedTables {
public:
    /// Whether it has been solved.
    [[nodiscard]] bool has(const EndingClass& ending) const {
        return solved_.contains(ending.name());
    }
    [[nodiscard]] Result<std::shared_ptr<const SolvedTable>>
    table_of(const EndingClass& ending) override;

private:
    std::map<std::string, std::shared_ptr<const SolvedTable>> solved_{};
};

} // namespace rata
