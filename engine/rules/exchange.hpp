// Values for counting exchanges on one square (Position::exchange_gains). Plain round numbers: the
// question is who comes out ahead, not by how many centipawns an evaluation would say.
#pragma once

#include "engine/rules/piece.hpp"

namespace rata {

inline constexpr EnumArray<PieceType, int> kExchangeValue{{100, 300, 300, 500, 900, 10'000}};

[[nodiscard]] constexpr int exchange_value(Piece piece) {
    return piece == Piece::None ? 0 : kExchangeValue[type_of(piece)];
}

} // namespace rata
