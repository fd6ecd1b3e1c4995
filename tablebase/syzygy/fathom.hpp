// The one adapter to libfathom, which reads Syzygy tables. The library keeps its state in globals,
// has no locks, believes every byte of a file, prints, and ends the process where it cannot go on;
// see syzygy_tables.hpp for what is done about that. Here its calls are translated, no more.
#pragma once

#include "engine/rules/position.hpp"
#include "tablebase/table_facts.hpp"

#include <optional>
#include <string>

namespace rata::fathom {

/// Whether this program was built with the library. If not, nothing is ever found.
[[nodiscard]] bool is_linked();

/// Lets the library look through folders; the men of the largest table, 0 if there is none. What it
/// prints meanwhile is thrown away. What it had open before is closed, so that nobody may be asking
/// meanwhile.
[[nodiscard]] int open(const std::string& folders);

/// Who wins, as if the fifty moves began here. No castling rights. Threads may ask at the same
/// time, once a table has been asked for the first time.
[[nodiscard]] std::optional<TableVerdict> verdict_of(const Position& position);

/// The same and the plies to zeroing, in positions that have a legal move. One thread at a time.
[[nodiscard]] std::optional<TableFacts> facts_of(const Position& position);

} // namespace rata::fathom
