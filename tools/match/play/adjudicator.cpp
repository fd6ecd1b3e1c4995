#include "tools/match/play/adjudicator.hpp"

#include <algorithm>
#include <cstdlib>

namespace rata {

namespace {

/// Farther than any evaluation.
constexpr int kDecided = 1'000'000;

struct ToCentipawns {
    int operator()(Cp score) const { return score.centipawns; }
    int operator()(Mate score) const { return score.moves > 0 ? kDecided : -kDecided; }
    int operator()(TableWin score) const { return score.plies > 0 ? kDecided : -kDecided; }
};

PgnResult win_of(Color side) {
    return side == Color::White ? PgnResult::WhiteWins : PgnResult::BlackWins;
}

} // namespace

/// Nothing while the fifty-move counter may still spoil what the tables say.
std::optional<Adjudicator::Ruling> Adjudicator::by_tables(const Position& after) const {
    if (tables_ == nullptr || after.pieces().count() > tables_->most_men()) return std::nullopt;
    const auto facts = tables_->probe(after, TableQuestion::Everything);
    if (!facts) return std::nullopt;
    const auto sure = on_clock(*facts, after.halfmove_clock(), FiftyMoveRule::Counts);
    if (!sure) return std::nullopt;
    if (sure->is_won()) return Ruling{win_of(after.side_to_move()), EndReason::TableRule};
    if (sure->is_lost()) return Ruling{win_of(~after.side_to_move()), EndReason::TableRule};
    return Ruling{PgnResult::Draw, EndReason::TableRule};
}

void Adjudicator::count(Runs& runs, const std::optional<SpelledScore>& score) const {
    if (!score) {
        runs = {}; // it said nothing: nothing is known
        return;
    }
    const int centipawns = std::visit(ToCentipawns{}, *score);
    const auto go_on = [](int& run, bool holds) { run = holds ? run + 1 : 0; };
    if (plan_.draw) go_on(runs.even, std::abs(centipawns) <= plan_.draw->score);
    if (!plan_.resign) return;
    go_on(runs.lost, centipawns <= -plan_.resign->score);
    go_on(runs.won, centipawns >= plan_.resign->score);
}

std::optional<Adjudicator::Ruling> Adjudicator::after_move(Color mover,
                                                           const std::optional<SpelledScore>& score,
                                                           const Position& after) {
    ++plies_;
    count(runs_[mover], score);
    // A capture or a move of a pawn may have changed what the scores before it said.
    if (after.halfmove_clock() == 0)
        for (Runs& runs : runs_) runs.even = 0;
    if (const auto ruling = by_tables(after)) return ruling;
    const Color other = ~mover;
    if (plan_.resign && runs_[mover].lost >= plan_.resign->moves &&
        (!plan_.resign->two_sided || runs_[other].won >= plan_.resign->moves))
        return Ruling{win_of(other), EndReason::ResignRule};
    const bool late = plan_.draw && after.fullmove_number() >= plan_.draw->from_move;
    if (late && std::min(runs_[mover].even, runs_[other].even) >= plan_.draw->moves)
        return Ruling{PgnResult::Draw, EndReason::DrawRule};
    if (plan_.longest > 0 && plies_ >= 2 * plan_.longest)
        return Ruling{PgnResult::Draw, EndReason::Length};
    return std::nullopt;
}

} // namespace rata
