// A position to train a net with, in 32 bytes: the board as the side to move sees it, and what it
// should come to. Millions of them lie in memory at once.
#pragma once

#include "eval/nnue/net_shape.hpp"

#include <array>
#include <span>

namespace rata {

struct NetPosition {
    std::uint64_t occupied = 0;
    /// Four bits for each piece in the order of the squares, the low half of a byte first: its
    /// type, and 8 if it is the opponent's.
    std::array<std::uint8_t, 16> pieces{};
    std::int16_t score = 0;       ///< of the search, in centipawns, to the side to move
    std::uint8_t half_points = 0; ///< of the side to move when the game was over: 0, 1, 2
    std::array<std::uint8_t, 5> unused{};

    bool operator==(const NetPosition&) const = default;
};
static_assert(sizeof(NetPosition) == 32);

/// Score and result as the side to move sees them.
[[nodiscard]] NetPosition pack_position(const Position& position, int score, int half_points);

/// The inputs of both sides that are on, `own` as the side to move sees the board.
struct ActiveInputs {
    std::array<std::uint16_t, 32> own;
    std::array<std::uint16_t, 32> other;
    std::size_t count = 0;

    explicit ActiveInputs(const NetPosition& position);
};

} // namespace rata
