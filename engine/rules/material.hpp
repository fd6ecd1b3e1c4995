// How many of each piece there are, kings aside: ten counts of four bits, so that it is exact (see
// kMostOfKind) and can serve as a key by itself.
#pragma once

#include "engine/rules/piece.hpp"

namespace rata {

class Material {
public:
    constexpr Material() = default;

    [[nodiscard]] constexpr int count(Piece piece) const {
        return static_cast<int>(counts_ >> shift(piece) & 15U);
    }
    [[nodiscard]] constexpr int count(Color color, PieceType type) const {
        return count(make_piece(color, type));
    }
    [[nodiscard]] constexpr bool none_but_kings() const { return counts_ == 0; }
    [[nodiscard]] constexpr std::uint64_t bits() const { return counts_; }

    /// Kings are not counted: adding one changes nothing.
    constexpr void add(Piece piece) { counts_ += unit(piece); }
    constexpr void remove(Piece piece) { counts_ -= unit(piece); }

    constexpr bool operator==(const Material&) const = default;

private:
    [[nodiscard]] static constexpr unsigned shift(Piece piece) {
        return 4 * static_cast<unsigned>(piece);
    }
    [[nodiscard]] static constexpr std::uint64_t unit(Piece piece) {
        return type_of(piece) == PieceType::King ? 0 : std::uint64_t{1} << shift(piece);
    }

    std::uint64_t counts_ = 0;
};

} // namespace rata
