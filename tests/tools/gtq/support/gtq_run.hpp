// Small logs of the chess schema, and gtq run on them in a folder that goes away afterwards.
#pragma once

#include "engine/base/process.hpp"
#include "logging/treelog/memory_log.hpp"
#include "tests/support/temporary_folder.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rata::test {

/// A root with so many children, all of them 1. e4.
[[nodiscard]] std::unique_ptr<treelog::MemoryLog> chess_log(std::size_t children);

/// The Italian game, again and again: at every level `branching` nodes with the same move.
[[nodiscard]] std::unique_ptr<treelog::MemoryLog> bushy_chess_log(std::size_t branching);

/// Iteration 3 with five children of the root, and iteration 4, which is bushy_chess_log(5): two
/// chunks, of which a file that is cut has the first.
[[nodiscard]] std::unique_ptr<treelog::MemoryLog> two_iterations_log();

/// A search by two threads for two lines. Of the main thread's last iteration the first line has
/// five nodes below the root, the second six; all other trees have others.
[[nodiscard]] std::unique_ptr<treelog::MemoryLog> two_threads_log();

/// Has log5.gtf and log8.gtf, named by the children of their roots.
class Gtq {
public:
    Gtq();

    [[nodiscard]] ProcessRun run(const std::vector<std::string>& words,
                                 std::string_view input = "") const;
    /// At a terminal, which shows what it echoes as well: these keys.
    [[nodiscard]] ProcessRun run_at_terminal(const std::string& words, std::string_view keys) const;
    void write(std::string_view name, std::string_view text) const;
    [[nodiscard]] std::string read(std::string_view name) const;
    [[nodiscard]] std::filesystem::path folder() const { return folder_.path(); }

private:
    [[nodiscard]] ProcessRun run_program(const std::string& program,
                                         const std::vector<std::string>& words,
                                         std::string_view input) const;

    TemporaryFolder folder_{};
};

/// Whether the text has the part, as a check.
bool holds(const std::string& text, std::string_view part);

} // namespace rata::test
