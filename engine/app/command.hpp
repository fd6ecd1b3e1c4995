// A command of the program: its name on the command line, and how it declares what it accepts.
// A new command is one line in command_table.cpp and one file of its own.
#pragma once

#include "engine/app/console.hpp"
#include "engine/app/exit_code.hpp"
#include "engine/app/syntax.hpp"

#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace rata {

/// What a command does once its command line has been read.
using Action = std::function<ExitCode(Console&)>;

struct Command {
    std::string_view name;    ///< one word, or two: a group and the command in it
    std::string_view summary; ///< one line for the list of commands
    /// Fills the syntax; the action owns the variables that the command line is read into.
    Action (*declare)(Syntax& syntax);
};

/// A first word under which commands are gathered.
struct CommandGroup {
    std::string_view name;
    std::string_view summary;
};

/// Commands that serve one purpose, for the overview. Groups are named once.
struct CommandSection {
    std::string_view title;
    std::vector<std::string_view> first_words;
};

/// In the order in which help shows them.
[[nodiscard]] std::span<const Command> command_table();
[[nodiscard]] std::span<const CommandGroup> command_groups();
[[nodiscard]] const std::vector<CommandSection>& command_sections();

} // namespace rata
