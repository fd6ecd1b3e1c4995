// The program behind main(): reads the command line, runs the command, answers for what goes wrong.
#pragma once

#include "engine/base/standard_output.hpp"
#include "tools/gtq/gtq_arguments.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace gtq {

/// As the shell sees it; the same numbers as those of ratatosk.
enum class Exit {
    Done = 0,
    CheckFailed = 1, ///< an expectation was not met, a log is damaged, two logs differ
    Usage = 2,
    InputOutput = 3, ///< something could not be read, understood or written
};

/// Results go to standard output, everything else to standard error.
class Output {
public:
    void write(std::string_view text) { output_.write(text); }
    void flush() { output_.flush(); }
    /// A line on standard error: "gtq: ...".
    void complain(std::string_view message);
    void complain(const rata::Error& error) { complain(error.to_string()); }
    /// Lines on standard error as they are.
    void tell(std::string_view lines);
    [[nodiscard]] Exit finish(Exit exit);

private:
    rata::StandardOutput output_{};
};

[[nodiscard]] Exit run_gtq(const std::vector<std::string>& words);

// The commands, each in a file of its own.
[[nodiscard]] Exit run_queries(const Arguments& arguments, Output& output);
[[nodiscard]] Exit run_diff(const Arguments& arguments, Output& output);
[[nodiscard]] Exit run_repl(const Arguments& arguments, Output& output);
[[nodiscard]] Exit run_info(const Arguments& arguments, Output& output);
[[nodiscard]] Exit run_schema(const Arguments& arguments, Output& output);
[[nodiscard]] Exit run_verify(const Arguments& arguments, Output& output);
[[nodiscard]] Exit run_repair(const Arguments& arguments, Output& output);
[[nodiscard]] Exit run_pack(const Arguments& arguments, Output& output);
[[nodiscard]] Exit run_export(const Arguments& arguments, Output& output);
[[nodiscard]] Exit run_tree(const Arguments& arguments, Output& output);
[[nodiscard]] Exit run_dot(const Arguments& arguments, Output& output);
[[nodiscard]] Exit run_treemap(const Arguments& arguments, Output& output);

} // namespace gtq
