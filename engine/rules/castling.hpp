// Castling rights, and the squares they concern. In Chess960 king and rooks may start anywhere on
// the back rank, so the squares belong to the position, not to the rules.
#pragma once

#include "engine/rules/bitboard.hpp"

namespace rata {

enum class Wing : std::uint8_t { King, Queen };
[[nodiscard]] constexpr std::size_t enum_size(Wing) { return 2; }
inline constexpr std::array kWings{Wing::King, Wing::Queen};

/// A set of up to four rights.
class CastlingRights {
public:
    constexpr CastlingRights() = default;
    explicit constexpr CastlingRights(std::uint8_t bits) : bits_(bits) {}

    [[nodiscard]] static constexpr CastlingRights of(Color color, Wing wing) {
        return CastlingRights{static_cast<std::uint8_t>(
            1U << (static_cast<unsigned>(color) * 2 + static_cast<unsigned>(wing)))};
    }
    [[nodiscard]] static constexpr CastlingRights of(Color color) {
        return CastlingRights{static_cast<std::uint8_t>(3U << (static_cast<unsigned>(color) * 2))};
    }
    [[nodiscard]] static constexpr CastlingRights all() { return CastlingRights{15}; }

    [[nodiscard]] constexpr bool has(Color color, Wing wing) const {
        return (bits_ & of(color, wing).bits_) != 0;
    }
    [[nodiscard]] constexpr bool has_any(Color color) const {
        return (bits_ & of(color).bits_) != 0;
    }
    [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
    [[nodiscard]] constexpr std::uint8_t bits() const { return bits_; }

    constexpr CastlingRights& operator|=(CastlingRights other) {
        bits_ |= other.bits_;
        return *this;
    }
    [[nodiscard]] constexpr CastlingRights without(CastlingRights other) const {
        return CastlingRights{static_cast<std::uint8_t>(bits_ & ~other.bits_)};
    }
    constexpr bool operator==(const CastlingRights&) const = default;

private:
    std::uint8_t bits_ = 0;
};

/// Where king and rook stand after castling, whatever their start squares were.
[[nodiscard]] constexpr Square castled_king(Color color, Wing wing) {
    return relative_square(color, wing == Wing::King ? Square::G1 : Square::C1);
}
[[nodiscard]] constexpr Square castled_rook(Color color, Wing wing) {
    return relative_square(color, wing == Wing::King ? Square::F1 : Square::D1);
}

} // namespace rata
