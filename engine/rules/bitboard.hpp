// A set of squares in 64 bits, one bit a square, A1 lowest. A value type: no chess beyond geometry.
#pragma once

#include "engine/rules/square.hpp"

#include <bit>
#include <cstdint>
#include <iterator>

namespace rata {

class Bitboard {
public:
    constexpr Bitboard() = default;
    explicit constexpr Bitboard(std::uint64_t bits) : bits_(bits) {}
    /// The set of one square. Implicit, so that `occupied ^ from ^ to` reads as it is meant.
    constexpr Bitboard(Square square) : bits_(std::uint64_t{1} << index(square)) {}

    [[nodiscard]] static constexpr Bitboard of(File file) {
        return Bitboard{0x0101010101010101ULL << static_cast<unsigned>(file)};
    }
    [[nodiscard]] static constexpr Bitboard of(Rank rank) {
        return Bitboard{0xFFULL << (8 * static_cast<unsigned>(rank))};
    }

    [[nodiscard]] constexpr std::uint64_t bits() const { return bits_; }
    explicit constexpr operator bool() const { return bits_ != 0; }
    [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
    [[nodiscard]] constexpr int count() const { return std::popcount(bits_); }
    [[nodiscard]] constexpr bool more_than_one() const { return (bits_ & (bits_ - 1)) != 0; }
    [[nodiscard]] constexpr bool contains(Square square) const {
        return (bits_ >> index(square) & 1) != 0;
    }

    /// The lowest square. The set must not be empty.
    [[nodiscard]] constexpr Square first() const {
        return square_at(static_cast<unsigned>(std::countr_zero(bits_)));
    }
    /// The highest square. The set must not be empty.
    [[nodiscard]] constexpr Square last() const {
        return square_at(63U - static_cast<unsigned>(std::countl_zero(bits_)));
    }
    /// Removes and returns the lowest square. The set must not be empty.
    constexpr Square pop_first() {
        const Square square = first();
        bits_ &= bits_ - 1;
        return square;
    }

    constexpr bool operator==(const Bitboard&) const = default;

    friend constexpr Bitboard operator&(Bitboard a, Bitboard b) {
        return Bitboard{a.bits_ & b.bits_};
    }
    friend constexpr Bitboard operator|(Bitboard a, Bitboard b) {
        return Bitboard{a.bits_ | b.bits_};
    }
    friend constexpr Bitboard operator^(Bitboard a, Bitboard b) {
        return Bitboard{a.bits_ ^ b.bits_};
    }
    friend constexpr Bitboard operator~(Bitboard a) { return Bitboard{~a.bits_}; }
    friend constexpr Bitboard operator<<(Bitboard a, unsigned n) { return Bitboard{a.bits_ << n}; }
    friend constexpr Bitboard operator>>(Bitboard a, unsigned n) { return Bitboard{a.bits_ >> n}; }
    constexpr Bitboard& operator&=(Bitboard other) { return *this = *this & other; }
    constexpr Bitboard& operator|=(Bitboard other) { return *this = *this | other; }
    constexpr Bitboard& operator^=(Bitboard other) { return *this = *this ^ other; }

    /// Iterates the squares from A1 to H8.
    class Iterator {
    public:
        using value_type = Square;
        using difference_type = std::ptrdiff_t;

        constexpr Iterator() = default;
        explicit constexpr Iterator(std::uint64_t rest) : rest_(rest) {}
        constexpr Square operator*() const {
            return square_at(static_cast<unsigned>(std::countr_zero(rest_)));
        }
        constexpr Iterator& operator++() {
            rest_ &= rest_ - 1;
            return *this;
        }
        constexpr Iterator operator++(int) {
            const Iterator before = *this;
            ++*this;
            return before;
        }
        constexpr bool operator==(const Iterator&) const = default;

    private:
        std::uint64_t rest_ = 0;
    };
    [[nodiscard]] constexpr Iterator begin() const { return Iterator{bits_}; }
    [[nodiscard]] constexpr Iterator end() const { return Iterator{}; }

private:
    std::uint64_t bits_ = 0;
};

inline constexpr Bitboard kNoSquares{};
inline constexpr Bitboard kAllSquares{~std::uint64_t{0}};
inline constexpr Bitboard kDarkSquares{0xAA55AA55AA55AA55ULL};
inline constexpr Bitboard kBackRanks = Bitboard::of(Rank::One) | Bitboard::of(Rank::Eight);

[[nodiscard]] constexpr Bitboard rank_of(Color color, Rank relative) {
    return Bitboard::of(relative_rank(color, relative));
}

/// Every square moved one step; what would leave the board is dropped.
[[nodiscard]] constexpr Bitboard shift_east(Bitboard set) {
    return (set & ~Bitboard::of(File::H)) << 1;
}
[[nodiscard]] constexpr Bitboard shift_west(Bitboard set) {
    return (set & ~Bitboard::of(File::A)) >> 1;
}
[[nodiscard]] constexpr Bitboard shift_forward(Color color, Bitboard set) {
    return color == Color::White ? set << 8 : set >> 8;
}
[[nodiscard]] constexpr Bitboard shift_forward_east(Color color, Bitboard set) {
    return shift_forward(color, shift_east(set));
}
[[nodiscard]] constexpr Bitboard shift_forward_west(Color color, Bitboard set) {
    return shift_forward(color, shift_west(set));
}

} // namespace rata
