// What a net looks like and the whole numbers it is kept in: 768 inputs for each side, a hidden
// layer of any width, one output for each bucket. FORMAT.md has the whole of it.
#pragma once

#include "engine/rules/position.hpp"

#include <cstdint>

namespace rata {

/// Sixteen-bit numbers are kept and added by lines of the processor's cache: the widest register.
inline constexpr std::size_t kLineNumbers = 32;
struct alignas(64) NumberLine {
    std::array<std::int16_t, kLineNumbers> numbers{};
};

struct NetShape {
    /// Own or not, six types of pieces, 64 squares.
    static constexpr std::size_t kInputs = 2 * 6 * 64;
    /// So many at most: the sums of the output layer fit into 32 bits on the narrowest registers.
    static constexpr std::size_t kMostHidden = 512;
    static constexpr std::size_t kMostBuckets = 8;

    /// Neurons of the hidden layer for each side, a multiple of kLineNumbers.
    std::size_t hidden = kLineNumbers;
    /// Outputs, one of which is asked, by the number of pieces on the board.
    std::size_t buckets = 1;
    /// Centipawns of an output of one.
    int scale = 400;

    [[nodiscard]] std::size_t lines() const { return hidden / kLineNumbers; }
    [[nodiscard]] std::size_t bucket_of(int pieces) const {
        constexpr std::size_t kFewest = 2;
        constexpr std::size_t kPieceCounts = 31;
        return (static_cast<std::size_t>(pieces) - kFewest) * buckets / kPieceCounts;
    }

    bool operator==(const NetShape&) const = default;
};

/// One in the hidden layer is 255 of the whole numbers, one of the output's weights is 64.
inline constexpr int kHiddenUnit = 255;
inline constexpr int kOutputUnit = 64;
/// What the sum of the output counts in: the hidden layer is squared.
inline constexpr std::int64_t kSumUnit = std::int64_t{kHiddenUnit} * kHiddenUnit * kOutputUnit;

/// With weights in these limits no sum of 32 pieces leaves 16 bits, and no product of the output.
inline constexpr int kMostInputWeight = 992;
inline constexpr int kMostHiddenBias = 1023;
inline constexpr int kMostOutputWeight = 127;
inline constexpr std::int32_t kMostOutputBias = 1'000'000'000;

/// A side sees the board from its own end, and from the left if its king is on the right half.
struct NetView {
    Color side = Color::White;
    bool mirrored = false;

    [[nodiscard]] static bool mirrors(Square king) { return file_of(king) >= File::E; }
    [[nodiscard]] static NetView of(const Position& position, Color side) {
        return {side, mirrors(position.king(side))};
    }

    /// The number of the input that a piece on a square is.
    [[nodiscard]] std::size_t input(Piece piece, Square square) const {
        const unsigned flips = (side == Color::White ? 0U : 56U) ^ (mirrored ? 7U : 0U);
        const unsigned other = color_of(piece) == side ? 0 : 1;
        return (other * 6 + static_cast<unsigned>(type_of(piece))) * 64 + (index(square) ^ flips);
    }
};

} // namespace rata
