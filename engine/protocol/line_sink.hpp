// Where a protocol's lines go: a pipe in the program, a list in tests.
#pragma once

#include <string_view>

namespace rata {

/// Called from any thread; each call is one line, or several that belong together.
class LineSink {
public:
    LineSink() = default;
    LineSink(const LineSink&) = delete;
    LineSink& operator=(const LineSink&) = delete;
    virtual ~LineSink() = default;

    /// Without the last newline.
    virtual void write_line(std::string_view line) = 0;
};

} // namespace rata
