// What can be chosen about move chains. Where the published figure leaves something open there is a
// switch here; the table with the reasons is in docs/experiments/move-chains.md.
#pragma once

#include "eval/score.hpp"

#include <cstdint>

namespace rata {

enum class MoveChains : std::uint8_t {
    Off,
    Paper,  ///< the value of a chain replaces the search of its first move, everywhere
    Play,   ///< the same, but not at the root nor at PV nodes of the first two plies
    Order,  ///< chains only order moves
    Verify, ///< the value counts only where a search of less depth agrees
};

/// Which lines are kept.
enum class ChainStore : std::uint8_t {
    Improved, ///< those that raised alpha or cut off
    Always,   ///< the best line of every node
};

/// How long chains are kept.
enum class ChainLife : std::uint8_t { Iteration, Search, Game };

/// How a move of a chain finds the next one.
enum class ChainLinks : std::uint8_t {
    Shared, ///< every move has one place; a newer chain bends the older ones that pass through it
    Own,    ///< a chain keeps its moves to itself; only another with the same first move ends it
};

struct ChainOptions {
    MoveChains mode = MoveChains::Off;
    ChainStore store = ChainStore::Improved;
    ChainLife life = ChainLife::Game;
    ChainLinks links = ChainLinks::Shared;
    int max_length = 8;
    /// Chains are asked at nodes with at least so much depth left.
    Depth min_depth = 1;
    /// Only chains at least as long as the depth that is left.
    bool must_cover = false;
    /// Verify: plies less than the full search.
    Depth reduction = 3;
    /// Search in full as well whatever a chain decides, and tell the observer what came out.
    bool shadow = false;
};

} // namespace rata
