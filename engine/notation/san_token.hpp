// The fast path under san.hpp: a move in SAN taken apart without looking at the board, and matched
// against a position without generating moves. Nothing here allocates or explains; errors are put
// into words by explain_san, afterwards, from the same text.
#pragma once

#include "engine/rules/position.hpp"

#include <string_view>

namespace rata {

/// What a text says. Hints are sets of squares, so that they can be intersected with pieces.
struct SanToken {
    enum class Kind : std::uint8_t {
        Piece,      ///< of type `piece`, a pawn among them
        Coordinate, ///< no piece letter, but both squares
        Castling,   ///< to the side `wing`
    };
    Kind kind = Kind::Piece;
    PieceType piece = PieceType::Pawn;
    PieceType promotion = PieceType::Pawn; ///< Pawn: none was given
    Wing wing = Wing::King;
    bool captures = false; ///< a capture sign was written; binding for pawns only
    Square to = Square::None;
    Bitboard from = kAllSquares; ///< the squares that file, rank or both allow
};

/// Takes the move at `text` apart and returns the place after its check marks; nullptr if the bytes
/// are not a move. The text must end in a byte that is no part of any move, such as NUL.
[[nodiscard]] const char* scan_san(const char* text, SanToken& token);

/// The one legal move that the token means; none() if there is none or more than one.
[[nodiscard]] Move resolve_san(const SanToken& token, const Position& position);

/// Why the text is no legal move. Call it when scan_san or resolve_san failed.
[[nodiscard]] Error explain_san(std::string_view text, const Position& position);

/// Whether the king of the side to move is safe after one of its other pieces goes from one square
/// to the other, taking what is there. Not for en passant.
[[nodiscard]] bool keeps_king_safe(const Position& position, Square from, Square to);

} // namespace rata
