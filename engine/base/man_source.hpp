// Text in the language of man(7): the pieces that the man pages of our programs are made of. What
// the pages say comes from the tables of commands and options of each program. Pure functions.
#pragma once

#include <string>
#include <string_view>

namespace rata {

/// Text as it must stand in the source of a man page: no line begins with a control character, and
/// hyphens stay what people type.
[[nodiscard]] std::string man_escaped(std::string_view text);

/// A name in bold and its meaning, indented below it.
[[nodiscard]] std::string man_row(std::string_view name, std::string_view meaning);
[[nodiscard]] std::string man_paragraph(std::string_view text);
/// The title is in quotation marks if it has blanks.
[[nodiscard]] std::string man_section(std::string_view title);

} // namespace rata
