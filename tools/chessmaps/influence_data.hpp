// What the net of the Chessmaps heuristic learns from: who ruled which square before a quiet move,
// and which squares the moved piece attacked after it, and would have after other moves. From games
// of self-play (*.rsp) or PGN.
#pragma once

#include "engine/base/result.hpp"
#include "engine/search/chessmaps/square_control.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace rata {

struct InfluenceExample {
    ControlMap control{};
    Bitboard played{};              ///< the influence of the move of the game
    std::vector<Bitboard> others{}; ///< and of all other quiet moves
};

struct InfluenceData {
    std::vector<InfluenceExample> learnt{};
    std::vector<InfluenceExample> held_out{}; ///< of every twentieth game
    std::uint64_t games = 0;
};

/// Quiet moves only: captures and promotions are classes of their own and not ordered by the net.
[[nodiscard]] Result<InfluenceData> read_influence_data(const std::vector<std::string>& files);

} // namespace rata
