// How the moves of a log are written: in the notation of chess if its schema is that of chess, else
// as their numbers. The one place of gtq that knows a game.
#pragma once

#include "logging/gtql/value_text.hpp"

#include <memory>

namespace gtq {

/// Never null.
[[nodiscard]] std::unique_ptr<gtql::MoveNames> names_for(const treelog::Schema& schema);

/// Whether moves are those of chess, and labels are positions.
[[nodiscard]] bool is_chess_log(const treelog::Schema& schema);

} // namespace gtq
