// A way through a logged tree in words that people read: the moves from the root in SAN.
#pragma once

#include "engine/base/result.hpp"
#include "engine/rules/position.hpp"

#include <span>
#include <string>
#include <string_view>

namespace rata {

/// One node of the way, as it was logged. The root has no move.
struct LoggedStep {
    std::uint16_t last_move = 0;
    int ply = 0;
};

/// The position at the end of the way, and how it was come by.
struct LoggedLine {
    Position position;
    std::string text{}; ///< "e4 c5 Nf3"; "--" is a passed turn
};

/// Steps that stay at the ply of the one before search the same position again, and are no moves.
/// A label that is no position, or a move that is not legal there, is an Error.
[[nodiscard]] Result<LoggedLine> follow_line(std::string_view root_label,
                                             std::span<const LoggedStep> steps);

/// A raw move by its squares: "e2e4", "e7e8q", "--" for a passed turn, empty for none.
[[nodiscard]] std::string move_text(std::uint16_t raw);

} // namespace rata
