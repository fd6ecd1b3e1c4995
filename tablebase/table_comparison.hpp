// Tables held against others that somebody else made in another way: every position of an ending.
#pragma once

#include "tablebase/endgame_tables.hpp"
#include "tablebase/own/ending_class.hpp"

#include <functional>

namespace rata {

struct TableComparison {
    std::size_t positions = 0; ///< that both know
    std::size_t unknown = 0;   ///< to one of them: what a capture leads to may have no table there
    std::size_t other_verdicts = 0;
    std::size_t zeroings = 0; ///< positions whose plies to zeroing were compared
    std::size_t other_zeroings = 0;
    std::optional<Position> example{}; ///< the first that differs

    [[nodiscard]] bool agrees() const { return other_verdicts + other_zeroings == 0; }
};

/// Who wins is compared in every position, the plies to zeroing in one of `step`, because they take
/// others long to tell, and wherever en passant may be captured; those may be off by one, which is
/// how far Syzygy rounds. Ends early when `stop` says so.
[[nodiscard]] TableComparison compare_tables(const EndingClass& ending, const EndgameTables& ours,
                                             const EndgameTables& theirs, std::size_t step,
                                             const std::function<bool()>& stop);

} // namespace rata
