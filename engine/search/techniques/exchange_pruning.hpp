// ExchangePruning. Idea: a move that loses material by exchange must gain something else, and near
// the horizon there is no time to see it. Danger: sacrifices; what may be lost grows with depth,
// for captures faster than for quiet moves.
// Worth: +135 +- 44 Elo in 200 games, without it 1.56 times the nodes; see docs/search.md.
#pragma once

#include "engine/rules/position.hpp"
#include "engine/search/node.hpp"
#include "engine/search/tunable.hpp"

namespace rata::exchange_pruning {

inline constexpr Depth kMaxDepth = 9;

[[nodiscard]] inline int allowed_loss(Depth depth, bool noisy) {
    return noisy ? tuned(Tunable::ExchangeNoisy) * depth
                 : tuned(Tunable::ExchangeQuiet) * depth * depth;
}

[[nodiscard]] inline bool applies(const Position& position, Move move, Depth depth, bool noisy) {
    return depth <= kMaxDepth && !position.exchange_gains(move, -allowed_loss(depth, noisy));
}

} // namespace rata::exchange_pruning
