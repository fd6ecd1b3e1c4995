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

/// On an empty square a pawn of each side in turn is the stake.
std::optional<Color> ruler_of_empty(const Position& position, Square square, Bitboard attackers) {
    const bool white = !(attackers & position.pieces(Color::White)).empty();
    const bool black = !(attackers & position.pieces(Color::Black)).empty();
    if (!white && !black) return std::nullopt;
    if (white != black) return white ? Color::White : Color::Black;
    constexpr int kStake = kExchangeValue[PieceType::Pawn];
    const bool white_takes = wins_piece(position, square, Color::White, kStake);
    const bool black_takes = wins_piece(position, square, Color::Black, kStake);
    if (white_takes == black_takes) return std::nullopt;
    return white_takes ? Color::White : Color::Black;
}

std::optional<Color> ruler_of(const Position& position, Square square) {
    const Bitboard attackers = position.attackers_to(square, position.pieces());
    const Piece piece = position.piece_on(square);
    if (piece == Piece::None) return ruler_of_empty(position, square, attackers);
    const Color owner = color_of(piece);
    if (type_of(piece) != PieceType::King && !(attackers & position.pieces(~owner)).empty() &&
        wins_by_exchange(position, square, ~owner))
        return ~owner;
    if ((attackers & position.pieces(owner)).empty()) return std::nullopt;
    return owner;
}

} // namespace

bool wins_by_exchange(const Position& position, Square square, Color by) {
    return wins_piece(position, square, by, exchange_value(position.piece_on(square)));
}

Bitboard losing_pieces(const Position& position, Color owner) {
    Bitboard losing;
    for (const Square square : position.pieces(owner) ^ position.king(owner))
        if (wins_by_exchange(position, square, ~owner)) losing |= square;
    return losing;
}

ControlMap control_of(const Position& position) {
    const Color us = position.side_to_move();
    ControlMap map{};
    for (unsigned i = 0; i < map.size(); ++i) {
        const auto ruler = ruler_of(position, relative_square(us, square_at(i)));
        if (ruler) map[i] = static_cast<std::int8_t>(*ruler == us ? 1 : -1);
    }
    return map;
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
    return us == Color::White ? reached : Bitboard(__builtin_bswap64(reached.bits()));
}

} // namespace rata
