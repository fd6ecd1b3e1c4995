#include "engine/search/chessmaps/chessmaps_order.hpp"

#include "engine/rules/exchange.hpp"

#include <algorithm>

namespace rata {

namespace {

/// A move is e times as likely to cut off as another that is this much less.
constexpr int kUnit = InfluenceNet::kOne * InfluenceNet::kOne;

/// As good as any, and the same for equal moves of equal positions.
int lot(Key key, Move move) {
    constexpr int kMost = 1 << 20;
    const std::uint64_t squares = index(move.from()) * 64 + index(move.to());
    const std::uint64_t mixed = (key ^ (squares << 32)) * 0x9E3779B97F4A7C15ULL;
    return static_cast<int>((mixed ^ mixed >> 32) % kMost) - kMost / 2;
}

} // namespace

void ChessmapsOrder::look_around() {
    if (seen_ == position_.key()) return;
    seen_ = position_.key();
    const Color us = position_.side_to_move();
    const ControlMap control = control_of(position_);
    hanging_ = position_.pieces(us) & seen_by(us, control.theirs);
    threatened_ = position_.pieces(~us) & seen_by(us, control.ours);
    check_info_ = position_.check_info();
    if (choice_ == ChessmapsChoice::Net) influence_ = kInfluenceNet.influence(control);
}

int ChessmapsOrder::most_valuable(Bitboard squares) const {
    int most = 0;
    for (const Square square : squares)
        most = std::max(most, exchange_value(position_.piece_on(square)));
    return most;
}

ChessmapsOrder::Outlook ChessmapsOrder::look_at(Move move) {
    const bool safe = position_.exchange_gains(move, 0);
    const bool is_noisy = position_.is_noisy(move);
    const Color us = position_.side_to_move();
    Outlook outlook{.its_class = safe ? MoveClass::SafeCapture : MoveClass::UnsafeCapture};
    if (!is_noisy) {
        look_around();
        outlook.gives_check = position_.gives_check(move, check_info_);
        outlook.its_class = hanging_.contains(move.from())
                                ? (safe ? MoveClass::SafeForced : MoveClass::UnsafeForced)
                                : (safe ? MoveClass::SafeOther : MoveClass::UnsafeOther);
    }
    position_.make(move);
    outlook.loss = most_valuable(losing_pieces(position_, us) & ~Bitboard(move.to()));
    const bool may_be_forcing =
        outlook.its_class == MoveClass::SafeOther || outlook.its_class == MoveClass::UnsafeOther;
    if (may_be_forcing && !outlook.gives_check)
        outlook.threat = most_valuable(losing_pieces(position_, ~us) & ~threatened_);
    position_.unmake();
    if (may_be_forcing && (outlook.gives_check || outlook.threat > 0))
        outlook.its_class = safe ? MoveClass::SafeForcing : MoveClass::UnsafeForcing;
    return outlook;
}

/// What the exchange on the square it goes to brings, found by halving.
int ChessmapsOrder::exchange_gain(Move move) const {
    constexpr int kStep = kExchangeValue[PieceType::Pawn]; // divides all others
    int gained = -kExchangeValue[PieceType::Queen];
    int too_much = 2 * kExchangeValue[PieceType::Queen];
    while (too_much - gained > kStep) {
        const int middle = gained + (too_much - gained) / kStep / 2 * kStep;
        (position_.exchange_gains(move, middle) ? gained : too_much) = middle;
    }
    return gained;
}

int ChessmapsOrder::quiet_score(Move move, const Outlook& outlook, int history) const {
    constexpr int kPerPawn = 2 * kUnit;
    constexpr int kPerHistory = 8;
    constexpr int kBeforeOthers = 50 * kUnit;
    int score = 0;
    switch (choice_) {
    case ChessmapsChoice::Net:
        for (const Square square : influence_of(position_, move))
            score += influence_[index(square)];
        break;
    case ChessmapsChoice::History: score = kPerHistory * history; break;
    case ChessmapsChoice::Lot: return lot(position_.key(), move);
    }
    if (outlook.gives_check) score += kBeforeOthers;
    if (outlook.threat == kExchangeValue[PieceType::Pawn]) score -= kBeforeOthers;
    return score - outlook.loss * kPerPawn / kExchangeValue[PieceType::Pawn];
}

int ChessmapsOrder::score(Move move, Hints hints) {
    constexpr int kMost = kClass / 2 - 1;
    constexpr int kPerCentipawn = 16;
    const Outlook outlook = look_at(move);
    const int within = position_.is_noisy(move)
                           ? hints.capture + exchange_gain(move) / kExchangeValue[PieceType::Pawn] -
                                 kPerCentipawn * outlook.loss
                           : quiet_score(move, outlook, hints.history);
    return std::clamp(within, -kMost, kMost) - static_cast<int>(outlook.its_class) * kClass;
}

} // namespace rata
