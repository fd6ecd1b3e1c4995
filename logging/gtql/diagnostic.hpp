// How a problem in a query is told: the message, the line, a caret below the place, and the nearest
// name that is known, if a name was not. Errors are of the house's one type; this makes and prints
// them.
#pragma once

#include "engine/base/error.hpp"
#include "engine/base/suggestion.hpp"
#include "logging/gtql/token.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace gtql {

/// Of the byte order mark that some editors write in front of UTF-8; 0 if there is none.
[[nodiscard]] std::size_t size_of_mark(std::string_view text);

/// An error at a place of the text, with line, column and byte filled in; the source is left open.
[[nodiscard]] rata::Error error_at(std::string_view text, Place place, std::string message);

/// Something that is allowed but hardly meant. Kept apart from errors, because the query runs.
struct Warning {
    std::string message{};
    rata::Where where{};
};

[[nodiscard]] Warning warning_at(std::string_view text, Place place, std::string message);

/// "source:line:column: error: message", the line, and a caret below the column; of a long line the
/// part around it. The text is the one in which the error was found; an error without a line is
/// told in one line.
[[nodiscard]] std::string render_error(std::string_view text, const rata::Error& error);
[[nodiscard]] std::string render_warning(std::string_view text, const Warning& warning);

/// A name or number as a message tells it: of a long one the beginning.
[[nodiscard]] std::string shortened(std::string_view text);

/// Names that are not known are refused with the nearest one that is.
using rata::nearest_name;

} // namespace gtql
