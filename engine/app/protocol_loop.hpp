// The program as a GUI starts it: lines in, lines out, until the GUI says so, closes the pipe, or
// the system asks the process to end.
#pragma once

#include "engine/app/exit_code.hpp"
#include "engine/session/options.hpp"

namespace rata {

/// SIGPIPE must be ignored by then, and no other thread may have been started.
[[nodiscard]] ExitCode run_protocol_loop(const Options& options);

} // namespace rata
