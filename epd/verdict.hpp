// From what an engine said while it searched a position to whether, and when, it solved it. Values
// in, values out: no engine and no clock are needed.
#pragma once

#include "engine/base/clock.hpp"
#include "epd/test_position.hpp"
#include "eval/score.hpp"

#include <cstdint>
#include <optional>

namespace rata {

/// How much a search had cost at some moment.
struct SearchCost {
    Clock::duration elapsed{0}; ///< by our clock, not by the engine's
    Depth depth = 0;
    std::uint64_t nodes = 0;
};

/// The best line as the engine gave it at some moment.
struct Sighting {
    Move move = Move::none(); ///< the first of the line
    SearchCost cost{};
    std::optional<SpelledScore> score{}; ///< for the side to move
};

/// All that is known of one search when it has ended.
struct Analysis {
    std::vector<Sighting> sightings{}; ///< in the order in which they came
    Move move = Move::none();          ///< the one that was played
    SearchCost cost{};                 ///< of the whole search
    std::optional<SpelledScore> score{};
    bool stopped_early = false; ///< by the rule of stability
};

struct Verdict {
    bool solved = false;
    /// When the search changed to a solving move for the last time, and held to one until it
    /// ended. Only if solved.
    std::optional<SearchCost> solution{};
    Move move = Move::none();
    std::optional<SpelledScore> score{};
    SearchCost cost{};
    bool stopped_early = false;
};

/// To go from one solving move to another is no change of mind. A move that is played although the
/// last line began with another was found at the very end.
[[nodiscard]] Verdict judge(const TestPosition& test, const Analysis& analysis);

/// Tells when so many iterations on end have had a solving move. Those that agree on a wrong one do
/// not end a search: time may still teach them.
class StabilityWatch {
public:
    StabilityWatch(const TestPosition& test, int iterations)
        : test_(test), iterations_(iterations) {}

    /// True when it is enough.
    [[nodiscard]] bool add(const Sighting& sighting);

private:
    const TestPosition& test_;
    int iterations_;
    int agreeing_ = 0;
    Depth depth_ = 0;
};

/// "+0.35", "#3", "-#2", "+won"; for the side to move.
[[nodiscard]] std::string score_text(const SpelledScore& score);

} // namespace rata
