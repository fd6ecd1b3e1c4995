// Whether a game is over by the rules of chess, and by which of them. A search has its own, quicker
// questions; this is for whoever referees whole games.
#pragma once

#include "engine/rules/position.hpp"

#include <optional>

namespace rata {

enum class GameEnd : std::uint8_t {
    Checkmate, ///< of the side to move
    Stalemate,
    Repetition, ///< the position stands for the third time
    FiftyMoves,
    Material, ///< nobody can mate
};

/// Nothing as long as the game goes on. Mate goes before everything else.
[[nodiscard]] std::optional<GameEnd> game_end(const Position& position);

} // namespace rata
