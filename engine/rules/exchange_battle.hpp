// Exchanges move by move, for those who ask more of them than Position::exchange_gains does. What
// counts as an exchange is told in exchange.hpp.
#pragma once

#include "engine/rules/exchange.hpp"
#include "engine/rules/position.hpp"

namespace rata {

/// The battle for one square after the first capture: who attacks it, and what is still there.
class ExchangeBattle {
public:
    ExchangeBattle(const Position& position, Square square, Bitboard occupied)
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

    /// Whether the argument is won for the side that has just put a piece onto the square, when
    /// `side` is the next to capture. `balance` is what `side` has too little (negative) when it
    /// declines.
    bool is_won_against(Color side, int balance) {
        // Each capture swaps the roles. The side that cannot improve loses the argument.
        bool gains = true;
        for (;; side = ~side) {
            const std::optional<PieceType> type = next_capture(side);
            if (!type) break;
            gains = !gains;
            // A king may not capture into an attack: then this side could not recapture after all.
            if (*type == PieceType::King) {
                if (can_answer(~side)) gains = !gains;
                break;
            }
            balance = -balance - 1 - kExchangeValue[*type];
            if (balance >= 0) break;
        }
        return gains;
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

} // namespace rata
