// ChessmapsOrdering (after K. Greer, "Computer Chess Move Ordering Schemes Using Move Influence").
// Idea: moves fall into eight classes by what exchanges say of them; a neural net orders the
// largest class by which squares a move would attack. Danger: it costs more than the search of a
// node. Worth: see docs/experiments/move-chains.md; off by default. One for each worker.
#pragma once

#include "engine/search/chessmaps/influence_net.hpp"
#include "engine/search/chessmaps/move_class.hpp"

namespace rata {

class ChessmapsOrder {
public:
    /// Looks at that position, which changes from node to node; moves are made on it for a moment.
    explicit ChessmapsOrder(Position& position) : position_(position) {}

    /// The first class that fits a legal move:
    ///   safe     the exchange on the square it goes to loses nothing
    ///   capture  it takes something, or promotes
    ///   forced   where it stood the enemy, if he were to move, would have won it by exchange
    ///   forcing  it gives check, or afterwards an exchange would win where none would before
    [[nodiscard]] MoveClass class_of(Move move);
    /// For sorting: by class, among captures by `capture_score`, among others by the net.
    [[nodiscard]] int score(Move move, int capture_score);

private:
    /// What holds for all moves of a position.
    void look();
    [[nodiscard]] bool is_forcing(Move move);

    Position& position_;
    Key seen_ = 0; ///< the position looked at
    Bitboard hanging_{};
    Bitboard threatened_{};
    CheckInfo check_info_{};
    InfluenceNet::Influence influence_{};
};

} // namespace rata
