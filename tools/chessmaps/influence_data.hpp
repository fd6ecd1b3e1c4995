// What the net of the Chessmaps heuristic learns from: who ruled which square before a quiet move,
// and which squares the moved piece attacked after it, and would have after other moves. From games
// of self-play (*.rsp) or PGN: their moves, or those that cut off in searches of their positions.
#pragma once

#include "engine/base/result.hpp"
#include "engine/search/chessmaps/square_control.hpp"
#include "eval/score.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rata {

struct InfluenceExample {
    ControlMap control{};
    Bitboard played{};              ///< the influence of the move of the game, or that cut off
    std::vector<Bitboard> others{}; ///< and of all other quiet moves it was chosen from
};

struct InfluenceData {
    std::vector<InfluenceExample> learnt{};
    std::vector<InfluenceExample> held_out{}; ///< of every twentieth game
    std::uint64_t games = 0;
};

struct InfluenceLesson {
    /// So many plies are searched to see what cuts off; without it the moves played are learnt.
    std::optional<Depth> cutoff_depth{};
    /// One position in so many is searched.
    std::uint64_t every = 100;
};

/// Quiet moves only: captures and promotions are classes of their own and not ordered by the net.
[[nodiscard]] Result<InfluenceData> read_influence_data(const std::vector<std::string>& files,
                                                        const InfluenceLesson& lesson = {});

} // namespace rata
