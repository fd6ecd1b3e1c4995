// Byte offset, line and column in a long text that is seen buffer by buffer. Lines are counted only
// up to where somebody asked, and once at the end of each buffer. One owner, one thread.
#pragma once

#include "engine/base/error.hpp"

#include <string_view>

namespace rata {

/// How many '\n' there are.
[[nodiscard]] std::size_t count_newlines(std::string_view text);

class LineCounter {
public:
    LineCounter() = default;
    /// Begins at a place in the middle, which must be the first byte of a line.
    explicit LineCounter(const Where& start) : byte_(start.byte), line_(start.line) {
        line_start_ = byte_;
    }

    /// The next buffer: its first byte is the one after the last that advance_to passed.
    void enter(const char* buffer) { counted_ = buffer; }
    /// The place of a byte of the buffer, without the name of the source. Not one further left than
    /// the last that was asked for.
    [[nodiscard]] Where locate(const char* at);
    /// Leaves the buffer; the next one continues at `end`.
    void leave(const char* end) { count_to(end); }

private:
    void count_to(const char* at);

    const char* counted_ = nullptr; ///< the three numbers are about this place
    std::size_t byte_ = 0;
    std::size_t line_ = 1;
    std::size_t line_start_ = 0;
};

} // namespace rata
