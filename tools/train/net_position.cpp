#include "tools/train/net_position.hpp"

namespace rata {

NetPosition pack_position(const Position& position, int score, int half_points) {
    const Color own = position.side_to_move();
    NetPosition packed{.score = static_cast<std::int16_t>(score),
                       .half_points = static_cast<std::uint8_t>(half_points)};
    std::size_t count = 0;
    for (unsigned i = 0; i < 64; ++i) {
        const Square square = relative_square(own, square_at(i));
        const Piece piece = position.piece_on(square);
        if (piece == Piece::None) continue;
        packed.occupied |= std::uint64_t{1} << i;
        const unsigned code =
            static_cast<unsigned>(type_of(piece)) | (color_of(piece) == own ? 0U : 8U);
        packed.pieces[count / 2] =
            static_cast<std::uint8_t>(packed.pieces[count / 2] | code << (count % 2 * 4));
        ++count;
    }
    return packed;
}

ActiveInputs::ActiveInputs(const NetPosition& position) {
    std::array<Piece, 32> pieces;
    std::array<Square, 32> squares;
    EnumArray<Color, Square> kings{};
    for (const Square square : Bitboard(position.occupied)) {
        const unsigned code = position.pieces[count / 2] >> (count % 2 * 4) & 15U;
        // The codes are those of pieces, with White for the side to move.
        pieces[count] = static_cast<Piece>(code);
        squares[count] = square;
        if (type_of(pieces[count]) == PieceType::King) kings[color_of(pieces[count])] = square;
        ++count;
    }
    const NetView own_view{Color::White, NetView::mirrors(kings[Color::White])};
    const NetView other_view{Color::Black, NetView::mirrors(kings[Color::Black])};
    for (std::size_t i = 0; i < count; ++i) {
        own[i] = static_cast<std::uint16_t>(own_view.input(pieces[i], squares[i]));
        other[i] = static_cast<std::uint16_t>(other_view.input(pieces[i], squares[i]));
    }
}

} // namespace rata
