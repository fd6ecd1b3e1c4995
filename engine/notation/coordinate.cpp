#include "engine/notation/coordinate.hpp"

#include "engine/base/parse.hpp"
#include "engine/notation/refusal.hpp"
#include "engine/notation/text_place.hpp"

namespace rata {

namespace {

/// What the text says, before the position is asked.
struct CoordinateText {
    Square from = Square::None;
    Square to = Square::None;
    std::optional<PieceType> promotion{};
};

Result<Square> read_square(std::string_view text, std::size_t offset) {
    const auto file = offset < text.size() ? file_from_char(text[offset]) : std::nullopt;
    if (!file)
        return syntax_error("expected a file from a to h in move " + in_quotes(text), offset);
    const auto rank = offset + 1 < text.size() ? rank_from_char(text[offset + 1]) : std::nullopt;
    if (!rank)
        return syntax_error("expected a rank from 1 to 8 in move " + in_quotes(text), offset + 1);
    return make_square(*file, *rank);
}

std::optional<PieceType> promotion_from_char(char letter) {
    switch (to_lower(letter)) {
    case 'n': return PieceType::Knight;
    case 'b': return PieceType::Bishop;
    case 'r': return PieceType::Rook;
    case 'q': return PieceType::Queen;
    default: return std::nullopt;
    }
}

Result<CoordinateText> read_text(std::string_view text) {
    const auto from = read_square(text, 0);
    if (!from) return from.error();
    const auto to = read_square(text, 2);
    if (!to) return to.error();
    CoordinateText move{*from, *to, std::nullopt};
    if (text.size() == 4) return move;
    move.promotion = promotion_from_char(text[4]);
    if (!move.promotion)
        return syntax_error("expected n, b, r or q after the squares of move " + in_quotes(text),
                            4);
    if (text.size() > 5) return syntax_error("expected the end of move " + in_quotes(text), 5);
    return move;
}

/// The castling that the squares mean, or none().
Move castling_between(const Position& position, Square from, Square to) {
    const Color us = position.side_to_move();
    if (from != position.king(us)) return Move::none();
    for (const Wing wing : kWings) {
        if (!position.castling().has(us, wing)) continue;
        const Square rook = position.castling_rook(us, wing);
        const bool by_king_move = !position.is_chess960() && to == castled_king(us, wing);
        if (to == rook || by_king_move) return Move::castling(from, rook);
    }
    return Move::none();
}

std::string reason(const CoordinateText& text, const Position& position) {
    const bool is_pawn =
        position.piece_on(text.from) == make_piece(position.side_to_move(), PieceType::Pawn);
    const bool promotes = is_pawn && kBackRanks.contains(text.to);
    if (text.promotion && !promotes) return "only a pawn on its last rank promotes";
    if (promotes && !text.promotion && can_reach(position, text.from, text.to))
        return "expected the promotion piece n, b, r or q";
    return refusal(position, text.from, text.to);
}

} // namespace

std::string to_coordinate(Move move, CastlingText castling) {
    if (!move.is_some()) return "0000";
    Square to = move.to();
    if (move.is_castling() && castling == CastlingText::KingMove) {
        const Color color = rank_of(to) == Rank::One ? Color::White : Color::Black;
        to = castled_king(color, to > move.from() ? Wing::King : Wing::Queen);
    }
    std::string text = to_string(move.from()) + to_string(to);
    if (move.is_promotion()) text += to_lower(to_upper_char(move.promotion_type()));
    return text;
}

std::string to_coordinate(Move move, const Position& position) {
    return to_coordinate(move, position.is_chess960() ? CastlingText::KingTakesRook
                                                      : CastlingText::KingMove);
}

Move move_between(const Position& position, Square from, Square to,
                  std::optional<PieceType> promotion) {
    if (promotion) return Move::promotion(from, to, *promotion);
    if (const Move castling = castling_between(position, from, to); castling.is_some())
        return castling;
    const Piece own_pawn = make_piece(position.side_to_move(), PieceType::Pawn);
    if (position.piece_on(from) == own_pawn && to == position.en_passant() &&
        file_of(from) != file_of(to))
        return Move::en_passant(from, to);
    return Move::normal(from, to);
}

Result<Move> parse_coordinate(std::string_view text, const Position& position) {
    const auto read = read_text(text);
    if (!read) return read.error();
    const Move move = move_between(position, read->from, read->to, read->promotion);
    if (position.is_legal(move)) return move;
    return Error{ErrorCode::Illegal,
                 "move " + in_quotes(text) + " is not legal: " + reason(*read, position),
                 at_offset(0)};
}

} // namespace rata
