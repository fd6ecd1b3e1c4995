// Score: what a position is worth to the side to move, in centipawns, with room at both ends for
// mates and tablebase wins, which count the plies to the goal. Margin: the difference of two
// scores. Outside the search a score is told as Cp, Mate or TableWin (see spell_out).
#pragma once

#include "engine/base/assert.hpp"

#include <algorithm>
#include <compare>
#include <cstdint>
#include <optional>
#include <variant>

// NOLINT(modernize-use-nullptr) below: clang-tidy 14 takes a defaulted <=> for a zero pointer.

namespace rata {

/// Plies from the root of a search; never from the root of the game.
using Ply = int;
/// Plies still to be searched.
using Depth = int;

inline constexpr Ply kMaxPly = 246;

/// A distance between scores in centipawns.
class Margin {
public:
    constexpr Margin() = default;
    explicit constexpr Margin(int centipawns) : cp_(centipawns) {}

    [[nodiscard]] constexpr int cp() const { return cp_; }
    constexpr auto operator<=>(const Margin&) const = default; // NOLINT(modernize-use-nullptr)

    friend constexpr Margin operator+(Margin a, Margin b) { return Margin{a.cp_ + b.cp_}; }
    friend constexpr Margin operator-(Margin a, Margin b) { return Margin{a.cp_ - b.cp_}; }
    friend constexpr Margin operator-(Margin a) { return Margin{-a.cp_}; }
    friend constexpr Margin operator*(int n, Margin a) { return Margin{n * a.cp_}; }
    friend constexpr Margin operator*(Margin a, int n) { return Margin{n * a.cp_}; }
    friend constexpr Margin operator/(Margin a, int n) { return Margin{a.cp_ / n}; }

private:
    int cp_ = 0;
};

class Score {
public:
    constexpr Score() = default;

    [[nodiscard]] static constexpr Score cp(int centipawns) {
        RATA_ASSERT(-kEvalLimit <= centipawns && centipawns <= kEvalLimit);
        return Score{centipawns};
    }
    [[nodiscard]] static constexpr Score draw() { return Score{0}; }
    /// We mate, at this many plies from the root.
    [[nodiscard]] static constexpr Score mate_in(Ply ply) { return Score{kMate - ply}; }
    /// We are mated, at this many plies from the root.
    [[nodiscard]] static constexpr Score mated_in(Ply ply) { return Score{ply - kMate}; }
    /// A tablebase knows that we win or lose; the ply at which it was asked keeps near wins ahead.
    [[nodiscard]] static constexpr Score table_win(Ply ply) { return Score{kTableWin - ply}; }
    [[nodiscard]] static constexpr Score table_loss(Ply ply) { return Score{ply - kTableWin}; }
    [[nodiscard]] static constexpr Score infinite() { return Score{kInfinite}; }
    /// Stands for "not known" in tables and nodes; compares below every real score.
    [[nodiscard]] static constexpr Score none() { return Score{kNone}; }
    /// For packed storage only: the inverse of raw().
    [[nodiscard]] static constexpr Score from_raw(std::int16_t raw) { return Score{raw}; }

    [[nodiscard]] constexpr std::int16_t raw() const { return static_cast<std::int16_t>(value_); }
    [[nodiscard]] constexpr bool is_known() const { return value_ != kNone; }
    /// Mates and tablebase wins, either way.
    [[nodiscard]] constexpr bool is_decisive() const {
        return value_ > kEvalLimit || (value_ < -kEvalLimit && is_known());
    }
    [[nodiscard]] constexpr bool is_win() const { return value_ > kEvalLimit; }
    [[nodiscard]] constexpr bool is_loss() const { return value_ < -kEvalLimit && is_known(); }
    [[nodiscard]] constexpr bool is_mate() const {
        return is_known() && (value_ >= kMate - kMaxPly || value_ <= kMaxPly - kMate);
    }
    /// Plies to the mate, whoever gives it. Only for mates.
    [[nodiscard]] constexpr Ply plies_to_mate() const {
        return value_ > 0 ? kMate - value_ : kMate + value_;
    }

    /// Tables are shared by nodes at all plies, so they keep mates as seen from the node itself.
    [[nodiscard]] constexpr Score to_table(Ply ply) const {
        if (is_win()) return Score{value_ + ply};
        if (is_loss()) return Score{value_ - ply};
        return *this;
    }
    [[nodiscard]] constexpr Score from_table(Ply ply) const {
        if (is_loss()) return -(-*this).from_table(ply);
        if (!is_win()) return *this;
        // Farther than the longest line there is nothing; a mate must not turn into something less.
        const int least = is_mate() ? kMate - kMaxPly : kTableWin - kMaxPly;
        return Score{std::max(value_ - ply, least)};
    }
    /// Cut to the range of plain evaluations: neither a mate nor a tablebase win.
    [[nodiscard]] constexpr Score clamped_to_eval() const {
        if (value_ > kEvalLimit) return Score{kEvalLimit};
        if (value_ < -kEvalLimit) return Score{-kEvalLimit};
        return *this;
    }

    constexpr auto operator<=>(const Score&) const = default; // NOLINT(modernize-use-nullptr)

    friend constexpr Score operator-(Score a) { return Score{-a.value_}; }
    friend constexpr Margin operator-(Score a, Score b) { return Margin{a.value_ - b.value_}; }
    friend constexpr Score operator+(Score a, Margin m) { return Score{a.value_ + m.cp()}; }
    friend constexpr Score operator-(Score a, Margin m) { return Score{a.value_ - m.cp()}; }

private:
    static constexpr int kInfinite = 32001;
    static constexpr int kNone = -32002;
    static constexpr int kMate = 32000;
    static constexpr int kTableWin = kMate - kMaxPly - 1;
    static constexpr int kEvalLimit = kTableWin - kMaxPly - 1;

    explicit constexpr Score(int value) : value_(value) {}

    int value_ = 0;
};

/// A score or none, as large as a score and therefore returned in a register: g++ returns an
/// std::optional<Score> by way of memory, and waits there for what it has just written.
class MaybeScore {
public:
    constexpr MaybeScore(std::nullopt_t) {}
    constexpr MaybeScore(Score score) : score_(score) { RATA_ASSERT(score.is_known()); }

    [[nodiscard]] explicit constexpr operator bool() const { return score_.is_known(); }
    [[nodiscard]] constexpr Score operator*() const { return score_; }

private:
    Score score_ = Score::none();
};

/// A score as a person is told it, from the point of view of the side that was asked for.
struct Cp {
    int centipawns = 0;
    bool operator==(const Cp&) const = default;
};
struct Mate {
    int moves = 0; ///< negative: we are mated; 0: we are mated now
    bool operator==(const Mate&) const = default;
};
struct TableWin {
    int plies = 0; ///< negative: we lose
    bool operator==(const TableWin&) const = default;
};
using SpelledScore = std::variant<Cp, Mate, TableWin>;

[[nodiscard]] constexpr SpelledScore spell_out(Score score) {
    if (score.is_mate()) {
        const int plies = score.plies_to_mate();
        return Mate{score > Score::draw() ? (plies + 1) / 2 : -(plies / 2)};
    }
    if (score.is_win()) return TableWin{(Score::table_win(0) - score).cp()};
    if (score.is_loss()) return TableWin{-(score - Score::table_loss(0)).cp()};
    return Cp{(score - Score::draw()).cp()};
}

} // namespace rata
