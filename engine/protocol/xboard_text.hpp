// What the engine says in the XBoard protocol: values to lines, nothing else. No floating point
// number and no locale gets into any of them.
#pragma once

#include "engine/rules/game_end.hpp"
#include "engine/search/report.hpp"
#include "engine/session/options.hpp"

#include <string>
#include <vector>

namespace rata::xboard {

/// The answer to "protover": lines of features, "done=1" in the last.
[[nodiscard]] std::vector<std::string> feature_lines(const Options& options);

/// Whether the option has its own command in this protocol, or means something in UCI only.
[[nodiscard]] bool has_own_command(const OptionRow& row);

/// 'feature option="MultiPV -spin 1 1 256"'.
[[nodiscard]] std::string option_feature(const OptionRow& row);

/// Centipawns; mates and wins by tables as 100000 and the number of moves.
[[nodiscard]] int score_number(Score score);

/// "depth score time nodes seldepth nps tbhits<tab>moves", with "!" behind the moves of a search
/// that failed high, and "?" of one that failed low.
[[nodiscard]] std::string thinking_line(const Position& root, const LineReport& report);

/// What the GUI said, to be said back to it: as it is, but no more of it than a person reads.
[[nodiscard]] std::string echo_of(std::string_view text);

/// What the GUI is to play: coordinates, and O-O in Chess960.
[[nodiscard]] std::string move_text(const Position& position, Move move);

/// "1-0 {White mates}".
[[nodiscard]] std::string result_text(const Position& position, GameEnd end);

} // namespace rata::xboard
