#include "epd/verdict.hpp"

#include <fmt/format.h>

#include <cstdlib>

namespace rata {

namespace {

struct ScoreWords {
    std::string operator()(Cp score) const {
        const int size = std::abs(score.centipawns);
        return fmt::format("{}{}.{:02}", score.centipawns < 0 ? '-' : '+', size / 100, size % 100);
    }
    std::string operator()(Mate score) const {
        return (score.moves <= 0 ? "-#" : "#") + std::to_string(std::abs(score.moves));
    }
    std::string operator()(TableWin score) const { return score.plies < 0 ? "-won" : "+won"; }
};

} // namespace

Verdict judge(const TestPosition& test, const Analysis& analysis) {
    Verdict verdict{.solved = test.is_solved_by(analysis.move),
                    .solution = {},
                    .move = analysis.move,
                    .score = analysis.score,
                    .cost = analysis.cost,
                    .stopped_early = analysis.stopped_early};
    if (!verdict.solved) return verdict;
    verdict.solution = analysis.cost;
    const auto& sightings = analysis.sightings;
    for (std::size_t i = sightings.size(); i-- > 0;) {
        if (!test.is_solved_by(sightings[i].move)) break;
        verdict.solution = sightings[i].cost;
    }
    return verdict;
}

bool StabilityWatch::add(const Sighting& sighting) {
    if (!test_.is_solved_by(sighting.move)) {
        agreeing_ = 0;
    } else if (agreeing_ == 0 || sighting.cost.depth > depth_) {
        ++agreeing_;
    }
    depth_ = sighting.cost.depth;
    return agreeing_ >= iterations_;
}

std::string score_text(const SpelledScore& score) { return std::visit(ScoreWords{}, score); }

} // namespace rata
