#include "engine/notation/san_token.hpp"

#include "engine/notation/coordinate.hpp"

#include <array>

namespace rata {

namespace {

// --- characters ----------------------------------------------------------------------------------

enum class Sign : std::uint8_t { Other, File, Rank, Piece, Castle, Link };

constexpr std::array<Sign, 256> kSigns = [] {
    std::array<Sign, 256> signs{};
    const auto enter = [&signs](std::string_view letters, Sign sign) {
        for (const char c : letters) signs[static_cast<unsigned char>(c)] = sign;
    };
    enter("abcdefgh", Sign::File);
    enter("12345678", Sign::Rank);
    enter("PNBRQK", Sign::Piece);
    enter("Oo0", Sign::Castle);
    enter("x:-", Sign::Link);
    return signs;
}();

Sign sign(char c) { return kSigns[static_cast<unsigned char>(c)]; }
bool is_file(char c) { return sign(c) == Sign::File; }
bool is_rank(char c) { return sign(c) == Sign::Rank; }

constexpr std::array<PieceType, 256> kPieceOfLetter = [] {
    std::array<PieceType, 256> types{}; // Pawn for all others
    for (const PieceType type : kPieceTypes)
        types[static_cast<unsigned char>(to_upper_char(type))] = type;
    return types;
}();

Square square_from(char file, char rank) {
    return square_at(static_cast<unsigned>(rank - '1') * 8 + static_cast<unsigned>(file - 'a'));
}

PieceType promotion_letter(char c) {
    const char upper = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    const PieceType type = kPieceOfLetter[static_cast<unsigned char>(upper)];
    return type == PieceType::King ? PieceType::Pawn : type;
}

// --- taking apart --------------------------------------------------------------------------------

/// Not more than a double check needs, so that the length of a move has a bound.
const char* skip_check_marks(const char* text) {
    for (int i = 0; i < 2 && (*text == '+' || *text == '#'); ++i) ++text;
    return text;
}

/// "O-O" or "O-O-O", with any one of the letters O, o and 0.
const char* scan_castling(const char* text, SanToken& token) {
    const char letter = *text;
    if (text[1] != '-' || text[2] != letter) return nullptr;
    token.kind = SanToken::Kind::Castling;
    token.wing = Wing::King;
    text += 3;
    if (text[0] == '-' && text[1] == letter) {
        token.wing = Wing::Queen;
        text += 2;
    }
    return skip_check_marks(text);
}

/// Squares that are not simply file and rank: "bd7", "1xf3", "g1-f3", "e2e4".
const char* scan_squares(const char* text, SanToken& token) {
    constexpr char kUnset = '\0';
    char file = kUnset;
    char rank = kUnset;
    bool hinted = false;
    for (;; ++text) {
        const char c = *text;
        if (is_file(c)) {
            if (file != kUnset || rank != kUnset) {
                if (hinted || !is_rank(text[1])) break;
                hinted = true;
                if (file != kUnset) token.from &= Bitboard::of(*file_from_char(file));
                if (rank != kUnset) token.from &= Bitboard::of(*rank_from_char(rank));
                rank = kUnset;
            }
            file = c;
        } else if (is_rank(c)) {
            if (rank != kUnset) break;
            rank = c;
        } else if (sign(c) == Sign::Link && is_file(text[1])) {
            token.captures |= c != '-';
        } else {
            break;
        }
    }
    if (file == kUnset || rank == kUnset) return nullptr;
    token.to = square_from(file, rank);
    return text;
}

/// "=Q", "Q", "(Q)", "/Q", in either case, after a pawn's move to the last rank; or "e.p.".
const char* scan_pawn_suffix(const char* text, SanToken& token) {
    if (kBackRanks.contains(token.to)) {
        const char c = *text;
        const bool marked = c == '=' || c == '(' || c == '/';
        const PieceType type = promotion_letter(marked ? text[1] : c);
        if (type == PieceType::Pawn) return text;
        if (c == '(' && text[2] != ')') return text;
        token.promotion = type;
        return text + (c == '(' ? 3 : marked ? 2 : 1);
    }
    if (text[0] != 'e') return text;
    if (text[1] == 'p') return text + 2;
    if (text[1] == '.' && text[2] == 'p') return text + (text[3] == '.' ? 4 : 3);
    return text;
}

// --- where pieces come from ----------------------------------------------------------------------

constexpr int distance(unsigned a, unsigned b) {
    return a > b ? static_cast<int>(a - b) : static_cast<int>(b - a);
}

constexpr bool reaches_on_empty_board(PieceType type, unsigned from, unsigned to) {
    const int files = distance(from % 8, to % 8);
    const int ranks = distance(from / 8, to / 8);
    const bool straight = (files == 0) != (ranks == 0);
    const bool diagonal = files == ranks && files != 0;
    switch (type) {
    case PieceType::Knight: return files * ranks == 2;
    case PieceType::Bishop: return diagonal;
    case PieceType::Rook: return straight;
    case PieceType::Queen: return straight || diagonal;
    case PieceType::King: return (straight || diagonal) && files < 2 && ranks < 2;
    case PieceType::Pawn: break;
    }
    return false;
}

/// What a piece reaches if nothing is in its way. Three kilobytes, where the exact sets of the
/// rules take hundreds: the text names the piece, so few candidates are left to look closer at, and
/// there is no branch on the type, which would be mispredicted at every other move.
constexpr auto kReachOnEmptyBoard = [] {
    EnumArray<PieceType, EnumArray<Square, Bitboard>> reach;
    for (const PieceType type : kPieceTypes)
        for (unsigned from = 0; from < 64; ++from)
            for (unsigned to = 0; to < 64; ++to)
                if (reaches_on_empty_board(type, from, to))
                    reach[type][square_at(from)] |= square_at(to);
    return reach;
}();

// --- matching ------------------------------------------------------------------------------------

Move resolve_castling(const SanToken& token, const Position& position) {
    const Color us = position.side_to_move();
    if (!position.castling().has(us, token.wing)) return Move::none();
    const Move move = Move::castling(position.king(us), position.castling_rook(us, token.wing));
    return position.is_legal(move) ? move : Move::none();
}

Move resolve_coordinate(const SanToken& token, const Position& position) {
    const auto promotion =
        token.promotion == PieceType::Pawn ? std::nullopt : std::optional(token.promotion);
    const Move move = move_between(position, token.from.first(), token.to, promotion);
    return position.is_legal(move) ? move : Move::none();
}

/// Where a pawn that goes straight to the square comes from, or None.
Square find_push_origin(const Position& position, Square to) {
    const Color us = position.side_to_move();
    const Bitboard pawns = position.pieces(us, PieceType::Pawn);
    if (!position.is_empty(to) || rank_of(to) == relative_rank(us, Rank::One)) return Square::None;
    const Square behind = step_forward(~us, to);
    if (pawns.contains(behind)) return behind;
    if (relative_rank(us, rank_of(to)) != Rank::Four || !position.is_empty(behind))
        return Square::None;
    const Square start = step_forward(~us, behind);
    return pawns.contains(start) ? start : Square::None;
}

Move resolve_pawn(const SanToken& token, const Position& position) {
    const Color us = position.side_to_move();
    const Square to = token.to;
    const bool promotes = token.promotion != PieceType::Pawn;
    if (promotes != kBackRanks.contains(to)) return Move::none();

    Square from = Square::None;
    if (!(token.from & Bitboard::of(file_of(to))).empty()) {
        if (token.captures) return Move::none();
        from = find_push_origin(position, to);
        if (from == Square::None || !token.from.contains(from)) return Move::none();
    } else {
        const Bitboard origins =
            pawn_attacks(~us, to) & position.pieces(us, PieceType::Pawn) & token.from;
        if (origins.empty()) return Move::none();
        from = origins.first();
        if (to == position.en_passant()) {
            const Move move = Move::en_passant(from, to);
            return position.is_legal(move) ? move : Move::none();
        }
        if (!position.pieces(~us).contains(to)) return Move::none();
    }
    if (!keeps_king_safe(position, from, to)) return Move::none();
    return promotes ? Move::promotion(from, to, token.promotion) : Move::normal(from, to);
}

Move resolve_king(const SanToken& token, const Position& position) {
    const Color us = position.side_to_move();
    const Square from = position.king(us);
    if (!(king_attacks(from) & ~position.pieces(us)).contains(token.to) ||
        !token.from.contains(from) || position.is_attacked(token.to, ~us, position.pieces() ^ from))
        return Move::none();
    return Move::normal(from, token.to);
}

/// One of several that may get there: the only one that does, or none().
Move resolve_crowd(Bitboard origins, Square to, const Position& position) {
    Move found = Move::none();
    for (const Square from : origins) {
        if (!(between(from, to) & position.pieces()).empty()) continue;
        if (!keeps_king_safe(position, from, to)) continue;
        if (found.is_some()) return Move::none();
        found = Move::normal(from, to);
    }
    return found;
}

} // namespace

const char* scan_san(const char* text, SanToken& token) {
    token = SanToken{};
    if (sign(*text) == Sign::Piece) {
        token.piece = kPieceOfLetter[static_cast<unsigned char>(*text)];
        ++text;
    } else if (sign(*text) == Sign::Castle) {
        return scan_castling(text, token);
    } else if (!is_file(*text)) {
        return nullptr;
    }
    // Nearly all moves are one square and no more.
    if (is_file(text[0]) && is_rank(text[1]) && !is_file(text[2]) && sign(text[2]) != Sign::Link) {
        token.to = square_from(text[0], text[1]);
        text += 2;
    } else {
        const bool lettered = token.piece != PieceType::Pawn;
        text = scan_squares(text, token);
        if (text == nullptr) return nullptr;
        if (!lettered && !token.from.more_than_one()) token.kind = SanToken::Kind::Coordinate;
    }
    if (token.piece == PieceType::Pawn) text = scan_pawn_suffix(text, token);
    return skip_check_marks(text);
}

bool keeps_king_safe(const Position& position, Square from, Square to) {
    const Color us = position.side_to_move();
    const Square king = position.king(us);
    if (!position.in_check()) {
        // Most often nothing on the line through king and piece could pin it.
        const Bitboard snipers =
            position.pieces(PieceType::Bishop, PieceType::Rook) | position.pieces(PieceType::Queen);
        if ((line_through(king, from) & snipers & position.pieces(~us)).empty()) return true;
    }
    const Bitboard after = (position.pieces() ^ from) | to;
    const Bitboard sliders =
        (rook_attacks(king, after) & position.pieces(~us, PieceType::Rook, PieceType::Queen)) |
        (bishop_attacks(king, after) & position.pieces(~us, PieceType::Bishop, PieceType::Queen));
    const Bitboard leapers =
        position.checkers() & position.pieces(PieceType::Pawn, PieceType::Knight);
    return ((sliders | leapers) & ~Bitboard(to)).empty();
}

Move resolve_san(const SanToken& token, const Position& position) {
    if (token.kind == SanToken::Kind::Castling) return resolve_castling(token, position);
    if (token.kind == SanToken::Kind::Coordinate) return resolve_coordinate(token, position);
    if (token.piece == PieceType::Pawn) return resolve_pawn(token, position);
    if (token.piece == PieceType::King) return resolve_king(token, position);

    const Color us = position.side_to_move();
    if (position.pieces(us).contains(token.to)) return Move::none();
    const Bitboard origins =
        kReachOnEmptyBoard[token.piece][token.to] & position.pieces(us, token.piece) & token.from;
    if (origins.empty()) return Move::none();
    if (origins.more_than_one()) return resolve_crowd(origins, token.to, position);
    const Square from = origins.first();
    if (!(between(from, token.to) & position.pieces()).empty()) return Move::none();
    return keeps_king_safe(position, from, token.to) ? Move::normal(from, token.to) : Move::none();
}

} // namespace rata
