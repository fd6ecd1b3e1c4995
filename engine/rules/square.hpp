// Files, ranks and squares; A1 = 0, B1 = 1, ... H8 = 63. `Square::None` is absence.
#pragma once

#include "engine/rules/color.hpp"

#include <optional>
#include <string>

namespace rata {

enum class File : std::uint8_t { A, B, C, D, E, F, G, H };
enum class Rank : std::uint8_t { One, Two, Three, Four, Five, Six, Seven, Eight };

[[nodiscard]] constexpr std::size_t enum_size(File) { return 8; }
[[nodiscard]] constexpr std::size_t enum_size(Rank) { return 8; }

// clang-format off
enum class Square : std::uint8_t {
    A1, B1, C1, D1, E1, F1, G1, H1,
    A2, B2, C2, D2, E2, F2, G2, H2,
    A3, B3, C3, D3, E3, F3, G3, H3,
    A4, B4, C4, D4, E4, F4, G4, H4,
    A5, B5, C5, D5, E5, F5, G5, H5,
    A6, B6, C6, D6, E6, F6, G6, H6,
    A7, B7, C7, D7, E7, F7, G7, H7,
    A8, B8, C8, D8, E8, F8, G8, H8,
    None
};
// clang-format on

[[nodiscard]] constexpr std::size_t enum_size(Square) { return 64; }

[[nodiscard]] constexpr unsigned index(Square square) { return static_cast<unsigned>(square); }
[[nodiscard]] constexpr Square square_at(unsigned index) { return static_cast<Square>(index); }
[[nodiscard]] constexpr Square make_square(File file, Rank rank) {
    return square_at(static_cast<unsigned>(rank) * 8 + static_cast<unsigned>(file));
}
[[nodiscard]] constexpr File file_of(Square square) { return static_cast<File>(index(square) & 7); }
[[nodiscard]] constexpr Rank rank_of(Square square) {
    return static_cast<Rank>(index(square) >> 3);
}

/// The same square seen from the other side of the board (A1 <-> A8).
[[nodiscard]] constexpr Square flip_ranks(Square square) { return square_at(index(square) ^ 56); }
/// The rank as `color` counts it: its own back rank is One.
[[nodiscard]] constexpr Square flip_files(Square square) { return square_at(index(square) ^ 7); }
[[nodiscard]] constexpr Rank relative_rank(Color color, Rank rank) {
    return color == Color::White ? rank : static_cast<Rank>(7 - static_cast<unsigned>(rank));
}
[[nodiscard]] constexpr Square relative_square(Color color, Square square) {
    return color == Color::White ? square : flip_ranks(square);
}
/// One step towards the opponent. The result must lie on the board.
[[nodiscard]] constexpr Square step_forward(Color color, Square square) {
    return square_at(color == Color::White ? index(square) + 8 : index(square) - 8);
}

[[nodiscard]] constexpr char to_char(File file) {
    return static_cast<char>('a' + static_cast<int>(file));
}
[[nodiscard]] constexpr char to_char(Rank rank) {
    return static_cast<char>('1' + static_cast<int>(rank));
}
[[nodiscard]] constexpr std::optional<File> file_from_char(char letter) {
    if (letter < 'a' || letter > 'h') return std::nullopt;
    return static_cast<File>(letter - 'a');
}
[[nodiscard]] constexpr std::optional<Rank> rank_from_char(char digit) {
    if (digit < '1' || digit > '8') return std::nullopt;
    return static_cast<Rank>(digit - '1');
}
[[nodiscard]] inline std::string to_string(Square square) {
    if (square == Square::None) return "-";
    return {to_char(file_of(square)), to_char(rank_of(square))};
}

} // namespace rata
