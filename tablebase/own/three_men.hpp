// The tables of three men, which need no files: each is solved when it is first wanted, once in a
// process, and never changes. Any thread may ask.
#pragma once

#include "tablebase/own/solved_table.hpp"

namespace rata {

/// Solves it, which takes up to a third of a second, unless that has been done.
[[nodiscard]] std::shared_ptr<const SolvedTable> three_men_table(const EndingClass& ending);

/// Nothing if it has not been solved, or if one is being solved just now.
[[nodiscard]] std::shared_ptr<const SolvedTable> solved_three_men_table(const EndingClass& ending);

} // namespace rata
