#include "engine/search/chessmaps/square_control.hpp"

#include "engine/rules/exchange_battle.hpp"

namespace rata {

namespace {

/// Whether `by` wins material by capturing a piece of that value on the square.
bool wins_piece(const Position& position, Square square, Color by, int value) {
    ExchangeBattle battle(position, square, position.pieces() | square);
    const std::optional<PieceType> first = battle.next_capture(by);
    if (!first) return false;
    if (*first == PieceType::King) return !battle.can_answer(~by);
    const int balance = value - 1 - kExchangeValue[*first];
    return balance >= 0 || battle.is_won_against(~by, balance);
}

} // namespace

bool wins_by_exchange(const Position& position, Square square, Color by) {
    return wins_piece(position, square, by, exchange_value(position.piece_on(square)));
}

Bitboard attacked_by(const Position& position, Color side) {
    const Bitboard occupied = position.pieces();
    const Bitboard pawns = position.pieces(side, PieceType::Pawn);
    Bitboard attacked = shift_forward_east(side, pawns) | shift_forward_west(side, pawns) |
                        king_attacks(position.king(side));
    for (const Square from : position.pieces(side, PieceType::Knight))
        attacked |= knight_attacks(from);
    for (const Square from : position.pieces(side, PieceType::Bishop, PieceType::Queen))
        attacked |= bishop_attacks(from, occupied);
    for (const Square from : position.pieces(side, PieceType::Rook, PieceType::Queen))
        attacked |= rook_attacks(from, occupied);
    return attacked;
}

Bitboard losing_pieces(const Position& position, Color owner) {
    Bitboard losing;
    const Bitboard own = position.pieces(owner) ^ position.king(owner);
    const Bitboard attacked = own & attacked_by(position, ~owner);
    for (const Square square : attacked)
        if (wins_by_exchange(position, square, ~owner)) losing |= square;
    return losing;
}

Bitboard seen_by(Color side, Bitboard squares) {
    return side == Color::White ? squares : Bitboard(__builtin_bswap64(squares.bits()));
}

ControlMap control_of(const Position& position) {
    const Color us = position.side_to_move();
    const Bitboard empty = ~position.pieces();
    const Bitboard our_reach = attacked_by(position, us);
    const Bitboard their_reach = attacked_by(position, ~us);
    const Bitboard our_losses = losing_pieces(position, us);
    const Bitboard their_losses = losing_pieces(position, ~us);
    Bitboard ours =
        (our_reach & ((position.pieces(us) & ~our_losses) | (empty & ~their_reach))) | their_losses;
    Bitboard theirs =
        (their_reach & ((position.pieces(~us) & ~their_losses) | (empty & ~our_reach))) |
        our_losses;
    // On an empty square a pawn of each side in turn is the stake.
    constexpr int kStake = kExchangeValue[PieceType::Pawn];
    const Bitboard disputed = our_reach & their_reach & empty;
    for (const Square square : disputed) {
        const bool we_take = wins_piece(position, square, us, kStake);
        const bool they_take = wins_piece(position, square, ~us, kStake);
        if (we_take != they_take) (we_take ? ours : theirs) |= square;
    }
    return {seen_by(us, ours), seen_by(us, theirs)};
}

Bitboard influence_of(const Position& position, Move move) {
    const Color us = position.side_to_move();
    const Piece piece = position.piece_on(move.from());
    PieceType type = move.is_promotion() ? move.promotion_type() : type_of(piece);
    Square to = move.to();
    if (move.is_castling())
        to = castled_king(us, index(move.to()) > index(move.from()) ? Wing::King : Wing::Queen);
    const Bitboard occupied = (position.pieces() ^ move.from()) | to;
    const Bitboard reached =
        type == PieceType::Pawn ? pawn_attacks(us, to) : attacks(type, to, occupied);
    return seen_by(us, reached);
}

} // namespace rata
