#include "engine/rules/position.hpp"

#include "engine/rules/make_move.hpp"

namespace rata {

using zobrist::kNumbers;

// --- make and unmake -----------------------------------------------------------------------------

BoardDelta Position::make(Move move, bool may_give_check) {
    RATA_ASSERT(may_give_check || !gives_check(move, check_info()));
    return side_to_move_ == Color::White
               ? make_for<Color::White, Upkeep::Full>(move, may_give_check)
               : make_for<Color::Black, Upkeep::Full>(move, may_give_check);
}

void Position::unmake() {
    RATA_ASSERT(!history_.empty() && state_.move.is_some());
    if (side_to_move_ == Color::Black)
        unmake_for<Color::White>();
    else
        unmake_for<Color::Black>();
}

void Position::make_null() {
    RATA_ASSERT(!in_check());
    history_.push_back(state_);
    if (state_.en_passant_legal) state_.key ^= kNumbers.en_passant[file_of(state_.en_passant)];
    state_.en_passant = Square::None;
    state_.en_passant_legal = false;
    state_.key ^= kNumbers.white_to_move;
    state_.move = Move::null();
    state_.captured = Piece::None;
    ++state_.halfmove_clock;
    state_.plies_since_null = 0;
    side_to_move_ = ~side_to_move_;
}

void Position::unmake_null() {
    RATA_ASSERT(state_.move == Move::null());
    state_ = history_.back();
    history_.pop_back();
    side_to_move_ = ~side_to_move_;
}

// --- keys ----------------------------------------------------------------------------------------

Key Position::polyglot_key() const {
    const bool only_polyglot_counts_it =
        state_.en_passant != Square::None && !state_.en_passant_legal;
    return only_polyglot_counts_it ? key() ^ kNumbers.en_passant[file_of(state_.en_passant)]
                                   : key();
}

Key Position::key_after(Move move) const {
    const Piece piece = board_[move.from()];
    Key after = state_.key ^ kNumbers.white_to_move;
    if (state_.en_passant_legal) after ^= kNumbers.en_passant[file_of(state_.en_passant)];
    const Piece taken = board_[move.to()];
    if (taken != Piece::None) after ^= kNumbers.piece[taken][move.to()];
    return after ^ kNumbers.piece[piece][move.from()] ^ kNumbers.piece[piece][move.to()];
}

// --- attacks and checks --------------------------------------------------------------------------

Bitboard Position::blockers(Color king_color) const {
    const Square target = king(king_color);
    const Bitboard occupied = pieces();
    const Bitboard snipers = ((rook_rays(target) & pieces(PieceType::Rook, PieceType::Queen)) |
                              (bishop_rays(target) & pieces(PieceType::Bishop, PieceType::Queen))) &
                             pieces(~king_color);
    Bitboard found;
    for (const Square sniper : snipers) {
        const Bitboard shield = between(target, sniper) & occupied;
        if (!shield.empty() && !shield.more_than_one()) found |= shield;
    }
    return found;
}

CheckInfo Position::check_info() const {
    const Color us = side_to_move_;
    CheckInfo info;
    info.enemy_king = king(~us);
    const Bitboard occupied = pieces();
    info.squares[PieceType::Pawn] = pawn_attacks(~us, info.enemy_king);
    info.squares[PieceType::Knight] = knight_attacks(info.enemy_king);
    info.squares[PieceType::Bishop] = bishop_attacks(info.enemy_king, occupied);
    info.squares[PieceType::Rook] = rook_attacks(info.enemy_king, occupied);
    info.squares[PieceType::Queen] =
        info.squares[PieceType::Bishop] | info.squares[PieceType::Rook];
    info.discoverers = blockers(~us) & pieces(us);
    return info;
}

bool Position::gives_check(Move move, const CheckInfo& info) const {
    const Square from = move.from();
    const Square to = move.to();
    const Color us = side_to_move_;
    if (move.is_castling()) {
        const Wing wing = to > from ? Wing::King : Wing::Queen;
        const Square rook_to = castled_rook(us, wing);
        const Bitboard after = (pieces() ^ from ^ to) | castled_king(us, wing) | rook_to;
        return rook_attacks(rook_to, after).contains(info.enemy_king);
    }
    if (info.squares[type_of(board_[from])].contains(to)) return true;
    if (info.discoverers.contains(from) && !line_through(info.enemy_king, from).contains(to))
        return true;
    if (move.is_promotion())
        return attacks(move.promotion_type(), to, pieces() ^ from).contains(info.enemy_king);
    if (!move.is_en_passant()) return false;
    // Two pawns leave the board at once and may open a line that neither blocked alone.
    const Bitboard after = (pieces() ^ from ^ step_forward(~us, to)) | to;
    return !(
        ((rook_attacks(info.enemy_king, after) & pieces(us, PieceType::Rook, PieceType::Queen)) |
         (bishop_attacks(info.enemy_king, after) & pieces(us, PieceType::Bishop, PieceType::Queen)))
            .empty());
}

// --- legality ------------------------------------------------------------------------------------

bool Position::en_passant_is_legal(Square from, Square target) const {
    const Square taken_on = step_forward(~side_to_move_, target);
    const Bitboard after = (pieces() ^ from ^ taken_on) | target;
    const Bitboard attackers = attackers_to(king(side_to_move_), after) & pieces(~side_to_move_);
    return (attackers & ~Bitboard(taken_on)).empty();
}

bool Position::any_en_passant_is_legal(Square target) const {
    const Color us = side_to_move_;
    for (const Square from : pawn_attacks(~us, target) & pieces(us, PieceType::Pawn))
        if (en_passant_is_legal(from, target)) return true;
    return false;
}

bool Position::castling_is_legal(Color us, Wing wing) const {
    if (!state_.castling.has(us, wing) || !castling_path_is_free(us, wing)) return false;
    const Square king_from = king(us);
    const Square king_to = castled_king(us, wing);
    for (const Square square : between(king_from, king_to))
        if (is_attacked(square, ~us, pieces() ^ king_from)) return false;
    // On arrival the rook has moved too: in Chess960 it may have shielded the king.
    const Bitboard after =
        (pieces() ^ king_from ^ castling_rook_[us][wing]) | castled_rook(us, wing);
    return !is_attacked(king_to, ~us, after);
}

bool Position::is_legal(Move move) const {
    const Color us = side_to_move_;
    const Square from = move.from();
    const Square to = move.to();
    const Piece piece = board_[from];
    if (!move.is_some() || piece == Piece::None || color_of(piece) != us) return false;
    // Only one of the 16-bit patterns stands for each move.
    if (!move.is_promotion() && move.promotion_type() != PieceType::Knight) return false;
    const PieceType type = type_of(piece);
    if (move.is_castling()) {
        const Wing wing = to > from ? Wing::King : Wing::Queen;
        return type == PieceType::King && to == castling_rook_[us][wing] && !in_check() &&
               castling_is_legal(us, wing);
    }
    if (pieces(us).contains(to)) return false;

    if (type == PieceType::Pawn) {
        const bool captures = pawn_attacks(us, from).contains(to);
        if (move.is_en_passant())
            return captures && to == en_passant() && en_passant_is_legal(from, to);
        if (move.is_promotion() != kBackRanks.contains(to)) return false;
        if (captures ? is_empty(to) : !is_empty(to)) return false;
        if (!captures && to != step_forward(us, from)) {
            const bool from_start = relative_rank(us, rank_of(from)) == Rank::Two;
            const Square over = step_forward(us, from);
            if (!from_start || !is_empty(over) || to != step_forward(us, over)) return false;
        }
    } else {
        if (move.kind() != MoveKind::Normal) return false;
        if (!attacks(type, from, pieces()).contains(to)) return false;
    }
    const Bitboard after = (pieces() ^ from) | to;
    const Square king_after = type == PieceType::King ? to : king(us);
    return (attackers_to(king_after, after) & pieces(~us) & ~Bitboard(to)).empty();
}

} // namespace rata
