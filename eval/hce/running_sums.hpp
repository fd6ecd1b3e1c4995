// The part of the evaluation that is a sum over pieces, kept up to date move by move: material and
// squares of both sides, and the phase. One is kept for each ply of the line being searched.
//
// Squares are worth what they are worth with the own king on the right half of the board. Where he
// will stand is not known while pieces move, so both sums are kept, of the board as it is and of
// the board mirrored; which of them counts is asked for at the end.
#pragma once

#include "engine/rules/board_delta.hpp"
#include "engine/rules/position.hpp"
#include "eval/hce/tapered.hpp"

#include <cstdint>

namespace rata {

class RunningSums {
public:
    RunningSums() = default;
    explicit RunningSums(const Position& position);

    void apply(const BoardDelta& delta) {
        for (const BoardDelta::Change& change : delta) {
            const auto& shares = kShares[change.piece];
            Sides& side = sides_[color_of(change.piece)];
            side.add(shares[index(change.to)]);
            side.subtract(shares[index(change.from)]);
        }
    }

    /// Material and squares, White less Black, the kings standing where they do.
    [[nodiscard]] Tapered balance(Square white_king, Square black_king) const {
        return sides_[Color::White].with_king(white_king) -
               sides_[Color::Black].with_king(black_king);
    }
    [[nodiscard]] int phase() const {
        return sides_[Color::White].sums[Sides::Phase] + sides_[Color::Black].sums[Sides::Phase];
    }

    bool operator==(const RunningSums&) const = default;

private:
    /// What the pieces of one side sum up to. Sixteen bits hold any legal side several times over,
    /// and all sums together are one register, to be added and subtracted at once.
    struct Sides {
        enum Sum : std::size_t { Mg, Eg, MirroredMg, MirroredEg, Phase };
        std::array<std::int16_t, 8> sums{};

        bool operator==(const Sides&) const = default;

        void add(const Sides& other) {
            for (std::size_t i = 0; i < sums.size(); ++i)
                sums[i] = static_cast<std::int16_t>(sums[i] + other.sums[i]);
        }
        void subtract(const Sides& other) {
            for (std::size_t i = 0; i < sums.size(); ++i)
                sums[i] = static_cast<std::int16_t>(sums[i] - other.sums[i]);
        }
        [[nodiscard]] Tapered with_king(Square king) const {
            return file_of(king) < File::E ? Tapered{sums[MirroredMg], sums[MirroredEg]}
                                           : Tapered{sums[Mg], sums[Eg]};
        }
    };
    /// What a piece adds to its side, by square, and last nothing at all for Square::None, where
    /// pieces come from and go to.
    using Shares = std::array<Sides, 65>;
    static const EnumArray<Piece, Shares> kShares;
    static EnumArray<Piece, Shares> build_shares();

    EnumArray<Color, Sides> sides_{};
};

} // namespace rata
