#include "engine/protocol/win_draw_loss.hpp"

#include <algorithm>
#include <cmath>

namespace rata {

namespace {

/// Centipawns at which half of the games are won, the others drawn or lost.
constexpr double kEvenChance = 126.0;
/// Centipawns that change the odds of winning by a factor of e.
constexpr double kSpread = 56.0;

int chance_to_win(int centipawns) {
    const double odds = std::exp((centipawns - kEvenChance) / kSpread);
    return static_cast<int>(std::lround(1000.0 * odds / (1.0 + odds)));
}

} // namespace

WinDrawLoss win_draw_loss(Score score) {
    if (score.is_win()) return {1000, 0, 0};
    if (score.is_loss()) return {0, 0, 1000};
    // Beyond this nothing changes, and exp does not overflow.
    constexpr int kCertain = 3000;
    const int centipawns = std::clamp((score - Score::draw()).cp(), -kCertain, kCertain);
    const int win = chance_to_win(centipawns);
    const int loss = chance_to_win(-centipawns);
    return {win, 1000 - win - loss, loss};
}

} // namespace rata
