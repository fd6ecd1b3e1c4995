// What an XBoard engine says, read: features, thinking, moves, claims. Lines in, values out; what
// is not understood is passed over, as the protocol asks of a GUI.
#pragma once

#include "engine/client/player.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace rata {

struct XBoardFeature {
    std::string name{};
    std::string value{}; ///< without quotation marks
};

/// The features in 'feature ping=1 myname="A 1.0" done=1'; empty if it is no such line.
[[nodiscard]] std::vector<XBoardFeature> read_features(std::string_view line);

/// What "9 35 120 45678 e2e4 e7e5" tells: depth, centipawns, hundredths of a second (which are left
/// out: our own clock counts), nodes, and a line of play.
struct XBoardThinking {
    Depth depth = 0;
    SpelledScore score{};
    std::uint64_t nodes = 0;
    std::string_view play{}; ///< as it stands there, behind the numbers; may be empty
};

/// Nothing if it is another line.
[[nodiscard]] std::optional<XBoardThinking> read_thinking(std::string_view line);

/// The move that a line of play begins with, in SAN or coordinates. Engines put much before and
/// around it: more figures, move numbers ("1.", "1...", "1.e4"), brackets, notes in angles such as
/// "<HT>". Nothing if there is no legal move, or if the line is marked as one that fell below what
/// was expected ("e4?"), which says that the move is worse than was believed, not that it is best.
[[nodiscard]] std::optional<Move> first_move_of(std::string_view play, const Position& position);

/// The text of the move in "move e2e4" or in the older "1. ... e2e4"; empty if it is no such line.
[[nodiscard]] std::string_view move_in_line(std::string_view line);

/// Whether the engine says that it gives up, or that the game is over.
[[nodiscard]] bool is_resignation(std::string_view line);
[[nodiscard]] bool is_result_claim(std::string_view line);
/// Whether it refuses the move or the position that it was told: "Illegal move: e2e4",
/// "tellusererror Illegal position". Engines say the same of commands that they do not know
/// ("Illegal move: sd 5"), which is no reason to lose a game; so one of the moves must be named.
[[nodiscard]] bool refuses(std::string_view line, const std::vector<std::string>& told_moves);

/// "level 40 1:30 0.5", for the first move of a game.
[[nodiscard]] std::string level_text(const Limits& limits, Color side);

} // namespace rata
