// A position that was given on the command line, in any of the ways that
// engine/notation/position_text.hpp knows.
#pragma once

#include "engine/app/console.hpp"
#include "engine/app/syntax.hpp"
#include "engine/notation/fen.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rata {

/// What --chess960 means: without it the position itself tells.
[[nodiscard]] FenOptions fen_options(bool chess960);

/// Declares the flag --chess960.
void declare_chess960(Syntax& syntax, bool& chess960);
/// Declares the words of the position as the arguments of the command.
void declare_position(Syntax& syntax, std::vector<std::string>& words);
/// How a position is given, for the help of an option that takes one.
[[nodiscard]] std::string position_help();

/// A complaint about a text that is no position.
void complain_about_position(Console& console, std::string_view text, const Error& error);

/// The position, or nothing after a complaint about what is wrong with it.
[[nodiscard]] std::optional<Position> read_position(Console& console, std::string_view text,
                                                    const FenOptions& options);

/// The same for a position in one or more words.
[[nodiscard]] std::optional<Position>
read_position_words(Console& console, const std::vector<std::string>& words, bool chess960);

} // namespace rata
