// Moves as UCI writes them: "e2e4", "e7e8q", "0000". Castling is the king's move ("e1g1") in usual
// chess and king takes own rook ("e1h1") in Chess960.
#pragma once

#include "engine/rules/position.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace rata {

enum class CastlingText : std::uint8_t { KingMove, KingTakesRook };

/// none() and null() are "0000".
[[nodiscard]] std::string to_coordinate(Move move, CastlingText castling);
/// Castling as the position has it (Position::is_chess960).
[[nodiscard]] std::string to_coordinate(Move move, const Position& position);

/// The legal move that the whole text spells. Usual chess reads both forms of castling, Chess960
/// king takes rook only, because the other form may be an ordinary move of the king. "0000" is no
/// move. The error tells bad text, a move no piece can make, and a king left in check apart.
[[nodiscard]] Result<Move> parse_coordinate(std::string_view text, const Position& position);

/// The move that two squares and a promotion piece mean in this position, legal or not: castling
/// and en passant are recognised as parse_coordinate does.
[[nodiscard]] Move move_between(const Position& position, Square from, Square to,
                                std::optional<PieceType> promotion);

} // namespace rata
