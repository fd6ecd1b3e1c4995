// Who rules which square: what the Chessmaps heuristic sees of a position. A square belongs to the
// side that comes out ahead when both exchange on it, sliders behind sliders included.
#pragma once

#include "engine/rules/position.hpp"

namespace rata {

/// Whether `by`, if it were to move, would win material by beginning to capture on the square,
/// where an enemy piece stands.
[[nodiscard]] bool wins_by_exchange(const Position& position, Square square, Color by);

/// The pieces of `owner` but the king that the other side would win by exchange if it were to move.
[[nodiscard]] Bitboard losing_pieces(const Position& position, Color owner);

/// Every square that a piece of that side attacks.
[[nodiscard]] Bitboard attacked_by(const Position& position, Color side);

/// The squares as the side to move sees them: for Black the board is turned over, so that pawns
/// always go up. Turning twice gives the same again.
[[nodiscard]] Bitboard seen_by(Color side, Bitboard squares);

/// The squares that the side to move rules, and those that the other does; neither rules the rest.
/// As the side to move sees them.
struct ControlMap {
    Bitboard ours{};
    Bitboard theirs{};

    bool operator==(const ControlMap&) const = default;
};
[[nodiscard]] ControlMap control_of(const Position& position);

/// The squares that a moved piece attacks from where it goes, turned over in the same way. Castling
/// counts as a move of the king.
[[nodiscard]] Bitboard influence_of(const Position& position, Move move);

} // namespace rata
