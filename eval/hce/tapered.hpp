// Tapered: a worth that differs between middlegame and endgame. Phase: how far a game is from its
// endgame, counted by the pieces still on the board; the two worths are mixed in proportion to it.
#pragma once

#include "engine/rules/piece.hpp"

#include <algorithm>

namespace rata {

/// Centipawns in the middlegame and in the endgame.
struct Tapered {
    int mg = 0;
    int eg = 0;

    constexpr bool operator==(const Tapered&) const = default;

    friend constexpr Tapered operator+(Tapered a, Tapered b) { return {a.mg + b.mg, a.eg + b.eg}; }
    friend constexpr Tapered operator-(Tapered a, Tapered b) { return {a.mg - b.mg, a.eg - b.eg}; }
    friend constexpr Tapered operator-(Tapered a) { return {-a.mg, -a.eg}; }
    constexpr Tapered& operator+=(Tapered other) { return *this = *this + other; }
};

/// What a piece adds to the phase: about its worth in pawns. Pawns and kings say nothing of it.
inline constexpr EnumArray<PieceType, int> kPhaseUnits{{0, 3, 3, 5, 10, 0}};

/// The sum at the start of a game: 64, so that the division below is a shift.
inline constexpr int kFullPhase = 2 * (2 * 3 + 2 * 3 + 2 * 5 + 10);
static_assert(kFullPhase == 64);

/// Centipawns at a phase. Truncates towards zero, so that the colours are treated alike. Promoted
/// pieces may lift a phase above that of the start, which is a middlegame all the same.
[[nodiscard]] constexpr int mixed(Tapered worth, int phase) {
    phase = std::min(phase, kFullPhase);
    return (worth.mg * phase + worth.eg * (kFullPhase - phase)) / kFullPhase;
}

} // namespace rata
