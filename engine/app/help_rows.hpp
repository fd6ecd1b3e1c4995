// What --help and the man page both tell, as rows of a name and its meaning. The options of the
// engine come from the option table.
#pragma once

#include "engine/app/syntax.hpp"

#include <string>
#include <vector>

namespace rata {

struct HelpRow {
    std::string left{};
    std::string right{};
};

/// What an argument or option of a command looks like, and what it means.
[[nodiscard]] HelpRow help_row(const Parameter& parameter);

/// Options that stand before any command, or instead of one.
[[nodiscard]] std::vector<HelpRow> general_option_rows();
[[nodiscard]] std::vector<HelpRow> exit_code_rows();
/// "Hash=N", and what it means, with range and default.
[[nodiscard]] std::vector<HelpRow> engine_option_rows();

/// The engine's options as a document in Markdown: docs/options.md.
[[nodiscard]] std::string options_document();

} // namespace rata
