// Which positions of a game are worth learning from. Files keep whole games; they are filtered when
// they are read, so that another filter needs no other data.
#pragma once

#include "tools/datagen/selfplay_game.hpp"

namespace rata {

struct PositionFilter {
    std::size_t first_plies = 8; ///< of each game that are passed over
    bool in_check = false;       ///< whether to keep positions in check
    bool noisy_best = false;     ///< whether to keep those where the best move captures or promotes
    bool mates = false;          ///< whether to keep those with the score of a mate

    [[nodiscard]] bool keeps(const Position& position, const SelfplayPly& ply,
                             std::size_t number) const {
        if (number < first_plies) return false;
        if (!in_check && position.in_check()) return false;
        if (!mates && ply.score.is_decisive()) return false;
        return noisy_best || !position.is_noisy(ply.move);
    }
};

/// Calls sink(position, ply) for each position of the game that the filter keeps.
template <typename Sink>
void for_each_kept(const SelfplayGame& game, const PositionFilter& filter, Sink&& sink) {
    Position position = game.start;
    for (std::size_t i = 0; i < game.plies.size(); ++i) {
        const SelfplayPly& ply = game.plies[i];
        if (filter.keeps(position, ply, i)) sink(position, ply);
        position.make(ply.move);
    }
}

} // namespace rata
