// What the engine says in UCI: values to lines, nothing else. No floating point number and no
// locale gets into any of them.
#pragma once

#include "engine/protocol/win_draw_loss.hpp"
#include "engine/rules/position.hpp"
#include "engine/search/report.hpp"
#include "engine/session/options.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rata::uci {

/// "option name Hash type spin default 16 min 1 max 33554432"
[[nodiscard]] std::string option_line(const OptionRow& row);

/// "cp 20", "mate -3"; a win by tables is far above every evaluation.
[[nodiscard]] std::string score_text(Score score);

/// Moves with one blank between them, as the root position writes them.
[[nodiscard]] std::string moves_text(const Position& root, std::span<const Move> moves);

/// "info depth ...". The moves of the report must be playable from the root; without any, and
/// without nodes, as for a game that is over, there is nothing but depth and score.
[[nodiscard]] std::string line_text(const Position& root, const LineReport& report, bool show_wdl);

/// What is known of the root moves (reports: the best first) in the shape of lc0's
/// VerboseMoveStats: "info string e2e4  (  1) N:   12005 (+ 0) (P: 22.38%) ... (cp: 35) (depth:
/// 14)", the worst first, and a line for "node" at the end. P is the share of the nodes.
[[nodiscard]] std::vector<std::string> root_move_lines(const Position& root,
                                                       const std::vector<RootMoveReport>& reports);

/// "bestmove e2e4 ponder e7e5", "bestmove (none)".
[[nodiscard]] std::string best_move_text(const Position& root, Move best, Move ponder);

/// "info string ..." for each line of the text.
[[nodiscard]] std::string string_text(std::string_view text);

} // namespace rata::uci
