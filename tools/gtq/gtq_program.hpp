// The program behind main(): reads the command line, runs the command, answers for what goes wrong.
#pragma once

#include "engine/base/interrupt.hpp"
#include "engine/base/standard_output.hpp"
#include "tools/gtq/gtq_arguments.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace gtq {

/// As the shell sees it; the same numbers as those of ratatosk.
enum class Exit {
    Done = 0,
    CheckFailed = 1, ///< an expectation was not met, a checked log is damaged, two logs differ
    Usage = 2,
    InputOutput = 3, ///< something could not be read, understood or written
    Interrupted = rata::kInterruptedExitCode,
};

/// After a log that cannot be read to its end: for commands that check a damaged log is an outcome,
/// for the others a failure.
[[nodiscard]] Exit exit_of(const rata::Error& error, const Arguments& arguments);

/// Results go to standard output or into a file, everything else to standard error.
class Output {
public:
    using IsStopped = std::function<bool()>;
    using Work = std::function<rata::Result<void>(const IsStopped&)>;
    using Write = std::function<rata::Result<void>(std::string_view)>;
    using Maker = std::function<rata::Result<void>(const Write&)>;

    void write(std::string_view text) { output_.write(text); }
    void flush() { output_.flush(); }
    /// A line on standard error: "gtq: ...".
    void complain(std::string_view message);
    void complain(const rata::Error& error) { complain(error.to_string()); }
    /// Lines on standard error as they are.
    void tell(std::string_view lines);
    /// Does what leaves something behind in the middle: by itself the first Ctrl-C ends nothing,
    /// but is for the work to ask for, which then fails and cleans up. finish() tells it.
    [[nodiscard]] rata::Result<void> watch(const Work& work);
    /// Puts what `make` writes into a file in one step. After a failure, and after Ctrl-C, the file
    /// is as it was, and nothing lies beside it.
    [[nodiscard]] rata::Result<void> make_file(const std::string& path, const Maker& make);
    [[nodiscard]] rata::Result<void> write_file(const std::string& path, std::string_view text);
    [[nodiscard]] Exit finish(Exit exit);
    /// The first failure of standard output. Who writes much asks now and then, and
    /// stops; finish() tells it.
    [[nodiscard]] const std::optional<rata::Error>& failure() const { return output_.failure(); }

private:
    rata::StandardOutput output_{};
    bool was_interrupted_ = false;
};

/// The words are those of the command line without the name of the program.
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
