// The whole program behind main(): reads the command line, runs the command, answers for what goes
// wrong.
#pragma once

#include "engine/app/exit_code.hpp"

#include <string>
#include <vector>

namespace rata {

/// The arguments without the name of the program.
[[nodiscard]] ExitCode run_program(const std::vector<std::string>& arguments);

} // namespace rata
