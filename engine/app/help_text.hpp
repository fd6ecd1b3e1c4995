// --help as text, made from the table of commands and their syntax.
#pragma once

#include "engine/app/command.hpp"
#include "engine/app/help_rows.hpp"

#include <string>
#include <string_view>

namespace rata {

/// Of the program, on one screen: what commands there are.
[[nodiscard]] std::string program_overview();
/// Of a command or a group of commands; its name must be in the table.
[[nodiscard]] std::string help_on(std::string_view topic);
/// Of everything there is: all commands, options of the engine, exit codes.
[[nodiscard]] std::string complete_help();

} // namespace rata
