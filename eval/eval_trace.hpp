// The evaluation taken apart: every term by name, for people who ask why. It costs what it costs
// and is not for the search; but what it adds up to is exactly what Evaluator::evaluate says
// without a net. What a net says has no terms; it is told beside, piece by piece.
#pragma once

#include "engine/rules/position.hpp"
#include "eval/hce/tapered.hpp"
#include "eval/nnue/net_accumulators.hpp"
#include "eval/score.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rata {

struct EvalTerm {
    std::string_view name{};
    /// To the advantage of each colour; absent for terms that change the sum as a whole.
    std::optional<EnumArray<Color, Tapered>> worth{};
    /// What the term adds to the sum for White, after mixing. Rounded such that the terms add up.
    int centipawns = 0;
};

struct EvalTrace {
    std::vector<EvalTerm> terms{};
    /// Of `kFullPhase` for the pieces of a whole game down to 0 for bare pawns and kings.
    int phase = 0;
    /// What the piece on each square is worth to its owner, square included.
    EnumArray<Square, std::optional<int>> piece_worth{};
    /// The sum of the terms: what the position is worth to White.
    int total = 0;
    Color side_to_move = Color::White;
    /// What the net says, if there is one; it has no part in the sum.
    std::optional<NetTrace> net{};

    /// What Evaluator::evaluate says: the total as the side to move sees it.
    [[nodiscard]] Score score() const {
        return Score::cp(side_to_move == Color::White ? total : -total);
    }
};

[[nodiscard]] EvalTrace trace(const Position& position, const NetChoice& choice = {});

/// A table of the terms, and the board with the worth of each piece, in pawns; again for the net.
[[nodiscard]] std::string to_string(const EvalTrace& trace);

} // namespace rata
