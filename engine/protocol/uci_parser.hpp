// From a line of UCI to a command. As the protocol asks, unknown words are passed over, with a
// remark, and so is what stands before the first word that is known. Knows no state and no chess.
#pragma once

#include "engine/base/result.hpp"
#include "engine/protocol/uci_command.hpp"

#include <functional>
#include <string_view>

namespace rata::uci {

/// Whether there is an option of that name: option names may hold the word "value".
using IsOptionName = std::function<bool(std::string_view)>;

/// An Error means that the command is known, but cannot be obeyed as it stands.
[[nodiscard]] Result<Parsed> parse(std::string_view line, const IsOptionName& is_option_name);

/// Whether the command of the line is "position", understood or not.
[[nodiscard]] bool is_about_position(std::string_view line);

/// What follows "go".
[[nodiscard]] Parsed parse_go(std::string_view rest);

/// What follows "setoption".
[[nodiscard]] Result<SetOption> parse_set_option(std::string_view rest,
                                                 const IsOptionName& is_option_name);

} // namespace rata::uci
