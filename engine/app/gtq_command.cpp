#include "engine/app/commands.hpp"
#include "tools/gtq/gtq_program.hpp"

#include <memory>

namespace rata {

namespace {

static_assert(static_cast<int>(gtq::Exit::Done) == static_cast<int>(ExitCode::Done) &&
              static_cast<int>(gtq::Exit::CheckFailed) == static_cast<int>(ExitCode::CheckFailed) &&
              static_cast<int>(gtq::Exit::Usage) == static_cast<int>(ExitCode::Usage) &&
              static_cast<int>(gtq::Exit::InputOutput) == static_cast<int>(ExitCode::InputOutput) &&
              static_cast<int>(gtq::Exit::Interrupted) == static_cast<int>(ExitCode::Interrupted));

} // namespace

Action declare_gtq_command(Syntax& syntax) {
    const auto words = std::make_shared<std::vector<std::string>>();
    syntax.form("[COMMAND] [ARGUMENT...]");
    syntax.all_words("ARGUMENT", "a command of gtq, queries, logs and options",
                     [words](const std::vector<std::string>& all) -> Result<void> {
                         *words = all;
                         return {};
                     });
    syntax.note(
        "This is the program gtq, for an installation that has ratatosk only. 'ratatosk gtq "
        "--help' lists its commands, 'ratatosk gtq COMMAND --help' tells about one of them; "
        "the language of the queries is described in GRAMMAR.md.");
    syntax.note("Exit code 1: an expectation was not met, two logs differ, or a log is damaged.");
    syntax.example("ratatosk gtq -q 'node: count(*) by technique' start.gtf",
                   "how the nodes of a logged tree ended");
    syntax.example("ratatosk gtq tree start.gtf --depth 2",
                   "the largest parts of the tree as text");
    return [words](Console& console) {
        console.flush();
        return static_cast<ExitCode>(gtq::run_gtq(*words));
    };
}

} // namespace rata
