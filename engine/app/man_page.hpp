// The man page, made from the tables of commands and options: docs/ratatosk.6.
#pragma once

#include <string>

namespace rata {

/// In the language of man(7).
[[nodiscard]] std::string man_page();

} // namespace rata
