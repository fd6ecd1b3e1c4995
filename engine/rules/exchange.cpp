#include "engine/rules/exchange.hpp"

#include "engine/rules/exchange_battle.hpp"

namespace rata {

bool Position::exchange_gains(Move move, int threshold) const {
    if (move.is_castling()) return threshold <= 0;
    const Square from = move.from();
    const Square to = move.to();
    Piece standing = board_[from]; // what the enemy may take next
    int balance = exchange_value(captured_by(move)) - threshold;
    if (move.is_promotion()) {
        const Piece promoted = make_piece(side_to_move_, move.promotion_type());
        balance += exchange_value(promoted) - exchange_value(standing);
        standing = promoted;
    }
    if (balance < 0) return false; // not enough even if nobody takes back
    balance -= exchange_value(standing);
    if (balance >= 0) return true; // enough even if the piece is lost for nothing

    Bitboard occupied = (pieces() ^ from) | to;
    if (move.is_en_passant()) occupied ^= step_forward(~side_to_move_, to);
    return ExchangeBattle(*this, to, occupied).is_won_against(~side_to_move_, balance);
}

} // namespace rata
