// Moves in the order in which tables would play them, and the line they lead to.
#pragma once

#include "tablebase/endgame_tables.hpp"

#include <vector>

namespace rata {

struct TableMoveFacts {
    Move move{};
    bool zeroes = false; ///< a capture or pawn move
    /// Of the side that moves, counted from before the move.
    TableFacts facts{};
};

/// What a legal move is worth. Nothing if that is not known.
[[nodiscard]] std::optional<TableMoveFacts> facts_of_move(const Position& position, Move move,
                                                          const EndgameTables& tables);

/// All legal moves, the best first: wins by the shortest mate (or zeroing, where mates are not
/// known), draws, losses by the longest. Nothing unless all of them are known.
[[nodiscard]] std::optional<std::vector<TableMoveFacts>> ranked_moves(const Position& position,
                                                                      const EndgameTables& tables);

/// What the best of the moves is worth. Nothing of the position itself is asked.
[[nodiscard]] std::optional<TableFacts> facts_from_moves(const Position& position,
                                                         const EndgameTables& tables);

/// Best play of both sides from here on, at most so many plies: to the mate, if it is known.
[[nodiscard]] std::vector<Move> table_line(const Position& position, const EndgameTables& tables,
                                           std::size_t most);

} // namespace rata
