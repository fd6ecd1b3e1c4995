// Success of quiet moves by side, from and to. The plainest history and, on its own, the most
// useful.
// Worth: without it 1.03 times the nodes; Elo in a bundle, see docs/search.md.
#pragma once

#include "engine/rules/move.hpp"
#include "engine/search/histories/history_value.hpp"

namespace rata {

class ButterflyHistory {
public:
    static constexpr int kMax = 8192;

    [[nodiscard]] int get(Color side, Move move) const {
        return table_[side][move.from()][move.to()].get();
    }
    void update(Color side, Move move, int bonus) {
        table_[side][move.from()][move.to()].update(bonus);
    }

private:
    EnumArray<Color, EnumArray<Square, EnumArray<Square, HistoryValue<kMax>>>> table_{};
};

} // namespace rata
