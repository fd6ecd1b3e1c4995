#include "book/store/book_move_bits.hpp"

#include "engine/notation/coordinate.hpp"

namespace rata {

static_assert(static_cast<unsigned>(PieceType::Knight) == 1 &&
              static_cast<unsigned>(PieceType::Queen) == 4);

Move move_from_book_bits(std::uint16_t bits, const Position& position) {
    const unsigned promotion = bits >> 12U;
    if (promotion > static_cast<unsigned>(PieceType::Queen)) return Move::none();
    std::optional<PieceType> piece;
    if (promotion > 0) piece = static_cast<PieceType>(promotion);
    const Move move =
        move_between(position, square_at(bits >> 6U & 63U), square_at(bits & 63U), piece);
    return position.is_legal(move) ? move : Move::none();
}

} // namespace rata
