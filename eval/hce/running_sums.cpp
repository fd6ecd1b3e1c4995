#include "eval/hce/running_sums.hpp"

#include "eval/hce/weight_values.hpp"

namespace rata {

EnumArray<Piece, RunningSums::Shares> RunningSums::build_shares() {
    EnumArray<Piece, Shares> shares;
    for (const Piece piece : kPieces) {
        const PieceType type = type_of(piece);
        for (unsigned i = 0; i < 64; ++i) {
            const Square seen = relative_square(color_of(piece), square_at(i));
            const Tapered worth = kWeights.material[type] + kWeights.squares[type][seen];
            const Tapered mirrored =
                kWeights.material[type] + kWeights.squares[type][flip_files(seen)];
            auto& sums = shares[piece][i].sums;
            const auto set = [&sums](Sides::Sum sum, int value) {
                sums[sum] = static_cast<std::int16_t>(value);
            };
            set(Sides::Mg, worth.mg);
            set(Sides::Eg, worth.eg);
            set(Sides::MirroredMg, mirrored.mg);
            set(Sides::MirroredEg, mirrored.eg);
            set(Sides::Phase, kPhaseUnits[type]);
        }
    }
    return shares;
}

const EnumArray<Piece, RunningSums::Shares> RunningSums::kShares = build_shares();

RunningSums::RunningSums(const Position& position) {
    for (const Square square : position.pieces()) {
        const Piece piece = position.piece_on(square);
        sides_[color_of(piece)].add(kShares[piece][index(square)]);
    }
}

} // namespace rata
