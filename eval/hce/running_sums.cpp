#include "eval/hce/running_sums.hpp"

#include "eval/hce/piece_worth.hpp"

namespace rata {

EnumArray<Piece, RunningSums::Shares> RunningSums::build_shares() {
    EnumArray<Piece, Shares> shares;
    for (const Piece piece : kPieces) {
        const Color color = color_of(piece);
        const PieceType type = type_of(piece);
        for (unsigned i = 0; i < 64; ++i) {
            const Tapered worth =
                kMaterialWorth[type] + square_worth(type, relative_square(color, square_at(i)));
            const int sign = color == Color::White ? 1 : -1;
            shares[piece][i] = Share{.mg = static_cast<std::int16_t>(sign * worth.mg),
                                     .eg = static_cast<std::int16_t>(sign * worth.eg),
                                     .phase = static_cast<std::int16_t>(kPhaseUnits[type])};
        }
    }
    return shares;
}

const EnumArray<Piece, RunningSums::Shares> RunningSums::kShares = build_shares();

RunningSums::RunningSums(const Position& position) {
    for (const Square square : position.pieces())
        add(kShares[position.piece_on(square)][index(square)]);
}

} // namespace rata
