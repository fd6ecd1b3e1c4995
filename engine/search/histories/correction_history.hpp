// How far the evaluation was off in positions alike, by pawn structure, by the pieces of each side
// and by the last two moves: the search result of one node corrects the static evaluation of the
// next.
// Worth: without it 1.02 times the nodes; Elo in a bundle, see docs/search.md.
#pragma once

#include "engine/rules/position.hpp"
#include "engine/search/histories/continuation_history.hpp"
#include "eval/score.hpp"

namespace rata {

class CorrectionHistory {
public:
    using Slice = ContinuationHistory::Slice;

    /// The last two moves: what is known after the first of them, and the second.
    struct LastMoves {
        Slice* after_first = nullptr;
        Piece piece = Piece::None;
        Square to = Square::A1;
    };

    [[nodiscard]] Slice& after(Piece piece, Square to) { return by_moves_.after(piece, to); }
    [[nodiscard]] Slice& after_nothing() { return by_moves_.after_nothing(); }

    [[nodiscard]] Margin correction(const Position& position, const LastMoves& last) const {
        const auto& mine = tables_[position.side_to_move()];
        const int sum = 2 * mine.by_pawns[slot(position.pawn_key())].get() +
                        mine.by_white[slot(position.piece_key(Color::White))].get() +
                        mine.by_black[slot(position.piece_key(Color::Black))].get();
        return Margin{sum / kScale + last.after_first->get(last.piece, last.to) / kMovesScale};
    }
    void prefetch(const Position& position, const LastMoves& last) const {
        const auto& mine = tables_[position.side_to_move()];
        __builtin_prefetch(&mine.by_pawns[slot(position.pawn_key())]);
        __builtin_prefetch(&mine.by_white[slot(position.piece_key(Color::White))]);
        __builtin_prefetch(&mine.by_black[slot(position.piece_key(Color::Black))]);
        last.after_first->prefetch(last.piece, last.to);
    }
    /// `error` is the search result less the corrected evaluation.
    void update(const Position& position, const LastMoves& last, Margin error, Depth depth) {
        auto& mine = tables_[position.side_to_move()];
        const int limit = kMax / 4;
        const int raw = error.cp() * depth / 4;
        const int bonus = raw > limit ? limit : raw < -limit ? -limit : raw;
        mine.by_pawns[slot(position.pawn_key())].update(bonus);
        mine.by_white[slot(position.piece_key(Color::White))].update(bonus);
        mine.by_black[slot(position.piece_key(Color::Black))].update(bonus);
        last.after_first->update(last.piece, last.to, bonus * (ContinuationHistory::kMax / kMax));
    }

private:
    static constexpr int kMax = 1024;
    static constexpr int kScale = 40;       ///< at most about a pawn in all
    static constexpr int kMovesScale = 320; ///< at most about half a pawn
    static constexpr std::size_t kSlots = 16384;
    using Table = std::array<HistoryValue<kMax>, kSlots>;
    struct Tables {
        Table by_pawns{};
        Table by_white{};
        Table by_black{};
    };

    [[nodiscard]] static std::size_t slot(Key key) { return key % kSlots; }

    EnumArray<Color, Tables> tables_{};
    ContinuationHistory by_moves_{};
};

} // namespace rata
