// When a game of self-play is decided by its scores. One object watches one game.
#pragma once

#include "tools/datagen/selfplay.hpp"

namespace rata {

class SelfplayDecision {
public:
    struct Outcome {
        SelfplayResult result = SelfplayResult::Draw;
        SelfplayEnd end = SelfplayEnd::Length;
    };

    explicit SelfplayDecision(const SelfplayPlan& plan) : plan_(plan) {}

    /// After a search by `side` gave this score.
    [[nodiscard]] std::optional<Outcome> after(Color side, Score score);

private:
    const SelfplayPlan& plan_;
    int plies_ = 0;
    int winning_ = 0; ///< plies on end: above zero for White, below for Black
    int even_ = 0;
};

} // namespace rata
