// From a line of the XBoard protocol to a command. Knows no state and no chess. What is no command
// may be a move, for GUIs that do not say "usermove"; the translator finds out.
#pragma once

#include "engine/base/result.hpp"
#include "engine/protocol/xboard_command.hpp"

#include <string_view>

namespace rata::xboard {

/// An Error means that the command is known, but cannot be obeyed as it stands. Its message is what
/// stands in the brackets of "Error (...)".
[[nodiscard]] Result<Command> parse(std::string_view line);

} // namespace rata::xboard
