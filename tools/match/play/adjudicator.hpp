// Ends games that are decided but not over: by endgame tables, by the scores of both engines, or by
// length. One object watches one game.
#pragma once

#include "tablebase/endgame_tables.hpp"
#include "tools/match/play/played_game.hpp"

namespace rata {

/// A draw when both have seen no more than `score` for `moves` moves each, not before `from_move`.
struct DrawRule {
    int from_move = 34;
    int moves = 8;
    int score = 20; ///< centipawns

    bool operator==(const DrawRule&) const = default;
};

/// A loss for one who has seen -`score` or worse for `moves` moves on end; two-sided: only if the
/// opponent has seen +`score` or better as long.
struct ResignRule {
    int moves = 3;
    int score = 600; ///< centipawns
    bool two_sided = false;

    bool operator==(const ResignRule&) const = default;
};

struct AdjudicationPlan {
    std::optional<DrawRule> draw{};
    std::optional<ResignRule> resign{};
    int longest = 0; ///< moves after which a game is a draw; 0: none
    /// Where the endgame tables are that decide games; empty: none do.
    std::string tables{};

    bool operator==(const AdjudicationPlan&) const = default;
};

class Adjudicator {
public:
    struct Ruling {
        PgnResult result = PgnResult::Unknown;
        EndReason reason = EndReason::Stopped;
    };

    /// The tables of the plan, if it names some; they outlive the game.
    explicit Adjudicator(const AdjudicationPlan& plan, const EndgameTables* tables = nullptr)
        : plan_(plan), tables_(tables) {}

    /// After a move of `mover` with this score. `resets` tells a capture or a move of a pawn, after
    /// which a draw is no longer sure.
    [[nodiscard]] std::optional<Ruling>
    after_move(Color mover, const std::optional<SpelledScore>& score, const Position& after);

private:
    /// How many moves on end each side has seen such a score.
    struct Runs {
        int even = 0;
        int lost = 0;
        int won = 0;
    };

    [[nodiscard]] std::optional<Ruling> by_tables(const Position& after) const;
    void count(Runs& runs, const std::optional<SpelledScore>& score) const;

    AdjudicationPlan plan_;
    const EndgameTables* tables_;
    EnumArray<Color, Runs> runs_{};
    int plies_ = 0;
};

} // namespace rata
