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

/// "ply score time nodes pv": depth, score and nodes. False if it is no such line.
bool read_thinking(std::string_view line, Thought& thought);

/// The text of the move in "move e2e4" or in the older "1. ... e2e4"; empty if it is no such line.
[[nodiscard]] std::string_view move_in_line(std::string_view line);

/// Whether the engine says that it gives up, or that the game is over.
[[nodiscard]] bool is_resignation(std::string_view line);
[[nodiscard]] bool is_result_claim(std::string_view line);
/// "Illegal move: ...", "Error (...): ...".
[[nodiscard]] bool is_complaint(std::string_view line);

/// "level 40 1:30 0.5", for the first move of a game.
[[nodiscard]] std::string level_text(const Limits& limits, Color side);

} // namespace rata
