#include "engine/rules/exchange.hpp"

#include "engine/rules/position.hpp"

namespace rata {

namespace {

/// The battle for one square after the first capture: who attacks it, and what is still there.
class Exchange {
public:
    Exchange(const Position& position, Square square, Bitboard occupied)
        : position_(position), square_(square), occupied_(occupied),
          attackers_(position.attackers_to(square, occupied) & occupied) {}

    /// The cheapest attacker that may capture takes part and leaves the board; nullopt if none.
    std::optional<PieceType> next_capture(Color side) {
        Bitboard own = attackers_ & position_.pieces(side);
        if (own.empty()) return std::nullopt;
        own = without_pinned(own, side);
        for (const PieceType type : kPieceTypes) {
            const Bitboard candidates = own & position_.pieces(type);
            if (candidates.empty()) continue;
            take_part(type, candidates.first());
            return type;
        }
        return std::nullopt;
    }
    [[nodiscard]] bool can_answer(Color side) const {
        return !(attackers_ & position_.pieces(side)).empty();
    }

private:
    /// A pinned piece may capture only along its pin, and only while the pinning slider stands.
    [[nodiscard]] Bitboard without_pinned(Bitboard own, Color side) const {
        const Square king = position_.king(side);
        const Bitboard enemy = position_.pieces(~side) & occupied_;
        const Bitboard snipers =
            (rook_rays(king) & enemy & position_.pieces(PieceType::Rook, PieceType::Queen)) |
            (bishop_rays(king) & enemy & position_.pieces(PieceType::Bishop, PieceType::Queen));
        for (const Square sniper : snipers) {
            const Bitboard shield = between(king, sniper) & occupied_;
            const bool pins = !shield.empty() && !shield.more_than_one();
            if (pins && !line_through(king, sniper).contains(square_)) own &= ~shield;
        }
        return own;
    }

    /// Removes a capturer and lets the sliders behind it in. A king has none of the enemy's behind
    /// it: on a line through king and square they would have given check before.
    void take_part(PieceType type, Square from) {
        occupied_ ^= from;
        const bool diagonal =
            type == PieceType::Pawn || type == PieceType::Bishop || type == PieceType::Queen;
        const bool straight = type == PieceType::Rook || type == PieceType::Queen;
        if (diagonal)
            attackers_ |= bishop_attacks(square_, occupied_) &
                          position_.pieces(PieceType::Bishop, PieceType::Queen);
        if (straight)
            attackers_ |= rook_attacks(square_, occupied_) &
                          position_.pieces(PieceType::Rook, PieceType::Queen);
        attackers_ &= occupied_;
    }

    const Position& position_;
    Square square_;
    Bitboard occupied_;
    Bitboard attackers_;
};

} // namespace

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
    Exchange exchange(*this, to, occupied);
    // `balance` is what `side` has too little (negative) when it is its turn to recapture and it
    // declines; each capture swaps the roles. The side that cannot improve loses the argument.
    Color side = ~side_to_move_;
    bool gains = true;
    for (;; side = ~side) {
        const std::optional<PieceType> type = exchange.next_capture(side);
        if (!type) break;
        gains = !gains;
        // A king may not capture into an attack: then this side could not recapture after all.
        if (*type == PieceType::King) {
            if (exchange.can_answer(~side)) gains = !gains;
            break;
        }
        balance = -balance - 1 - kExchangeValue[*type];
        if (balance >= 0) break;
    }
    return gains;
}

} // namespace rata
