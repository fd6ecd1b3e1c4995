// The bodies of Position::make_for and unmake_for: templates by colour, so that every square and
// shift of the mover is a constant. Only position.cpp and perft.cpp include this; everybody else
// calls Position::make and unmake.
#pragma once

#include "engine/rules/position.hpp"

namespace rata {

// --- pieces on and off the board -----------------------------------------------------------------

inline void Position::place(Piece piece, Square square) {
    by_type_[type_of(piece)] |= square;
    by_color_[color_of(piece)] |= square;
    board_[square] = piece;
}

inline void Position::remove(Piece piece, Square square) {
    by_type_[type_of(piece)] ^= square;
    by_color_[color_of(piece)] ^= square;
    board_[square] = Piece::None;
}

// --- make and unmake -----------------------------------------------------------------------------

/// `Us` has just moved: what attacks the other king now.
template <Color Us>
void Position::update_checkers(bool may_give_check) {
    if (!may_give_check) {
        state_.checkers = kNoSquares;
        return;
    }
    const Square target = king(~Us);
    const Bitboard occupied = pieces();
    state_.checkers =
        ((pawn_attacks(~Us, target) & by_type_[PieceType::Pawn]) |
         (knight_attacks(target) & by_type_[PieceType::Knight]) |
         (bishop_attacks(target, occupied) & pieces(PieceType::Bishop, PieceType::Queen)) |
         (rook_attacks(target, occupied) & pieces(PieceType::Rook, PieceType::Queen))) &
        by_color_[Us];
}

/// Adds or removes a piece in the keys.
template <Position::Upkeep Kept>
inline void Position::toggle_key(Piece piece, Square square) {
    if constexpr (Kept == Upkeep::Full) {
        const Key number = zobrist::kNumbers.piece[piece][square];
        state_.key ^= number;
        if (type_of(piece) == PieceType::Pawn)
            state_.pawn_key ^= number;
        else
            state_.piece_key[color_of(piece)] ^= number;
    }
}

/// Everything that happens whatever kind of move it is.
template <Color Us, Position::Upkeep Kept>
inline void Position::begin_move(Move move) {
    history_.push_back(state_);
    const CastlingRights rights =
        state_.castling.without(rights_lost_[move.from()]).without(rights_lost_[move.to()]);
    if constexpr (Kept == Upkeep::Full) {
        state_.key ^= zobrist::kNumbers.white_to_move;
        if (state_.en_passant_legal)
            state_.key ^= zobrist::kNumbers.en_passant[file_of(state_.en_passant)];
        state_.key ^= zobrist::kNumbers.castling[state_.castling.bits()] ^
                      zobrist::kNumbers.castling[rights.bits()];
        ++state_.halfmove_clock;
        ++state_.plies_since_null;
    }
    state_.castling = rights;
    state_.move = move;
    state_.captured = Piece::None;
    state_.en_passant = Square::None;
    state_.en_passant_legal = false;
    side_to_move_ = ~Us;
}

template <Color Us, Position::Upkeep Kept>
void Position::castle(Move move, DeltaOf<Kept>& delta) {
    constexpr Piece kKing = make_piece(Us, PieceType::King);
    constexpr Piece kRook = make_piece(Us, PieceType::Rook);
    const Square king_from = move.from();
    const Square rook_from = move.to();
    const Wing wing = rook_from > king_from ? Wing::King : Wing::Queen;
    const Square king_to = castled_king(Us, wing);
    const Square rook_to = castled_rook(Us, wing);
    // In Chess960 the squares may overlap: take both off before putting both on.
    remove(kKing, king_from);
    remove(kRook, rook_from);
    place(kKing, king_to);
    place(kRook, rook_to);
    toggle_key<Kept>(kKing, king_from);
    toggle_key<Kept>(kKing, king_to);
    toggle_key<Kept>(kRook, rook_from);
    toggle_key<Kept>(kRook, rook_to);
    delta.add(kKing, king_from, king_to);
    delta.add(kRook, rook_from, rook_to);
}

template <Position::Upkeep Kept>
inline void Position::take(Piece taken, Square square, DeltaOf<Kept>& delta) {
    remove(taken, square);
    toggle_key<Kept>(taken, square);
    state_.captured = taken;
    if constexpr (Kept == Upkeep::Full) {
        state_.material.remove(taken);
        state_.halfmove_clock = 0;
        delta.add(taken, square, Square::None);
    }
}

/// A pawn has left `from`: what arrives on `to`, and whether it can be taken in passing.
template <Color Us, Position::Upkeep Kept>
inline void Position::arrive_as_pawn(Move move, DeltaOf<Kept>& delta) {
    constexpr Piece kPawn = make_piece(Us, PieceType::Pawn);
    const Square from = move.from();
    const Square to = move.to();
    state_.halfmove_clock = 0;
    Piece arriving = kPawn;
    if (move.is_promotion()) {
        arriving = make_piece(Us, move.promotion_type());
        state_.material.remove(kPawn);
        state_.material.add(arriving);
        delta.add(kPawn, from, Square::None);
        delta.add(arriving, Square::None, to);
    } else {
        delta.add(kPawn, from, to);
    }
    by_type_[PieceType::Pawn] ^= from;
    by_type_[type_of(arriving)] ^= to;
    board_[to] = arriving;
    toggle_key<Kept>(arriving, to);
    if ((index(from) ^ index(to)) != 16) return;
    const Square target = step_forward(Us, from);
    if ((pawn_attacks(Us, target) & pieces(~Us, PieceType::Pawn)).empty()) return;
    state_.en_passant = target;
    state_.en_passant_legal = any_en_passant_is_legal(target);
    if (Kept == Upkeep::Full && state_.en_passant_legal)
        state_.key ^= zobrist::kNumbers.en_passant[file_of(target)];
}

template <Color Us, Position::Upkeep Kept>
Position::DeltaOf<Kept> Position::make_for(Move move, bool may_give_check) {
    const Square from = move.from();
    const Square to = move.to();
    const Piece piece = board_[from];
    DeltaOf<Kept> delta;
    begin_move<Us, Kept>(move);
    if (move.is_castling()) {
        castle<Us, Kept>(move, delta);
        if constexpr (Kept == Upkeep::Full) update_checkers<Us>(may_give_check);
        return delta;
    }
    const Square taken_on = move.is_en_passant() ? step_forward(~Us, to) : to;
    if (const Piece taken = board_[taken_on]; taken != Piece::None)
        take<Kept>(taken, taken_on, delta);

    const Bitboard step = Bitboard(from) | to;
    by_color_[Us] ^= step;
    board_[from] = Piece::None;
    toggle_key<Kept>(piece, from);
    if (piece == make_piece(Us, PieceType::Pawn)) {
        arrive_as_pawn<Us, Kept>(move, delta);
    } else {
        by_type_[type_of(piece)] ^= step;
        board_[to] = piece;
        toggle_key<Kept>(piece, to);
        delta.add(piece, from, to);
    }
    if constexpr (Kept == Upkeep::Full) update_checkers<Us>(may_give_check);
    return delta;
}

template <Color Us>
void Position::unmake_for() {
    const Move move = state_.move;
    const Square from = move.from();
    const Square to = move.to();
    const Piece taken = state_.captured;
    state_ = history_.back();
    history_.pop_back();
    side_to_move_ = Us;

    if (move.is_castling()) {
        const Wing wing = to > from ? Wing::King : Wing::Queen;
        constexpr Piece kKing = make_piece(Us, PieceType::King);
        constexpr Piece kRook = make_piece(Us, PieceType::Rook);
        remove(kKing, castled_king(Us, wing));
        remove(kRook, castled_rook(Us, wing));
        place(kKing, from);
        place(kRook, to);
        return;
    }
    const Piece arrived = board_[to];
    const Piece left = move.is_promotion() ? make_piece(Us, PieceType::Pawn) : arrived;
    by_color_[Us] ^= Bitboard(from) | to;
    by_type_[type_of(arrived)] ^= to;
    by_type_[type_of(left)] ^= from;
    board_[to] = Piece::None;
    board_[from] = left;
    if (taken != Piece::None) place(taken, move.is_en_passant() ? step_forward(~Us, to) : to);
}

} // namespace rata
