// LateMoveReduction. Idea: with good ordering the later a move comes the less likely it is best, so
// it is searched less deep first and again in full only if it surprises. The largest single gain of
// a modern search. Danger: deep quiet moves come late; every term below bends the reduction back
// where that is likely. Terms in 1/1024 ply.
// Worth: +171 +- 50 Elo in 200 games, without it 4.96 times the nodes; see docs/search.md.
#pragma once

#include "engine/search/node.hpp"

#include <cmath>

namespace rata::late_move_reduction {

inline constexpr Depth kMinDepth = 2;
inline constexpr int kMinMove = 2;

/// log(depth) * log(move number), the shape that every engine since 2005 found again.
class BaseTable {
public:
    BaseTable() {
        for (std::size_t depth = 1; depth < 64; ++depth)
            for (std::size_t move = 1; move < 64; ++move)
                table_[depth][move] = static_cast<int>(
                    1024.0 * (0.75 + std::log(static_cast<double>(depth)) *
                                         std::log(static_cast<double>(move)) / 2.3));
    }
    [[nodiscard]] int get(Depth depth, int move) const {
        return table_[static_cast<std::size_t>(std::min(depth, 63))]
                     [static_cast<std::size_t>(std::min(move, 63))];
    }

private:
    std::array<std::array<int, 64>, 64> table_{};
};
inline const BaseTable kBase;

inline constexpr int kNoisyShare = 2; ///< captures are reduced by half
inline constexpr int kPv = -1024;
inline constexpr int kManyRefutations = 3;

} // namespace rata::late_move_reduction
