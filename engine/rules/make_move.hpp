// The bodies of Position::make_for and unmake_for: templates by colour, so that every square and
// shift of the mover is a constant. Only position.cpp and perft.cpp include this; everybody else
// calls Position::make and unmake.
#pragma once

#include "engine/rules/position.hpp"

namespace rata {

// --- pieces on and off the board -------------------------------------------------------------

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

// --- make and unmake ---------------------------------------------------------------------------

/// `Us` has just moved: what attacks the other king now.
template <Color Us>
void Position::update_checkers() {
    const Square target = king(~Us);
    const Bitboard occupied = pieces();
    state_.checkers =
        ((pawn_attacks(~Us, target) & by_type_[PieceType::Pawn]) |
         (knight_attacks(target) & by_type_[PieceType::Knight]) |
         (bishop_attacks(target, occupied) & pieces(PieceType::Bishop, PieceType::Queen)) |
         (rook_attacks(target, occupied) & pieces(PieceType::Rook, PieceType::Queen))) &
        by_color_[Us];
}

template <Color Us, Position::Upkeep Kept>
Position::DeltaOf<Kept> Position::make_for(Move move) {
    constexpr bool kFull = Kept == Upkeep::Full;
    history_.push_back(state_);
    DeltaOf<Kept> delta;
    const Square from = move.from();
    const Square to = move.to();
    const Piece piece = board_[from];
    const bool is_pawn = piece == make_piece(Us, PieceType::Pawn);

    state_.move = move;
    state_.captured = Piece::None;
    if (kFull) {
        state_.key ^= zobrist::kNumbers.white_to_move;
        if (state_.en_passant_legal)
            state_.key ^= zobrist::kNumbers.en_passant[file_of(state_.en_passant)];
        ++state_.halfmove_clock;
        ++state_.plies_since_null;
    }
    state_.en_passant = Square::None;
    state_.en_passant_legal = false;
    side_to_move_ = ~Us;

    const auto toggle = [this](Piece p, Square square) {
        if (!kFull) return;
        const Key number = zobrist::kNumbers.piece[p][square];
        state_.key ^= number;
        if (type_of(p) == PieceType::Pawn)
            state_.pawn_key ^= number;
        else
            state_.piece_key[color_of(p)] ^= number;
    };

    const CastlingRights kept =
        state_.castling.without(rights_lost_[from]).without(rights_lost_[to]);
    if (kFull)
        state_.key ^= zobrist::kNumbers.castling[state_.castling.bits()] ^
                      zobrist::kNumbers.castling[kept.bits()];
    state_.castling = kept;

    if (move.is_castling()) {
        const Wing wing = to > from ? Wing::King : Wing::Queen;
        constexpr Piece kRook = make_piece(Us, PieceType::Rook);
        const Square king_to = castled_king(Us, wing);
        const Square rook_to = castled_rook(Us, wing);
        // In Chess960 the squares may overlap: take both off before putting both on.
        remove(piece, from);
        remove(kRook, to);
        place(piece, king_to);
        place(kRook, rook_to);
        toggle(piece, from);
        toggle(piece, king_to);
        toggle(kRook, to);
        toggle(kRook, rook_to);
        delta.add(piece, from, king_to);
        delta.add(kRook, to, rook_to);
        if (kFull) update_checkers<Us>();
        return delta;
    }

    const Square taken_on = move.is_en_passant() ? step_forward(~Us, to) : to;
    if (const Piece taken = board_[taken_on]; taken != Piece::None) {
        remove(taken, taken_on);
        toggle(taken, taken_on);
        state_.captured = taken;
        if (kFull) {
            state_.material.remove(taken);
            state_.halfmove_clock = 0;
            delta.add(taken, taken_on, Square::None);
        }
    }

    const Bitboard step = Bitboard(from) | to;
    by_color_[Us] ^= step;
    board_[from] = Piece::None;
    toggle(piece, from);
    if (!is_pawn) {
        by_type_[type_of(piece)] ^= step;
        board_[to] = piece;
        toggle(piece, to);
        delta.add(piece, from, to);
    } else {
        state_.halfmove_clock = 0;
        Piece arriving = piece;
        if (move.is_promotion()) {
            arriving = make_piece(Us, move.promotion_type());
            state_.material.remove(piece);
            state_.material.add(arriving);
            delta.add(piece, from, Square::None);
            delta.add(arriving, Square::None, to);
        } else {
            delta.add(piece, from, to);
        }
        by_type_[PieceType::Pawn] ^= from;
        by_type_[type_of(arriving)] ^= to;
        board_[to] = arriving;
        toggle(arriving, to);
        if ((index(from) ^ index(to)) == 16) {
            const Square target = step_forward(Us, from);
            const Bitboard ready = pawn_attacks(Us, target) & pieces(~Us, PieceType::Pawn);
            if (ready) {
                state_.en_passant = target;
                state_.en_passant_legal = any_en_passant_is_legal(target);
                if (state_.en_passant_legal)
                    state_.key ^= zobrist::kNumbers.en_passant[file_of(target)];
            }
        }
    }
    if (kFull) update_checkers<Us>();
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
