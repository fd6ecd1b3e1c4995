// A way through a logged tree in words that people read: the moves from the root in SAN.
#pragma once

#include "engine/base/result.hpp"
#include "engine/rules/position.hpp"
#include "logging/treelog/move_layout.hpp"

#include <span>
#include <string>
#include <string_view>

namespace rata {

/// One node of the way, as it was logged. The root has no move.
struct LoggedStep {
    std::int64_t last_move = 0;
    int ply = 0;
};

/// The position at the end of the way, and how it was come by.
struct LoggedLine {
    Position position;
    std::string text{}; ///< "e4 c5 Nf3"; "--" is a passed turn
};

/// Steps that stay at the ply of the one before search the same position again, and are no moves.
/// The first step is the root, whose ply may be any number. An empty label is the position that a
/// game begins with; one that is no position, or a move that is not legal there, is an Error.
[[nodiscard]] Result<LoggedLine> follow_line(std::string_view root_label,
                                             std::span<const LoggedStep> steps,
                                             const treelog::MoveLayout& layout);

} // namespace rata
