// The nearer the fifty-move draw, the less an advantage is worth that has led to nothing.
#pragma once

namespace rata {

/// Twenty moves of manoeuvring each are nothing unusual and cost nothing. From then on an advantage
/// shrinks evenly, to about half at the hundredth ply. Idea: the side that is ahead looks for a
/// capture or pawn move in time, and a fortress is seen for what it is. Danger: it may give
/// material away to start the count anew; hence the free plies, and no more than half.
inline constexpr int kFreePlies = 40;
inline constexpr int kFadeUnits = 128;

[[nodiscard]] constexpr int faded(int centipawns, int halfmove_clock) {
    if (halfmove_clock <= kFreePlies) return centipawns;
    // Positions may be set up with any number on the counter, and mate still goes before the draw.
    const int lost = halfmove_clock > 100 ? 100 - kFreePlies : halfmove_clock - kFreePlies;
    return centipawns * (kFadeUnits - lost) / kFadeUnits;
}

} // namespace rata
