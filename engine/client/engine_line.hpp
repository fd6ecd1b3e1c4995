// What a UCI engine says, read: options it declares, scores, best moves. Engines are not ours, so
// that everything unexpected is passed over rather than refused. Lines in, values out.
#pragma once

#include "engine/client/player.hpp"

#include <string>
#include <string_view>

namespace rata {

/// The name in "option name Clear Hash type button"; empty if it is no such line.
[[nodiscard]] std::string_view declared_option(std::string_view line);

/// Whether the line tells a score of the best line of thought: then it may be the last to do so.
[[nodiscard]] bool tells_best_line(std::string_view line);

/// Score, depth and nodes of an info line, as far as they are there.
void read_info_line(std::string_view line, Thought& thought);

/// The move behind "bestmove", and the one to ponder on: dropped if it cannot be played.
[[nodiscard]] std::variant<std::monostate, Fault>
read_best_move(std::string_view line, const Position& position, Thought& thought);

/// "go wtime 1000 btime 900 winc 10 binc 10".
[[nodiscard]] std::string go_text(const Limits& limits);

} // namespace rata
