// A move in 16 bits: from, to, promotion piece, kind. It says nothing of whether it is legal: a
// Move from a table, the wire or a book is checked by Position::is_legal before it is made.
// Castling is stored as "king takes own rook", which is unambiguous in Chess960 as well.
#pragma once

#include "engine/rules/piece.hpp"
#include "engine/rules/square.hpp"

namespace rata {

enum class MoveKind : std::uint8_t { Normal, Promotion, EnPassant, Castling };

class Move {
public:
    /// No move; equal to default construction. Its raw value is 0.
    [[nodiscard]] static constexpr Move none() { return Move{}; }
    /// The passed turn of null-move search; only Position::make_null plays it.
    [[nodiscard]] static constexpr Move null() { return Move{kNullRaw}; }
    [[nodiscard]] static constexpr Move normal(Square from, Square to) {
        return Move{from, to, MoveKind::Normal, PieceType::Knight};
    }
    [[nodiscard]] static constexpr Move promotion(Square from, Square to, PieceType piece) {
        return Move{from, to, MoveKind::Promotion, piece};
    }
    [[nodiscard]] static constexpr Move en_passant(Square from, Square to) {
        return Move{from, to, MoveKind::EnPassant, PieceType::Knight};
    }
    [[nodiscard]] static constexpr Move castling(Square king_from, Square rook_from) {
        return Move{king_from, rook_from, MoveKind::Castling, PieceType::Knight};
    }
    /// For packed storage only (tables, files): the inverse of raw(), unchecked.
    [[nodiscard]] static constexpr Move from_raw(std::uint16_t raw) { return Move{raw}; }

    [[nodiscard]] constexpr Square from() const { return square_at(raw_ & 63U); }
    [[nodiscard]] constexpr Square to() const { return square_at(raw_ >> 6 & 63U); }
    [[nodiscard]] constexpr MoveKind kind() const { return static_cast<MoveKind>(raw_ >> 14); }
    /// Knight to Queen; meaningful for promotions only.
    [[nodiscard]] constexpr PieceType promotion_type() const {
        return static_cast<PieceType>((raw_ >> 12 & 3U) + 1U);
    }
    [[nodiscard]] constexpr bool is_promotion() const { return kind() == MoveKind::Promotion; }
    [[nodiscard]] constexpr bool is_castling() const { return kind() == MoveKind::Castling; }
    [[nodiscard]] constexpr bool is_en_passant() const { return kind() == MoveKind::EnPassant; }
    /// False for none() and null(): whether a piece moves.
    [[nodiscard]] constexpr bool is_some() const { return from() != to(); }
    [[nodiscard]] constexpr std::uint16_t raw() const { return raw_; }

    constexpr bool operator==(const Move&) const = default;

    constexpr Move() = default;

private:
    static constexpr std::uint16_t kNullRaw = 1 | 1 << 6; // b1-b1, which no piece can play

    explicit constexpr Move(std::uint16_t raw) : raw_(raw) {}
    constexpr Move(Square from, Square to, MoveKind kind, PieceType piece)
        : raw_(static_cast<std::uint16_t>(index(from) | index(to) << 6 |
                                          (static_cast<unsigned>(piece) - 1U) << 12 |
                                          static_cast<unsigned>(kind) << 14)) {}

    std::uint16_t raw_ = 0;
};

} // namespace rata
