// Standard error sent to nowhere, for calls of a foreign library that prints there. It is that of
// the whole process, so what other threads say meanwhile is lost as well: keep it short.
#pragma once

#include "engine/base/file_handle.hpp"

namespace rata {

class MutedErrors {
public:
    MutedErrors();
    /// Standard error is again what it was.
    ~MutedErrors();
    MutedErrors(const MutedErrors&) = delete;
    MutedErrors& operator=(const MutedErrors&) = delete;

private:
    FileHandle kept_{}; ///< none if it could not be muted
};

} // namespace rata
