// Legal move generation and counting. What comes out is legal; nothing needs to be filtered.
#pragma once

#include "engine/rules/move_list.hpp"
#include "engine/rules/position.hpp"

namespace rata {

enum class MoveSet {
    All,
    Noisy, ///< captures, en passant and every promotion
    Quiet, ///< all the rest, castling included
};

/// Appends the legal moves of the set to the list.
template <MoveSet Set = MoveSet::All>
void generate(const Position& position, MoveList& moves);

[[nodiscard]] inline MoveList legal_moves(const Position& position) {
    MoveList moves;
    generate(position, moves);
    return moves;
}

/// How many legal moves there are, without listing them.
[[nodiscard]] std::uint64_t count_legal_moves(const Position& position);
/// Whether there is one: the question of mate and stalemate.
[[nodiscard]] bool has_legal_move(const Position& position);

} // namespace rata
