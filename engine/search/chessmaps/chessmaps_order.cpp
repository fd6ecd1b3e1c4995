#include "engine/search/chessmaps/chessmaps_order.hpp"

#include <algorithm>

namespace rata {

void ChessmapsOrder::look() {
    if (seen_ == position_.key()) return;
    seen_ = position_.key();
    const Color us = position_.side_to_move();
    hanging_ = losing_pieces(position_, us);
    threatened_ = losing_pieces(position_, ~us);
    check_info_ = position_.check_info();
    influence_ = kInfluenceNet.influence(control_of(position_));
}

bool ChessmapsOrder::is_forcing(Move move) {
    if (position_.gives_check(move, check_info_)) return true;
    const Color us = position_.side_to_move();
    position_.make(move);
    const bool is_new = !(losing_pieces(position_, ~us) & ~threatened_).empty();
    position_.unmake();
    return is_new;
}

MoveClass ChessmapsOrder::class_of(Move move) {
    look();
    const bool safe = position_.exchange_gains(move, 0);
    if (position_.is_noisy(move)) return safe ? MoveClass::SafeCapture : MoveClass::UnsafeCapture;
    if (hanging_.contains(move.from()))
        return safe ? MoveClass::SafeForced : MoveClass::UnsafeForced;
    if (is_forcing(move)) return safe ? MoveClass::SafeForcing : MoveClass::UnsafeForcing;
    return safe ? MoveClass::SafeOther : MoveClass::UnsafeOther;
}

int ChessmapsOrder::score(Move move, int capture_score) {
    constexpr int kClass = 1 << 21;
    constexpr int kMost = kClass / 2 - 1;
    const MoveClass its_class = class_of(move);
    int within = 0;
    if (its_class == MoveClass::SafeCapture || its_class == MoveClass::UnsafeCapture)
        within = capture_score;
    if (its_class == MoveClass::SafeOther || its_class == MoveClass::UnsafeOther)
        for (const Square square : influence_of(position_, move))
            within += influence_[index(square)];
    return std::clamp(within, -kMost, kMost) - static_cast<int>(its_class) * kClass;
}

} // namespace rata
