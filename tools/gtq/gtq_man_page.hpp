// The man page, made from the tables of commands and options: docs/gtq.1.
#pragma once

#include <string>

namespace gtq {

/// In the language of man(7).
[[nodiscard]] std::string man_page();

} // namespace gtq
