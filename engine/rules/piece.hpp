// Piece types and coloured pieces. `Piece` doubles as the content of a square, hence `None`.
#pragma once

#include "engine/rules/color.hpp"

#include <optional>

namespace rata {

enum class PieceType : std::uint8_t { Pawn, Knight, Bishop, Rook, Queen, King };

[[nodiscard]] constexpr std::size_t enum_size(PieceType) { return 6; }

inline constexpr std::array kPieceTypes{PieceType::Pawn, PieceType::Knight, PieceType::Bishop,
                                        PieceType::Rook, PieceType::Queen,  PieceType::King};

/// Colour in bit 3, type in bits 0-2; None is outside both.
enum class Piece : std::uint8_t {
    WhitePawn,
    WhiteKnight,
    WhiteBishop,
    WhiteRook,
    WhiteQueen,
    WhiteKing,
    None,
    BlackPawn = 8,
    BlackKnight,
    BlackBishop,
    BlackRook,
    BlackQueen,
    BlackKing,
};

[[nodiscard]] constexpr std::size_t enum_size(Piece) { return 14; }

[[nodiscard]] constexpr Piece make_piece(Color color, PieceType type) {
    return static_cast<Piece>(static_cast<unsigned>(color) << 3 | static_cast<unsigned>(type));
}
/// Not for Piece::None.
[[nodiscard]] constexpr PieceType type_of(Piece piece) {
    return static_cast<PieceType>(static_cast<unsigned>(piece) & 7U);
}
/// Not for Piece::None.
[[nodiscard]] constexpr Color color_of(Piece piece) {
    return static_cast<Color>(static_cast<unsigned>(piece) >> 3);
}

inline constexpr std::array kPieces{Piece::WhitePawn, Piece::WhiteKnight, Piece::WhiteBishop,
                                    Piece::WhiteRook, Piece::WhiteQueen,  Piece::WhiteKing,
                                    Piece::BlackPawn, Piece::BlackKnight, Piece::BlackBishop,
                                    Piece::BlackRook, Piece::BlackQueen,  Piece::BlackKing};

/// "PNBRQK" for White, "pnbrqk" for Black: the letters of FEN.
[[nodiscard]] constexpr char to_char(Piece piece) {
    constexpr char kLetters[] = "PNBRQK..pnbrqk";
    return kLetters[static_cast<std::size_t>(piece)];
}
[[nodiscard]] constexpr char to_upper_char(PieceType type) {
    return to_char(make_piece(Color::White, type));
}
[[nodiscard]] constexpr std::optional<Piece> piece_from_char(char letter) {
    for (const Piece piece : kPieces)
        if (to_char(piece) == letter) return piece;
    return std::nullopt;
}

} // namespace rata
