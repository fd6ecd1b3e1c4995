// The positions of self-play files that a net learns from, and those that are held out: whole games
// of them, for positions of one game are alike.
#pragma once

#include "engine/base/result.hpp"
#include "tools/train/net_position.hpp"

#include <functional>
#include <string>
#include <vector>

namespace rata {

/// Who says what a position is worth.
enum class NetTeacher : std::uint8_t {
    Search,     ///< that of the game, at its move
    Evaluation, ///< the hand-made one, without any search
};

struct NetDataSource {
    std::vector<std::string> files{};
    NetTeacher teacher = NetTeacher::Search;
    /// Of the evaluation one can learn from any position: so many more for each one of a game, by a
    /// random move from there.
    int neighbours = 0;
    /// Of the search: positions are left out in which it sees so many more centipawns than the
    /// evaluation, for either side. A net cannot see tactics, but is disturbed by them. 0: none.
    int most_surprise = 0;
    std::uint64_t held_out_of = 20;   ///< one game in so many is held out
    std::uint64_t most_positions = 0; ///< 0: all
};

struct NetData {
    std::vector<NetPosition> learnt{};
    std::vector<NetPosition> held_out{};
    std::uint64_t games = 0;
    std::uint64_t lost_bytes = 0; ///< in damaged blocks

    /// Of all positions in their order: other data has another one.
    [[nodiscard]] std::uint32_t checksum() const;
};

/// Reads the files in their order. `watch` hears how many positions there are by now, and ends the
/// reading by false.
[[nodiscard]] Result<NetData> read_net_data(const NetDataSource& source,
                                            const std::function<bool(std::uint64_t)>& watch);

} // namespace rata
