// Models of evaluations and values: the columns that take the most space.
#pragma once

#include "logging/treelog/model_sight.hpp"

namespace treelog::models {

/// What a move usually does to the evaluation, from the side that moves.
class MoveWorth {
public:
    [[nodiscard]] std::int32_t of(std::int32_t move) const { return worth_[place(move)].sum; }
    [[nodiscard]] std::uint8_t seen(std::int32_t move) const { return worth_[place(move)].seen; }
    void learn(std::int32_t move, std::int32_t worth) {
        Entry& entry = worth_[place(move)];
        if (entry.seen == 0)
            entry.sum = worth;
        else
            entry.sum += (worth - entry.sum) / (entry.seen < 3 ? 2 : 4);
        if (entry.seen < 8) ++entry.seen;
    }

private:
    struct Entry {
        std::int32_t sum = 0;
        std::uint8_t seen = 0;
    };
    static std::size_t place(std::int32_t move) {
        return static_cast<std::uint32_t>(move) & 0xFFFF;
    }
    std::vector<Entry> worth_ = std::vector<Entry>(std::size_t{1} << 16);
};

/// From the nearest node above that has an evaluation, seen from the other side after each move.
struct EvalGuess {
    std::int32_t value = 0;
    unsigned distance = 0; ///< in moves; 0 if there was none, 3 for more than two
};

inline EvalGuess guess_eval(const Sight& sight, std::size_t node,
                            std::span<const std::int32_t> evals, std::optional<std::int32_t> null,
                            const MoveWorth& worth) {
    constexpr int kFarthest = 4;
    EvalGuess guess;
    auto below = static_cast<Near>(node);
    unsigned moves = 0;
    for (int i = 0; i < kFarthest; ++i) {
        const Near above = sight.near.parent[static_cast<std::size_t>(below)];
        if (above == kNobody) return guess;
        moves += sight.repeats_parent(static_cast<std::size_t>(below)) ? 0 : 1;
        below = above;
        const std::int32_t eval = own(evals, above);
        if (eval == null) continue;
        guess.value = moves % 2 == 0 ? eval : -eval;
        guess.distance = std::min(moves + 1, 4U);
        if (moves == 1) guess.value += worth.of(sight.value(Role::LastMove, node));
        return guess;
    }
    return guess;
}

template <typename Coder>
class EvalCoder {
public:
    EvalCoder(Coder& coder, const Sight& sight, std::optional<std::int32_t> null,
              std::span<std::int32_t> values)
        : sight_(sight), null_(null), values_(values), nulls_(coder, 16), seen_(coder, 16),
          numbers_(coder, 18), positions_(values.size()) {
        positions_.enter_all(sight);
    }

    void code_all() {
        for (std::size_t i = values_.size(); i-- > 0;) code_one(i);
    }

private:
    void code_one(std::size_t i) {
        const std::int32_t flags = sight_.value(Role::Flags, i);
        const std::int32_t ending = sight_.value(Role::Ending, i);
        const auto known = table_.find(positions_.key(i));
        const std::uint64_t kind = hashed(static_cast<std::uint64_t>(ending), flags);
        if (null_ && code_null(i, kind, known.has_value())) return;
        if (!known || !code_seen(i, kind, *known)) code_number(i, ending, known);
        const Near parent = sight_.near.parent[i];
        if (parent != kNobody && own(values_, parent) != null_ && !sight_.repeats_parent(i))
            worth_.learn(sight_.value(Role::LastMove, i), values_[i] + own(values_, parent));
        table_.store(positions_.key(i), values_[i]);
    }
    bool code_null(std::size_t i, std::uint64_t kind, bool is_known) {
        const Near next = sight_.near.next[i];
        const bool is_beside = next != kNobody && own(values_, next) == null_;
        nulls_.enter({hashed(1, kind), hashed(2, kind, sight_.near.is_leaf[i], is_known),
                      hashed(3, kind, is_beside),
                      hashed(4, kind, sight_.value(Role::EntryType, i))});
        if (!nulls_.bit(values_[i] == null_, 0)) return false;
        values_[i] = *null_;
        return true;
    }
    /// Whether it is what the position was worth before.
    bool code_seen(std::size_t i, std::uint64_t kind, std::int32_t known) {
        seen_.enter({hashed(1, kind), hashed(2, sight_.near.is_leaf[i]),
                     hashed(3, sight_.value(Role::Ply, i)), hashed(4, hits_)});
        const bool is_hit = seen_.bit(values_[i] == known, 0);
        hits_ = (hits_ << 1 | std::uint64_t{is_hit}) & 0xF;
        if (is_hit) values_[i] = known;
        return is_hit;
    }
    void code_number(std::size_t i, std::int32_t ending, std::optional<std::int32_t> known) {
        constexpr std::int32_t kFar = 99;
        EvalGuess guess = guess_eval(sight_, i, values_, null_, worth_);
        const auto side = static_cast<std::size_t>(sight_.value(Role::Ply, i) & 1);
        if (guess.distance == 0) guess.value = last_[side];
        const Near next = sight_.near.next[i];
        const bool has_next = next != kNobody && own(values_, next) != null_;
        const std::int32_t beside =
            has_next ? std::clamp((own(values_, next) - guess.value) / 8, -20, 20) : kFar;
        const std::int32_t gap =
            std::clamp((guess.value - sight_.value(Role::Beta, i)) / 8, -12, 12);
        const std::int32_t old = known ? std::clamp(*known - guess.value, -30, 30) : kFar;
        const std::int32_t move = sight_.value(Role::LastMove, i);
        const std::uint64_t distance = guess.distance;
        numbers_.enter({hashed(1, distance), hashed(2, move, distance), hashed(3, beside, distance),
                        hashed(4, ending, gap), hashed(5, distance, worth_.seen(move)),
                        hashed(6, distance, ending, old)},
                       guess.distance);
        step_from(guess.value, numbers_, values_[i]);
        last_[side] = values_[i];
    }

