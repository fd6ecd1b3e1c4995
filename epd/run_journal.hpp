// What of a run survives its process: a line of JSON for every search that has ended, written at
// once, so that an interrupted run can be gone on with. The first line says what was asked of whom:
// results of different settings are never mixed. docs/epd.md has the format.
#pragma once

#include "engine/base/append_file.hpp"
#include "engine/base/file_lock.hpp"
#include "epd/suite_run.hpp"

namespace rata {

class RunJournal {
public:
    /// Begins the file, or reads what is in it into the table: outcomes of positions that are still
    /// asked in the same way. Searches that failed are not taken over, so that they are tried
    /// again. A last line that was cut off is dropped. The names of the engines must be known. A
    /// journal that another process writes is an error with its process id.
    [[nodiscard]] static Result<RunJournal> open(const std::string& file, const RunPlan& plan,
                                                 OutcomeTable& outcomes);

    [[nodiscard]] Result<void> add(const RunPlan& plan, std::size_t position, std::size_t subject,
                                   const Outcome& outcome);

private:
    RunJournal(FileLock lock, AppendFile file) : lock_(std::move(lock)), file_(std::move(file)) {}

    FileLock lock_;
    AppendFile file_;
};

} // namespace rata
