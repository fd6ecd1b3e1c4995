// What --help prints, made from the tables of commands and options; and the tables that the man
// page shares with it.
#pragma once

#include "tools/gtq/gtq_arguments.hpp"

namespace gtq {

[[nodiscard]] std::string help_text(CommandId command);

struct ExampleRow {
    CommandId command;
    std::string_view line;
    std::string_view meaning;
};

struct ExitRow {
    std::string_view code;
    std::string_view meaning;
};

[[nodiscard]] std::span<const ExampleRow> example_rows();
[[nodiscard]] std::span<const ExitRow> exit_rows();

/// An option that goes with every command, and what it does.
struct GeneralOptionRow {
    std::string_view name;
    std::string_view meaning;
};
[[nodiscard]] std::span<const GeneralOptionRow> general_option_rows();

} // namespace gtq
