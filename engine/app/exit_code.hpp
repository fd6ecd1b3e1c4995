// How every command ends, as the shell sees it. Documented for people in docs/commands.md.
#pragma once

#include "engine/base/interrupt.hpp"

namespace rata {

enum class ExitCode {
    Done = 0,
    CheckFailed = 1, ///< the command ran, but what it checked is not right
    Usage = 2,       ///< the command line is wrong; nothing was done
    InputOutput = 3, ///< something could not be read, understood or written
    Interrupted = kInterruptedExitCode,
};

} // namespace rata
