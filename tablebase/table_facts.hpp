// What endgame tables say about a position, in the words of chess. Who says it, and from which
// file, is not told here.
#pragma once

#include <cstdint>
#include <optional>

namespace rata {

inline constexpr int kPliesOfFiftyMoves = 100;

/// Of the side to move. Blessed and cursed: the fifty moves run out before it is done.
enum class TableVerdict : std::int8_t { Loss = -2, BlessedLoss, Draw, CursedWin, Win };

[[nodiscard]] constexpr TableVerdict operator-(TableVerdict verdict) {
    return static_cast<TableVerdict>(-static_cast<int>(verdict));
}

/// Whether a win that takes too long is one.
enum class FiftyMoveRule : bool { Ignored, Counts };

struct TableFacts {
    TableVerdict verdict = TableVerdict::Draw;
    /// 0: the side to move is mated. Absent for draws, and where it is not known.
    std::optional<int> plies_to_mate{};
    /// To the next capture, pawn move or mate, with best play towards or away from it; 0 for draws
    /// and mates. Absent where it is not known.
    std::optional<int> plies_to_zeroing{};

    [[nodiscard]] bool is_won() const { return verdict > TableVerdict::Draw; }
    [[nodiscard]] bool is_lost() const { return verdict < TableVerdict::Draw; }
    bool operator==(const TableFacts&) const = default;
};

/// What facts are worth when the fifty-move counter stands at `clock` plies: Loss, Draw or Win, and
/// the mate only if there is time for it. Nothing if it cannot be told whether the moves that are
/// left suffice.
[[nodiscard]] std::optional<TableFacts> on_clock(const TableFacts& facts, int clock,
                                                 FiftyMoveRule rule);

} // namespace rata
