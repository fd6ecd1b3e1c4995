// The bytes of names. PGN files are UTF-8, or older than that: the parser passes bytes through, and
// whoever shows them to a person or writes JSON converts them here.
#pragma once

#include <string>
#include <string_view>

namespace rata {

/// Well-formed UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF.
[[nodiscard]] bool is_utf8(std::string_view bytes);

/// Windows-1252, of which Latin-1 is the visible part. Its five unassigned bytes become U+FFFD.
[[nodiscard]] std::string utf8_from_cp1252(std::string_view bytes);

/// The bytes themselves if they are UTF-8 already, else converted from Windows-1252.
[[nodiscard]] std::string to_utf8(std::string_view bytes);

} // namespace rata
