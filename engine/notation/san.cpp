#include "engine/notation/san.hpp"

#include "engine/base/parse.hpp"
#include "engine/notation/san_token.hpp"
#include "engine/rules/movegen.hpp"

#include <algorithm>
#include <array>

namespace rata {

namespace {

/// Moves are shorter than this, however they are written; the rest of a text is of no interest.
constexpr std::size_t kLongestMove = 31;

/// The front of the text, with the NUL behind it that scan_san needs.
class PaddedFront {
public:
    explicit PaddedFront(std::string_view text) {
        text.copy(bytes_.data(), std::min(text.size(), kLongestMove));
    }
    [[nodiscard]] const char* data() const { return bytes_.data(); }

private:
    std::array<char, kLongestMove + 1> bytes_{};
};

/// What must stand between piece letter and target so that no other legal move reads the same.
std::string disambiguation(Move move, PieceType type, const Position& position) {
    const Color us = position.side_to_move();
    const Square from = move.from();
    Bitboard rivals;
    const Bitboard others =
        (attacks(type, move.to(), position.pieces()) & position.pieces(us, type)) & ~Bitboard(from);
    for (const Square other : others)
        if (keeps_king_safe(position, other, move.to())) rivals |= other;
    if (rivals.empty()) return "";
    if ((rivals & Bitboard::of(file_of(from))).empty()) return {to_char(file_of(from))};
    if ((rivals & Bitboard::of(rank_of(from))).empty()) return {to_char(rank_of(from))};
    return to_string(from);
}

std::string check_mark(Move move, const Position& position) {
    if (!position.gives_check(move, position.check_info())) return "";
    // A copy without the history: it may be long, and mate does not depend on it.
    Position after = position.without_history();
    after.make(move);
    return has_legal_move(after) ? "+" : "#";
}

std::string pawn_text(Move move, bool captures) {
    std::string text;
    if (captures) text = {to_char(file_of(move.from())), 'x'};
    text += to_string(move.to());
    if (move.is_promotion()) text += {'=', to_upper_char(move.promotion_type())};
    return text;
}

} // namespace

std::string to_san(Move move, const Position& position) {
    if (!move.is_some()) return "--";
    RATA_ASSERT(position.is_legal(move));
    if (move.is_castling()) {
        const std::string text = move.to() > move.from() ? "O-O" : "O-O-O";
        return text + check_mark(move, position);
    }
    const PieceType type = type_of(position.piece_on(move.from()));
    const bool captures = position.is_capture(move);
    if (type == PieceType::Pawn) return pawn_text(move, captures) + check_mark(move, position);
    std::string text(1, to_upper_char(type));
    if (type != PieceType::King) text += disambiguation(move, type, position);
    if (captures) text += 'x';
    return text + to_string(move.to()) + check_mark(move, position);
}

Result<SanPrefix> parse_san_prefix(std::string_view text, const Position& position) {
    const PaddedFront front(text);
    SanToken token;
    const char* stop = scan_san(front.data(), token);
    const Move move = stop == nullptr ? Move::none() : resolve_san(token, position);
    if (!move.is_some()) {
        const std::size_t end = std::min(text.find_first_of(" \t\r\n"), text.size());
        return explain_san(text.substr(0, end), position);
    }
    return SanPrefix{move, static_cast<std::size_t>(stop - front.data())};
}

Result<Move> parse_san(std::string_view text, const Position& position) {
    const auto prefix = parse_san_prefix(text, position);
    if (!prefix) return prefix.error();
    std::string_view rest = text.substr(std::min(prefix->length, text.size()));
    rest = trimmed(rest);
    if (rest == "e.p." || rest == "ep") rest = {};
    while (!rest.empty() && (rest.front() == '!' || rest.front() == '?')) rest.remove_prefix(1);
    if (!rest.empty()) return explain_san(text, position);
    return prefix->move;
}

} // namespace rata
