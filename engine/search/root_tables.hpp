// Endgame tables at the root: the move that they would play, so that nothing need be searched. It
// lives as long as one search, and asks before that begins.
#pragma once

#include "engine/search/search_runner.hpp"
#include "engine/search/shared_search.hpp"
#include "tablebase/best_move.hpp"

namespace rata {

class RootTables {
public:
    /// Asks about all root moves, unless this is an analysis, which wants to be searched.
    RootTables(const SearchRequest& request, SharedSearch& shared, const RootMoves& moves);

    /// The moves with their scores, best first, those that are shown with their lines. Nothing if
    /// the tables do not know the way to win, or how to resist longest.
    [[nodiscard]] std::optional<RootMoves> best_moves() const;
    /// Without the moves that throw away what the tables say can be had.
    [[nodiscard]] RootMoves without_mistakes(const RootMoves& moves) const;
    /// Continues the lines that are shown to the mate, where tables know it.
    void show_mates(RootMoves& moves) const;

private:
    /// How good a move is, worst first. Wins and losses are certain if the fifty moves suffice for
    /// them.
    enum class Tier : std::uint8_t {
        Mated,
        Lost,
        PerhapsLost,
        Drawn,
        PerhapsWon,
        Won,
        Mates,
    };
    struct RankedMove {
        Move move{};
        Tier tier{};
        bool zeroes = false;        ///< a capture or pawn move
        std::optional<int> plies{}; ///< to the mate, or to zeroing where that is not known
    };

    [[nodiscard]] std::optional<RankedMove> rank(Move move) const;
    [[nodiscard]] static bool is_better(const RankedMove& left, const RankedMove& right);
    [[nodiscard]] static Score score_of(const RankedMove& move);
    [[nodiscard]] std::vector<Move> line_of(const RankedMove& move) const;

    const SearchRequest& request_;
    const EndgameTables* tables_;
    std::vector<RankedMove> ranked_{}; ///< empty unless all of them are known
};

} // namespace rata
