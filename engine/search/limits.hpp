// What a search may spend. Everything is optional and all of it holds together: the first limit
// reached ends the search.
#pragma once

#include "engine/rules/move.hpp"
#include "eval/score.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace rata {

using std::chrono::milliseconds;

struct ClockState {
    std::optional<milliseconds> remaining{};
    milliseconds increment{0};
};

struct Limits {
    EnumArray<Color, ClockState> clock{};
    /// Moves until the next time control; absent means sudden death.
    std::optional<int> moves_to_go{};
    std::optional<milliseconds> move_time{};
    /// The clock runs by nodes, so many to the second, instead of by time.
    std::optional<std::uint64_t> nodes_per_second{};
    std::optional<Depth> depth{};
    std::optional<std::uint64_t> nodes{};
    /// Stop when a mate in this many moves is found.
    std::optional<int> mate{};
    /// Do not end before being told to, whatever has been found.
    bool infinite = false;
    /// Think on the opponent's time: as infinite until the ponder hit, then by the clock.
    bool ponder = false;
    /// Consider only these root moves; empty means all.
    std::vector<Move> search_moves{};
};

} // namespace rata
