// How far the evaluation was off in positions alike, by pawn structure and by the pieces of each
// side: the search result of one node corrects the static evaluation of the next.
#pragma once

#include "engine/rules/position.hpp"
#include "engine/search/histories/history_value.hpp"
#include "eval/score.hpp"

namespace rata {

class CorrectionHistory {
public:
    [[nodiscard]] Margin correction(const Position& position) const {
        const auto& mine = tables_[position.side_to_move()];
        const int sum = 2 * mine.by_pawns[slot(position.pawn_key())].get() +
                        mine.by_white[slot(position.piece_key(Color::White))].get() +
                        mine.by_black[slot(position.piece_key(Color::Black))].get();
        return Margin{sum / kScale};
    }
    /// `error` is the search result less the corrected evaluation.
    void update(const Position& position, Margin error, Depth depth) {
        auto& mine = tables_[position.side_to_move()];
        const int limit = kMax / 4;
        const int raw = error.cp() * depth / 4;
        const int bonus = raw > limit ? limit : raw < -limit ? -limit : raw;
        mine.by_pawns[slot(position.pawn_key())].update(bonus);
        mine.by_white[slot(position.piece_key(Color::White))].update(bonus);
        mine.by_black[slot(position.piece_key(Color::Black))].update(bonus);
    }

private:
    static constexpr int kMax = 1024;
    static constexpr int kScale = 40; ///< at most about a pawn in all
    static constexpr std::size_t kSlots = 16384;
    using Table = std::array<HistoryValue<kMax>, kSlots>;
    struct Tables {
        Table by_pawns{};
        Table by_white{};
        Table by_black{};
    };

    [[nodiscard]] static std::size_t slot(Key key) { return key % kSlots; }

    EnumArray<Color, Tables> tables_{};
};

} // namespace rata