    const Sight& sight_;
    std::optional<std::int32_t> null_;
    std::span<std::int32_t> values_;
    NumberCoder<Coder, 4> nulls_;
    NumberCoder<Coder, 4> seen_;
    NumberCoder<Coder, 6> numbers_;
    Positions positions_;
    PositionTable table_{};
    MoveWorth worth_{};
    std::array<std::int32_t, 2> last_{};
    std::uint64_t hits_ = 0;
};

/// Several ways to guess a value. Which one is right depends on how the node ended, and that is
/// learnt: the library does not know what the endings mean.
class ValueGuesses {
public:
    static constexpr std::size_t kGuesses = 7;
    using Guesses = std::array<std::optional<std::int32_t>, kGuesses>;

    /// The guess that did best in such circumstances, by its place.
    [[nodiscard]] std::size_t best(std::uint64_t circumstances, const Guesses& guesses) const {
        const auto& scores = scores_[place(circumstances)];
        std::size_t best = 0;
        for (std::size_t i = 1; i < kGuesses; ++i)
            if (guesses[i] && (!guesses[best] || scores[i] > scores[best])) best = i;
        return best;
    }
    void learn(std::uint64_t circumstances, const Guesses& guesses, std::int32_t value) {
        auto& scores = scores_[place(circumstances)];
        for (std::size_t i = 0; i < kGuesses; ++i) {
            if (!guesses[i]) continue;
            const int aim = *guesses[i] == value ? 1 << 15 : 0;
            scores[i] += (aim - scores[i]) / 16;
        }
    }

private:
    static std::size_t place(std::uint64_t circumstances) { return hashed(circumstances) >> 52; }
    std::vector<std::array<int, kGuesses>> scores_ =
        std::vector<std::array<int, kGuesses>>(std::size_t{1} << 12);
};

template <typename Coder>
class ValueCoder {
public:
    ValueCoder(Coder& coder, const Sight& sight, std::optional<std::int32_t> null,
               std::span<std::int32_t> values)
        : sight_(sight), null_(null), values_(values), numbers_(coder, 18),
          positions_(values.size()) {
        positions_.enter_all(sight);
    }

    void code_all() {
        for (std::size_t i = 0; i < values_.size(); ++i) code_one(i);
    }

private:
    using Guesses = ValueGuesses::Guesses;

    void code_one(std::size_t i) {
        const std::int32_t level = sight_.known.level[i];
        const Guesses guesses = all_guesses(i, best_[level + 1]);
        best_[level + 1].reset();
        const std::int32_t ending = sight_.value(Role::Ending, i);
        const std::int32_t flags = sight_.value(Role::Flags, i);
        const std::uint64_t kind =
            hashed(static_cast<std::uint64_t>(ending), flags & 1, sight_.value(Role::EntryType, i));
        const std::size_t chosen = ways_.best(kind, guesses);
        const std::int32_t guess = guesses[chosen].value_or(0);
        const std::int32_t inside = std::clamp(guess - sight_.value(Role::Alpha, i), -20, 20);
        std::uint64_t agreeing = 0;
        for (std::size_t g = 0; g < guesses.size(); ++g)
            agreeing |= std::uint64_t{guesses[g] == guess} << g;
        const std::int32_t seen =
            guesses[kSeenBefore] ? std::clamp(*guesses[kSeenBefore] - guess, -40, 40) : 99;
        numbers_.enter({hashed(1, chosen, ending, flags), hashed(2, chosen, ending, inside),
                        hashed(3, chosen, kind, sight_.value(Role::Depth, i)),
                        hashed(4, chosen, seen, ending), hashed(5, kind, agreeing)},
                       chosen * 8 + static_cast<std::size_t>(ending & 7));
        step_from(guess, numbers_, values_[i]);
        ways_.learn(kind, guesses, values_[i]);
        table_.store(positions_.key(i), values_[i]);
        if (values_[i] == null_) return;
        auto& best = best_[level];
        best = std::max(best.value_or(-values_[i]), -values_[i]);
    }
    [[nodiscard]] Guesses all_guesses(std::size_t i, std::optional<std::int32_t> children) const {
        const auto& evals = sight_.known.of(Role::Eval);
        const auto eval_null = sight_.known.null(Role::Eval);
        std::optional<std::int32_t> eval;
        if (!evals.empty() && evals[i] != eval_null) eval = evals[i];
        const std::int32_t beta = sight_.value(Role::Beta, i);
        Guesses guesses;
        guesses[0] = beta;
        guesses[1] = sight_.value(Role::Alpha, i);
        guesses[2] = children;
        guesses[3] = eval;
        if (eval && children) guesses[4] = std::max(*eval, *children);
        if (eval) guesses[5] = beta + (*eval - beta) / 2;
        guesses[kSeenBefore] = table_.find(positions_.key(i));
        return guesses;
    }

    static constexpr std::size_t kSeenBefore = 6;

    const Sight& sight_;
    std::optional<std::int32_t> null_;
    std::span<std::int32_t> values_;
    NumberCoder<Coder, 5> numbers_;
    Positions positions_;
    PositionTable table_{};
    ValueGuesses ways_{};
    ByLevel<std::optional<std::int32_t>> best_{};
};

} // namespace treelog::models
