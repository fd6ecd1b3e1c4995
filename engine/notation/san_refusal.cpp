// explain_san: the words for what scan_san and resolve_san refuse. Apart from them, because it may
// be as slow as it likes.
#include "engine/base/parse.hpp"
#include "engine/notation/refusal.hpp"
#include "engine/notation/san_token.hpp"
#include "engine/notation/text_place.hpp"
#include "engine/rules/movegen.hpp"

#include <algorithm>

namespace rata {

namespace {

std::string squares_in_words(Bitboard squares) {
    std::string text;
    while (!squares.empty()) {
        const Square square = squares.pop_first();
        if (!text.empty()) text += squares.empty() ? " and " : ", ";
        text += to_string(square);
    }
    return text;
}

bool asks_for_promotion(const SanToken& token) {
    return token.piece == PieceType::Pawn && kBackRanks.contains(token.to);
}

std::string castling_reason(const SanToken& token, const Position& position) {
    return castling_refusal(position, token.wing);
}

std::string coordinate_reason(const SanToken& token, const Position& position) {
    const Square from = token.from.first();
    const bool is_pawn =
        position.piece_on(from) == make_piece(position.side_to_move(), PieceType::Pawn);
    const bool last_rank = kBackRanks.contains(token.to);
    const bool promotes = token.promotion != PieceType::Pawn;
    if (promotes && !is_pawn) return "only a pawn promotes";
    if (is_pawn && last_rank && !promotes && can_reach(position, from, token.to))
        return "expected the piece that the pawn becomes, as in e8=Q";
    return refusal(position, from, token.to);
}

/// Pawns are hinted by file: without one only a pawn on the file of the target is meant.
Bitboard allowed_origins(const SanToken& token) {
    const Bitboard target_file = Bitboard::of(file_of(token.to));
    const bool pushes =
        token.piece == PieceType::Pawn && !token.captures && !(token.from & target_file).empty();
    return pushes ? token.from & target_file : token.from;
}

std::string piece_reason(const SanToken& token, const Position& position) {
    const Color us = position.side_to_move();
    const std::string kind = name_of(token.piece);
    const Bitboard candidates = position.pieces(us, token.piece) & allowed_origins(token);
    if (candidates.empty()) return name_of(us) + " has no such " + kind;
    if (token.piece != PieceType::Pawn && position.pieces(us).contains(token.to))
        return name_of(us) + "'s own " + name_of(type_of(position.piece_on(token.to))) +
               " stands on " + to_string(token.to);

    Bitboard able;
    for (const Square from : candidates)
        if (can_reach(position, from, token.to)) able |= from;
    if (able.empty())
        return candidates.more_than_one()
                   ? "no " + kind + " of " + name_of(us) + " can move to " + to_string(token.to)
                   : refusal(position, candidates.first(), token.to);
    if (asks_for_promotion(token) && token.promotion == PieceType::Pawn)
        return "expected the piece that the pawn becomes, as in e8=Q";

    Bitboard allowed;
    for (const Move move : legal_moves(position))
        if (!move.is_castling() && move.to() == token.to && able.contains(move.from()))
            allowed |= move.from();
    if (allowed.more_than_one())
        return "it is ambiguous, as the " + kind + "s on " + squares_in_words(allowed) +
               " can all move there";
    return refusal(position, able.first(), token.to);
}

std::string reason(const SanToken& token, const Position& position) {
    switch (token.kind) {
    case SanToken::Kind::Castling: return castling_reason(token, position);
    case SanToken::Kind::Coordinate: return coordinate_reason(token, position);
    case SanToken::Kind::Piece: break;
    }
    return piece_reason(token, position);
}

/// How far the text looks like a move: the place of the first byte that cannot be right.
std::size_t good_length(std::string_view text) {
    constexpr std::string_view kFirst = "PNBRQKabcdefgh";
    constexpr std::string_view kLater = "abcdefgh12345678x:-";
    if (text.empty() || kFirst.find(text.front()) == std::string_view::npos) return 0;
    return std::min(text.find_first_not_of(kLater, 1), text.size());
}

} // namespace

Error explain_san(std::string_view text, const Position& position) {
    const std::string padded(text);
    SanToken token;
    const char* stop = scan_san(padded.c_str(), token);
    if (stop == nullptr) {
        const std::size_t at = good_length(text);
        const std::string found = text.empty() ? "nothing" : in_quotes(text);
        return syntax_error("expected a move such as Nf3, exd5 or O-O, found " + found, at);
    }
    const auto length = static_cast<std::size_t>(stop - padded.c_str());
    if (resolve_san(token, position).is_some())
        return syntax_error("expected the end of move " + in_quotes(text), length);
    return Error{ErrorCode::Illegal,
                 "move " + in_quotes(text.substr(0, length)) +
                     " is not legal: " + reason(token, position),
                 at_offset(0)};
}

} // namespace rata
