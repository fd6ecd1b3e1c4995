// The right to move is worth something by itself, as long as there is something to do with it.
#pragma once

#include "eval/hce/tapered.hpp"

namespace rata {

/// Idea: without it the evaluation of a quiet position swings from ply to ply, which search sees as
/// news. Danger: too much of it lets the side to move stop thinking too early (stand pat, null
/// move).
inline constexpr Tapered kTempo{14, 6};

} // namespace rata
