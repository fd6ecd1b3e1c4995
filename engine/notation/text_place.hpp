// Errors of the parsers of single lines: they know the column, and leave source and line to whoever
// read the line.
#pragma once

#include "engine/base/error.hpp"

#include <utility>

namespace rata {

/// `offset` counts bytes from 0, columns count from 1.
[[nodiscard]] inline Where at_offset(std::size_t offset) {
    return Where{.source = {}, .line = 0, .column = offset + 1, .byte = offset};
}

[[nodiscard]] inline Error syntax_error(std::string message, std::size_t offset) {
    return Error{ErrorCode::Syntax, std::move(message), at_offset(offset)};
}

/// The same error of a text that begins `offset` bytes further left.
[[nodiscard]] inline Error moved_right(Error error, std::size_t offset) {
    error.where.byte += offset;
    error.where.column = error.where.byte + 1;
    return error;
}

} // namespace rata
