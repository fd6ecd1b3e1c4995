// What --help prints, made from the tables of commands and options.
#pragma once

#include "tools/gtq/gtq_arguments.hpp"

namespace gtq {

[[nodiscard]] std::string help_text(CommandId command);

} // namespace gtq
