#include "engine/notation/refusal.hpp"

namespace rata {

std::string name_of(Color color) { return color == Color::White ? "White" : "Black"; }

std::string name_of(PieceType type) {
    constexpr EnumArray<PieceType, const char*> kNames{
        {"pawn", "knight", "bishop", "rook", "queen", "king"}};
    return kNames[type];
}

bool can_reach(const Position& position, Square from, Square to) {
    const Color us = position.side_to_move();
    if (!position.pieces(us).contains(from) || position.pieces(us).contains(to)) return false;
    const PieceType type = type_of(position.piece_on(from));
    if (type != PieceType::Pawn) return attacks(type, from, position.pieces()).contains(to);
    if (pawn_attacks(us, from).contains(to))
        return !position.is_empty(to) || to == position.en_passant();
    const Square next = step_forward(us, from);
    if (!position.is_empty(next)) return false;
    if (to == next) return true;
    return relative_rank(us, rank_of(from)) == Rank::Two && to == step_forward(us, next) &&
           position.is_empty(to);
}

std::string castling_refusal(const Position& position, Wing wing) {
    const Color us = position.side_to_move();
    const std::string side = wing == Wing::King ? "king side" : "queen side";
    if (!position.castling().has(us, wing))
        return name_of(us) + " has no right to castle on the " + side;
    if (position.in_check()) return name_of(us) + " may not castle out of check";
    const Square king = position.king(us);
    const Square rook = position.castling_rook(us, wing);
    const Square king_to = castled_king(us, wing);
    const Square rook_to = castled_rook(us, wing);
    const Bitboard way = between(king, king_to) | king_to | between(rook, rook_to) | rook_to;
    const Bitboard in_the_way = way & (position.pieces() ^ king ^ rook);
    if (!in_the_way.empty())
        return "castling on the " + side + " is blocked by the piece on " +
               to_string(in_the_way.first());
    for (const Square square : between(king, king_to) | king_to)
        if (position.is_attacked(square, ~us, position.pieces() ^ king))
            return "the king may not castle over " + to_string(square) + ", which is attacked";
    return "castling would leave the king in check";
}

namespace {

/// In either form: king takes own rook, or a long step of the king to its castled place.
bool means_castling(const Position& position, Square from, Square to) {
    const Color us = position.side_to_move();
    if (rank_of(from) != relative_rank(us, Rank::One) || rank_of(to) != rank_of(from)) return false;
    if (position.piece_on(to) == make_piece(us, PieceType::Rook)) return true;
    const bool castled_place =
        to == castled_king(us, Wing::King) || to == castled_king(us, Wing::Queen);
    return castled_place && !king_attacks(from).contains(to);
}

} // namespace

std::string refusal(const Position& position, Square from, Square to) {
    const Color us = position.side_to_move();
    const Piece piece = position.piece_on(from);
    if (piece == Piece::None) return "no piece stands on " + to_string(from);
    const std::string which = "the " + name_of(type_of(piece)) + " on " + to_string(from);
    if (color_of(piece) != us)
        return which + " belongs to " + name_of(~us) + ", and it is " + name_of(us) + "'s turn";
    if (from == to) return which + " must move to another square";
    const bool is_king = type_of(piece) == PieceType::King;
    if (is_king && means_castling(position, from, to))
        return castling_refusal(position, to > from ? Wing::King : Wing::Queen);
    if (position.pieces(us).contains(to))
        return name_of(us) + "'s own " + name_of(type_of(position.piece_on(to))) + " stands on " +
               to_string(to);
    if (!can_reach(position, from, to)) return which + " cannot move to " + to_string(to);
    if (is_king) return "the king would be in check on " + to_string(to);
    return which + " may not move to " + to_string(to) +
           (position.in_check() ? ": the king would still be in check"
                                : ": it would leave the king in check");
}

} // namespace rata
