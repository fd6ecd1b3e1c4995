// UCI_LimitStrength: an engine that plays at about a given Elo. Two things make it weaker: it looks
// at few nodes, and among the lines it then knows it chooses with an error of judgement. It never
// chooses at random among all moves, and it does not unlearn to mate a bare king.
#pragma once

#include "engine/rules/position.hpp"
#include "engine/search/options.hpp"
#include "engine/search/root_moves.hpp"

#include <optional>

namespace rata {

struct Handicap {
    std::uint64_t nodes = 0;
    int lines = 1;    ///< how many moves it compares
    Margin blunder{}; ///< typical error in the worth of each

    /// Nothing when the options ask for full strength.
    [[nodiscard]] static std::optional<Handicap> of(const SearchOptions& options,
                                                    const Position& position);
    /// Puts the move to be played in front. The same seed and position give the same move.
    void choose(RootMoves& moves, const SearchOptions& options, const Position& position) const;
};

} // namespace rata
