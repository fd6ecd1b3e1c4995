#include "tools/datagen/decision.hpp"

#include <cstdlib>

namespace rata {

std::optional<SelfplayDecision::Outcome> SelfplayDecision::after(Color side, Score score) {
    ++plies_;
    const int centipawns = (score - Score::draw()).cp();
    const int for_white = side == Color::White ? centipawns : -centipawns;
    if (for_white >= plan_.win_score)
        winning_ = std::max(winning_, 0) + 1;
    else if (for_white <= -plan_.win_score)
        winning_ = std::min(winning_, 0) - 1;
    else
        winning_ = 0;
    even_ = std::abs(centipawns) <= plan_.draw_score ? even_ + 1 : 0;
    if (std::abs(winning_) >= plan_.win_plies)
        return Outcome{winning_ > 0 ? SelfplayResult::WhiteWins : SelfplayResult::BlackWins,
                       SelfplayEnd::WinByScore};
    if (plies_ > plan_.draw_from && even_ >= plan_.draw_plies)
        return Outcome{SelfplayResult::Draw, SelfplayEnd::DrawByScore};
    if (plies_ >= plan_.longest) return Outcome{SelfplayResult::Draw, SelfplayEnd::Length};
    return std::nullopt;
}

} // namespace rata
