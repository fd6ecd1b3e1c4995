// Values for counting exchanges on one square (Position::exchange_gains). Plain round numbers: the
// question is who comes out ahead, not by how many centipawns an evaluation would say.
//
// The exchange: after the move the sides take turns to capture on its target square or to stop.
// Each captures with its cheapest piece, of equals the one on the lowest square; sliders behind a
// piece that has captured join in. A piece pinned to its king by a slider still on the board may
// not capture off the line of the pin, and a king not onto a square that the enemy still attacks,
// be it with a pinned piece. Left out: all other checks, and promotion by a recapturing pawn.
#pragma once

#include "engine/rules/piece.hpp"

namespace rata {

inline constexpr EnumArray<PieceType, int> kExchangeValue{{100, 300, 300, 500, 900, 10'000}};

[[nodiscard]] constexpr int exchange_value(Piece piece) {
    return piece == Piece::None ? 0 : kExchangeValue[type_of(piece)];
}

} // namespace rata
