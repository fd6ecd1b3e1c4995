// ChessmapsOrdering (after K. Greer, "Computer Chess Move Ordering Schemes Using Move Influence").
// Idea: moves fall into eight classes by what exchanges say of them; within the classes of quiet
// moves a neural net decides by which squares a move would attack. Danger: it costs more than the
// search of a node. Worth: see docs/experiments/move-chains.md; off by default. One for each
// worker.
#pragma once

#include "engine/search/chessmaps/chessmaps_choice.hpp"
#include "engine/search/chessmaps/influence_net.hpp"
#include "engine/search/chessmaps/move_class.hpp"

namespace rata {

class ChessmapsOrder {
public:
    /// Looks at that position, which changes from node to node; moves are made on it for a moment.
    explicit ChessmapsOrder(Position& position, ChessmapsChoice choice = ChessmapsChoice::Net)
        : position_(position), choice_(choice) {}

    /// The first class that fits a legal move:
    ///   safe     the exchange on the square it goes to loses nothing
    ///   capture  it takes something, or promotes
    ///   forced   where it stood the enemy, if he were to move, would have won it by exchange
    ///   forcing  it gives check, or afterwards an exchange would win where none would before
    [[nodiscard]] MoveClass class_of(Move move) { return look_at(move).its_class; }

    /// What the order within a class is made of, where others know it.
    struct Hints {
        int capture = 0; ///< of a noisy move: 16 for each centipawn that it takes
        int history = 0; ///< of a quiet move
    };
    /// For sorting. Classes come first. Within them:
    ///   captures  by `hints.capture`, equals by what the exchange gains
    ///   forcing   checks first, threats to mere pawns last
    ///   quiet     by what was chosen: the net, or history
    ///   all       the more another piece is worth that the enemy would then win, the later
    [[nodiscard]] int score(Move move, Hints hints);
    /// Whether that is the score of a move before all quiet ones.
    [[nodiscard]] static bool is_safe_capture(int score) {
        return score > -(static_cast<int>(MoveClass::SafeCapture) * kClass + kClass / 2);
    }

private:
    static constexpr int kClass = 1 << 21;

    /// What a move is and does, in centipawns.
    struct Outlook {
        MoveClass its_class{};
        bool gives_check = false;
        int threat = 0; ///< the best piece that an exchange would win, and would not before
        int loss = 0;   ///< the best piece that the enemy would win, but not the one that moved
    };
    [[nodiscard]] Outlook look_at(Move move);
    /// What holds for all moves of a position.
    void look_around();
    [[nodiscard]] int quiet_score(Move move, const Outlook& outlook, int history) const;
    [[nodiscard]] int exchange_gain(Move move) const;
    [[nodiscard]] int most_valuable(Bitboard squares) const;

    Position& position_;
    ChessmapsChoice choice_;
    Key seen_ = 0; ///< the position looked at
    Bitboard hanging_{};
    Bitboard threatened_{};
    CheckInfo check_info_{};
    InfluenceNet::Influence influence_{};
};

} // namespace rata
