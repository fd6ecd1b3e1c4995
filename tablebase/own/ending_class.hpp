// Which men stand on the board, in the one order in which tables know them: "KQKR". The stronger
// side comes first and is called White here, whatever its colour in the game.
#pragma once

#include "engine/base/result.hpp"
#include "engine/rules/material.hpp"
#include "engine/rules/square.hpp"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rata {

struct Man {
    Color side = Color::White;
    PieceType type = PieceType::King;

    bool operator==(const Man&) const = default;
};

inline constexpr std::size_t kMostTableMen = 5;

/// Where each man of a class stands, in the order of EndingClass::men().
using MenSquares = std::array<Square, kMostTableMen>;

class EndingClass {
public:
    /// The two kings.
    EndingClass() = default;

    /// "KQKR", "krkq" or "KQvKR": the same class, three to five men.
    [[nodiscard]] static Result<EndingClass> parse(std::string_view name);
    /// Every class of so many men, each behind those that its captures and promotions lead to.
    [[nodiscard]] static std::vector<EndingClass> all_of(std::size_t men);

    /// White's king, Black's king, White's men and Black's men, each side's strongest first.
    [[nodiscard]] std::span<const Man> men() const { return {men_.data(), count_}; }
    [[nodiscard]] std::size_t size() const { return count_; }
    [[nodiscard]] const Man& operator[](std::size_t i) const { return men_[i]; }
    [[nodiscard]] std::ptrdiff_t pawns() const;
    [[nodiscard]] bool has_pawns() const { return pawns() != 0; }
    /// Both sides have the same: the table holds one side to move only.
    [[nodiscard]] bool is_symmetric() const;
    [[nodiscard]] Material material() const;
    [[nodiscard]] std::string name() const;

    bool operator==(const EndingClass&) const = default;

private:
    friend struct Arrangement;

    std::array<Man, kMostTableMen> men_{Man{Color::White, PieceType::King},
                                        Man{Color::Black, PieceType::King}};
    std::size_t count_ = 2;
};

/// Any men, brought into the order of their class.
struct Arrangement {
    EndingClass ending{};
    bool exchanged = false; ///< the sides: White of the class is Black of the men
    /// The man of the class at i is the man given at order[i].
    std::array<std::uint8_t, kMostTableMen> order{};

    /// Two kings, White's first, and at most three other men.
    [[nodiscard]] static Arrangement of(std::span<const Man> men);

    /// Where the men of the class stand, if the men given stand on `squares`.
    [[nodiscard]] MenSquares apply(const MenSquares& squares) const {
        MenSquares arranged{};
        for (std::size_t i = 0; i < ending.size(); ++i) {
            const Square square = squares[order[i]];
            arranged[i] = exchanged ? flip_ranks(square) : square;
        }
        return arranged;
    }
};

} // namespace rata
