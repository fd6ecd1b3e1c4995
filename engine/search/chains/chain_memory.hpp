// What a worker keeps while chains are in use: the table, the line of every node on the way, and if
// it is asked for the search that tells how wrong a chain was. None of it exists while they are
// off.
#pragma once

#include "engine/search/chains/chain_table.hpp"
#include "engine/search/chains/shadow_search.hpp"

namespace rata {

struct ChainMemory {
    ChainTable table{};
    /// By ply: the best line of the node there, as far as it was searched with depth.
    std::array<Chain, kMaxPly + 2> lines{};
    std::unique_ptr<ShadowSearch> shadow{};

    [[nodiscard]] Chain& line(Ply ply) { return lines[static_cast<std::size_t>(ply)]; }
};

} // namespace rata
