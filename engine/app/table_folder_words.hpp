// What the commands about endgame tables share: the folder that they take if none is named, and
// what is said about one that is not there.
#pragma once

#include "engine/app/syntax.hpp"

#include <optional>
#include <string>

namespace rata {

/// Where `tb generate` writes and the others look, below the folder in which they are started.
inline constexpr const char* kUsualTableFolder = "tables";

/// The option --dir of commands that ask tables.
void declare_table_folder(Syntax& syntax, std::optional<std::string>& folder);

/// What is wrong with the folder, if it is none.
[[nodiscard]] std::optional<Error> missing_folder(const std::string& folder);

} // namespace rata
