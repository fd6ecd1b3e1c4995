// Retrograde analysis: all positions of a class solved from their ends backwards. One pass for each
// number of plies gives every position that is won or lost in so many to those it may come from.
//
// Positions with the right to capture en passant have no number of their own. Where a double step
// gives that right, what it leads to is kept in a list beside the positions (EnPassantChild).
#pragma once

#include "tablebase/own/parallel_ranges.hpp"
#include "tablebase/own/solved_table.hpp"

namespace rata {

/// Bytes of memory that solving a class takes, the smaller tables aside.
[[nodiscard]] std::uint64_t memory_to_solve(const EndingClass& ending);

/// Whether a table of the class has distances to zeroing, see solve().
[[nodiscard]] bool knows_zeroing(const EndingClass& ending);
/// What solve() tells ParallelWork::on_progress in all; roughly proportional to its time.
[[nodiscard]] std::uint64_t work_to_solve(const EndingClass& ending);

/// Distance to zeroing is left out for five men with pawns: whether the fifty moves spoil a win
/// would there depend on positions of the same class, which one round of passes cannot know.
[[nodiscard]] Result<std::shared_ptr<const SolvedTable>>
solve(const EndingClass& ending, SolvedTables& smaller, const ParallelWork& how);

} // namespace rata
