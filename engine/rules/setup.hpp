// A position as somebody wrote it down: every field of a FEN as plain data, not yet checked. The
// only way from outside into a Position is Position::from_setup, which checks all of it.
#pragma once

#include "engine/rules/castling.hpp"
#include "engine/rules/piece.hpp"

namespace rata {

struct Setup {
    EnumArray<Square, Piece> board = all_empty();
    Color side_to_move = Color::White;
    /// The start square of the rook that may still castle, or None. It names the right.
    EnumArray<Color, EnumArray<Wing, Square>> castling_rook = no_castling();
    /// The square a pawn just jumped over, or None.
    Square en_passant = Square::None;
    std::uint16_t halfmove_clock = 0;
    std::uint16_t fullmove_number = 1;
    /// Chess960: castling is written as king takes rook.
    bool chess960 = false;

    [[nodiscard]] static constexpr EnumArray<Square, Piece> all_empty() {
        EnumArray<Square, Piece> board;
        for (Piece& piece : board.values) piece = Piece::None;
        return board;
    }
    [[nodiscard]] static constexpr EnumArray<Color, EnumArray<Wing, Square>> no_castling() {
        EnumArray<Color, EnumArray<Wing, Square>> rooks;
        for (const Color color : kColors)
            for (const Wing wing : kWings) rooks[color][wing] = Square::None;
        return rooks;
    }

    bool operator==(const Setup&) const = default;
};

/// What a position that is set up must keep to.
enum class SetupRule : std::uint8_t {
    Chess, ///< the counts of pieces and of checking pieces that a game of chess can bring about
    /// What lists of moves, material counts and evaluations have room for: kMostMen on the board,
    /// and of one colour kMostOfKind of each type, where pawns count as what they may become.
    Searchable,
};
inline constexpr int kMostMen = 32;
inline constexpr int kMostOfKind = 15;

} // namespace rata
