#include "logging/treelog/column_model.hpp"

#include "logging/treelog/bit_mixer.hpp"
#include "logging/treelog/node_relations.hpp"

#include <algorithm>

namespace treelog {

namespace {

constexpr std::int32_t kMissing = -99; // in a context: there is no such relative

/// What every model of a column sees.
struct Sight {
    const KnownColumns& known;
    const NodeRelations near;

    explicit Sight(const KnownColumns& columns) : known(columns), near(columns.level) {}

    [[nodiscard]] std::int32_t value(Role role, Near node) const {
        const auto& column = known.of(role);
        if (column.empty()) return 0;
        return node == kNobody ? kMissing : column[static_cast<std::size_t>(node)];
    }
    [[nodiscard]] std::int32_t value(Role role, std::size_t node) const {
        const auto& column = known.of(role);
        return column.empty() ? 0 : column[node];
    }
    [[nodiscard]] Near grandparent(Near node) const {
        return node == kNobody ? kNobody : near.parent[static_cast<std::size_t>(node)];
    }
    [[nodiscard]] Near next_of(Near node) const {
        return node == kNobody ? kNobody : near.next[static_cast<std::size_t>(node)];
    }
    /// The same position once more: a move cannot follow itself.
    [[nodiscard]] bool repeats_parent(std::size_t node) const {
        const Near parent = near.parent[node];
        return parent != kNobody && value(Role::LastMove, parent) == value(Role::LastMove, node);
    }
    [[nodiscard]] bool is_same_move(Near a, std::size_t b) const {
        return a != kNobody && value(Role::LastMove, a) == value(Role::LastMove, b);
    }
};

std::int32_t own(std::span<const std::int32_t> values, Near node) {
    return node == kNobody ? kMissing : values[static_cast<std::size_t>(node)];
}

std::uint32_t folded(std::int64_t difference) {
    return static_cast<std::uint32_t>(zigzag(difference));
}
/// No column is wider than two bytes; damaged ones must not lead beyond that either.
std::int32_t added(std::int32_t guess, std::uint32_t code) {
    return static_cast<std::int32_t>(
        std::clamp<std::int64_t>(guess + unzigzag(code), -65536, 65535));
}

/// Codes the way from the guess to the value.
template <typename Numbers>
void step_from(std::int32_t guess, Numbers& numbers, std::int32_t& value) {
    value = added(guess, numbers.number(folded(std::int64_t{value} - guess)));
}

template <typename Numbers>
void whole_symbol(Numbers& numbers, unsigned bits, std::int32_t& value) {
    value = static_cast<std::int32_t>(numbers.symbol(static_cast<std::uint32_t>(value), bits));
}

// --- positions ---------------------------------------------------------------------------------

/// Numbers for positions: equal for ways that differ only in the order of their moves, and for the
/// same position searched again. Parents first, so from the end.
class Positions {
public:
    explicit Positions(std::size_t count) : keys_(count), sides_(count) {}

    [[nodiscard]] std::uint64_t key(std::size_t node) const { return keys_[node]; }
    [[nodiscard]] std::uint64_t before(const Sight& sight, std::size_t node) const {
        const Near parent = sight.near.parent[node];
        return parent == kNobody ? 0 : keys_[static_cast<std::size_t>(parent)];
    }
    void enter(const Sight& sight, std::size_t node, std::int32_t move, std::int32_t parent_move) {
        const Near parent = sight.near.parent[node];
        const auto above = static_cast<std::size_t>(parent);
        const bool is_known = parent != kNobody;
        const bool is_same = is_known && move == parent_move;
        sides_[node] = is_known ? static_cast<std::uint8_t>(sides_[above] ^ (is_same ? 0 : 1))
                                : static_cast<std::uint8_t>(sight.known.level[node] & 1);
        keys_[node] = (is_known ? keys_[above] : 0) +
                      (is_same ? 0 : hashed(static_cast<std::uint64_t>(move), sides_[node]));
    }
    void enter_all(const Sight& sight) {
        for (std::size_t i = keys_.size(); i-- > 0;)
            enter(sight, i, sight.value(Role::LastMove, i),
                  sight.value(Role::LastMove, sight.near.parent[i]));
    }

private:
    std::vector<std::uint64_t> keys_;
    std::vector<std::uint8_t> sides_;
};

/// What was last seen at a position.
class PositionTable {
public:
    [[nodiscard]] std::optional<std::int32_t> find(std::uint64_t key) const {
        const Entry& entry = entries_[key >> kShift];
        if (!entry.is_used || entry.check != static_cast<std::uint32_t>(key)) return std::nullopt;
        return entry.value;
    }
    void store(std::uint64_t key, std::int32_t value) {
        entries_[key >> kShift] = {static_cast<std::uint32_t>(key), value, true};
    }

private:
    static constexpr unsigned kShift = 64 - 17;
    struct Entry {
        std::uint32_t check = 0;
        std::int32_t value = 0;
        bool is_used = false;
    };
    std::vector<Entry> entries_ = std::vector<Entry>(std::size_t{1} << 17);
};

// --- what there is of numbers per level ----------------------------------------------------------

template <typename T>
class ByLevel {
public:
    T& operator[](std::int64_t level) {
        const auto place = static_cast<std::size_t>(level);
        if (place >= values_.size()) values_.resize(2 * place + 64);
        return values_[place];
    }

private:
    std::vector<T> values_{};
};

// --- the models --------------------------------------------------------------------------------

template <typename Coder>
void code_levels(Coder& coder, std::span<std::int32_t> values) {
    NumberCoder<Coder, 4> numbers(coder, 16);
    std::array<std::uint32_t, 3> steps{};
    ByLevel<std::int32_t> waiting;
    std::int32_t before = 0;
    for (std::int32_t& value : values) {
        const auto siblings = [&](std::int32_t level) {
            return static_cast<std::uint64_t>(std::min(waiting[std::max(level, 0)], 20));
        };
        const auto at = static_cast<std::uint64_t>(before);
        numbers.enter({hashed(1, steps[0], steps[1], steps[2]), hashed(2, at, steps[0]),
                       hashed(3, siblings(before), steps[0], steps[1]),
                       hashed(4, siblings(before), siblings(before - 1), at & 1)},
                      std::min(steps[0], 3U));
        const auto step = numbers.number(static_cast<std::uint32_t>(value - before + 1));
        value = static_cast<std::int32_t>((static_cast<std::uint32_t>(before) + step - 1) & 0xFFFF);
        waiting[value + 1] = 0;
        ++waiting[value];
        steps = {std::min(step, 9U), steps[0], steps[1]};
        before = value;
    }
}

template <typename Coder>
void code_last_moves(Coder& coder, const Sight& sight, unsigned bits,
                     std::span<std::int32_t> values) {
    NumberCoder<Coder, 6> numbers(coder, 18);
    Positions positions(values.size());
    for (std::size_t i = values.size(); i-- > 0;) {
        const Near parent = sight.near.parent[i];
        const Near next = sight.near.next[i];
        const Near second = sight.grandparent(parent);
        const bool is_leaf = sight.near.is_leaf[i] != 0;
        const auto above = static_cast<std::uint64_t>(own(values, parent));
        const auto beside = static_cast<std::uint64_t>(own(values, next));
        const auto two_above = static_cast<std::uint64_t>(own(values, second));
        numbers.enter({hashed(1, above, beside), hashed(2, positions.before(sight, i), beside),
                       hashed(3, beside, own(values, sight.next_of(next))),
                       hashed(4, above, is_leaf), hashed(5, two_above, next == kNobody),
                       hashed(6, two_above, beside)},
                      (is_leaf ? 2U : 0U) + (next == kNobody ? 1U : 0U));
        whole_symbol(numbers, bits, values[i]);
        positions.enter(sight, i, values[i], own(values, parent));
    }
}

template <typename Coder>
void code_plies(Coder& coder, const Sight& sight, std::span<std::int32_t> values) {
    NumberCoder<Coder, 1> numbers(coder, 10);
    for (std::size_t i = values.size(); i-- > 0;) {
        const Near parent = sight.near.parent[i];
        const Near next = sight.near.next[i];
        const bool repeats = sight.repeats_parent(i);
        const std::int32_t guess = next != kNobody     ? own(values, next)
                                   : parent != kNobody ? own(values, parent) + (repeats ? 0 : 1)
                                                       : sight.known.level[i];
        numbers.enter({hashed(1, repeats)});
        step_from(guess, numbers, values[i]);
    }
}

template <typename Coder>
void code_flags(Coder& coder, const Sight& sight, unsigned bits, std::span<std::int32_t> values) {
    NumberCoder<Coder, 5> numbers(coder, 18);
    for (std::size_t i = values.size(); i-- > 0;) {
        const Near parent = sight.near.parent[i];
        const Near next = sight.near.next[i];
        const bool is_leaf = sight.near.is_leaf[i] != 0;
        const bool is_first = sight.near.previous[i] == kNobody;
        const bool again = sight.is_same_move(next, i);
        const auto above = static_cast<std::uint64_t>(own(values, parent));
        const auto beside = static_cast<std::uint64_t>(own(values, next));
        numbers.enter({hashed(1, above, beside, is_leaf),
                       hashed(2, above, is_leaf, is_first, again),
                       hashed(3, beside, is_leaf, again),
                       hashed(4, above, own(values, sight.grandparent(parent)), is_leaf),
                       hashed(5, sight.value(Role::LastMove, i), above & 1, is_leaf)},
                      (is_leaf ? 4U : 0U) + (next == kNobody ? 2U : 0U) + (is_first ? 1U : 0U));
        whole_symbol(numbers, bits, values[i]);
    }
}

template <typename Coder>
void code_depths(Coder& coder, const Sight& sight, std::span<std::int32_t> values) {
    NumberCoder<Coder, 4> numbers(coder, 16);
    for (std::size_t i = values.size(); i-- > 0;) {
        const Near parent = sight.near.parent[i];
        const Near next = sight.near.next[i];
        const std::int32_t above = own(values, parent);
        const std::int32_t guess = parent != kNobody ? above - 1
                                   : next != kNobody ? own(values, next)
                                                     : 0;
        const auto beside =
            static_cast<std::uint64_t>(next == kNobody ? 99 : own(values, next) - guess);
        const std::int32_t flags = sight.value(Role::Flags, i);
        numbers.enter({hashed(1, flags, beside),
                       hashed(2, flags, above, std::min(sight.near.number[i], 30)),
                       hashed(3, flags, above, beside, own(values, sight.next_of(next))),
                       hashed(4, flags, sight.value(Role::Flags, parent), sight.near.is_leaf[i])});
        step_from(guess, numbers, values[i]);
    }
}

template <typename Coder>
void code_types(Coder& coder, const Sight& sight, unsigned bits, std::span<std::int32_t> values) {
    NumberCoder<Coder, 3> numbers(coder, 14);
    for (std::size_t i = values.size(); i-- > 0;) {
        const Near parent = sight.near.parent[i];
        const Near next = sight.near.next[i];
        const bool is_first = sight.near.previous[i] == kNobody;
        const auto above = static_cast<std::uint64_t>(own(values, parent));
        const auto beside = static_cast<std::uint64_t>(own(values, next));
        const std::int32_t flags = sight.value(Role::Flags, i);
        numbers.enter({hashed(1, above, beside, flags),
                       hashed(2, above, flags, is_first, sight.value(Role::Flags, next)),
                       hashed(3, above, beside, is_first, sight.is_same_move(next, i))});
        whole_symbol(numbers, bits, values[i]);
    }
}

template <typename Coder>
void code_move_indices(Coder& coder, const Sight& sight, std::span<std::int32_t> values) {
    NumberCoder<Coder, 4> numbers(coder, 16);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const Near before = sight.near.previous[i];
        const bool again = sight.is_same_move(before, i);
        const std::int32_t guess = before == kNobody ? 1 : own(values, before) + (again ? 0 : 1);
        const std::int32_t flags = sight.value(Role::Flags, i);
        const bool is_first = before == kNobody;
        numbers.enter({hashed(1, is_first, again, flags),
                       hashed(2, is_first, sight.value(Role::Flags, sight.near.parent[i]),
                              sight.value(Role::Flags, before)),
                       hashed(3, std::min(sight.near.number[i], 20), flags & 1, again),
                       hashed(4, guess, flags & 1, sight.value(Role::Depth, i))});
        step_from(guess, numbers, values[i]);
    }
}

template <typename Coder>
void code_endings(Coder& coder, const Sight& sight, unsigned bits, std::span<std::int32_t> values) {
    NumberCoder<Coder, 5> numbers(coder, 16);
    Positions positions(values.size());
    positions.enter_all(sight);
    for (std::size_t i = values.size(); i-- > 0;) {
        const Near next = sight.near.next[i];
        const bool is_leaf = sight.near.is_leaf[i] != 0;
        const Near last_child = is_leaf ? kNobody : static_cast<Near>(i - 1);
        const std::int32_t flags = sight.value(Role::Flags, i);
        const std::int32_t type = sight.value(Role::EntryType, i);
        const std::int32_t depth = sight.value(Role::Depth, i);
        const std::int32_t below = sight.value(Role::Depth, last_child) - depth;
        numbers.enter({hashed(1, flags, is_leaf, std::min(depth, 12)),
                       hashed(2, flags, is_leaf, type, own(values, sight.near.parent[i])),
                       hashed(3, flags, is_leaf, type, next == kNobody, own(values, next)),
                       hashed(4, flags & 1, is_leaf, sight.value(Role::Flags, last_child), below),
                       hashed(5, positions.key(i), is_leaf)},
                      (is_leaf ? 2U : 0U) + (flags & 1));
        whole_symbol(numbers, bits, values[i]);
    }
}

// --- evaluations -------------------------------------------------------------------------------

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

EvalGuess guess_eval(const Sight& sight, std::size_t node, std::span<const std::int32_t> evals,
                     std::optional<std::int32_t> null, const MoveWorth& worth) {
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

// --- values ------------------------------------------------------------------------------------

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

// --- moves that were or might have been best ----------------------------------------------------

/// 0 inside the window, 1 at its upper end, 2 at its lower.
int side_of_window(const Sight& sight, std::size_t i) {
    const std::int32_t value = sight.value(Role::Value, i);
    if (value <= sight.value(Role::Alpha, i)) return 2;
    return value >= sight.value(Role::Beta, i) ? 1 : 0;
}

/// Codes which of some candidates it is, 0 for the null move and a whole symbol for others.
template <typename Numbers>
void code_choice(Numbers& numbers, unsigned bits, std::span<const std::int32_t> candidates,
                 std::int32_t null, std::int32_t& value) {
    constexpr std::uint32_t kOther = 31;
    const auto found = std::find(candidates.begin(), candidates.end(), value);
    std::uint32_t choice = found == candidates.end()
                               ? kOther
                               : static_cast<std::uint32_t>(found - candidates.begin()) + 1;
    if (value == null) choice = 0;
    choice = numbers.number(std::min(choice, kOther));
    if (choice == 0)
        value = null;
    else if (choice <= candidates.size() && choice < kOther)
        value = candidates[choice - 1];
    else
        whole_symbol(numbers, bits, value);
}

/// The children whose value the node took over come first, the last of them before the others.
template <typename Coder>
void code_best_moves(Coder& coder, const Sight& sight, const ModelledColumn& column,
                     std::span<std::int32_t> values) {
    NumberCoder<Coder, 4> numbers(coder, 16);
    ByLevel<std::vector<std::size_t>> waiting;
    std::vector<std::int32_t> candidates;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::int32_t level = sight.known.level[i];
        auto& children = waiting[level + 1];
        candidates.clear();
        for (std::size_t c = children.size(); c-- > 0 && candidates.size() < 8;) {
            const std::int32_t move = sight.value(Role::LastMove, children[c]);
            const bool fits = sight.value(Role::Value, children[c]) == -sight.value(Role::Value, i);
            const bool is_new =
                std::find(candidates.begin(), candidates.end(), move) == candidates.end();
            if (fits && is_new) candidates.push_back(move);
        }
        children.clear();
        waiting[level].push_back(i);
        const std::int32_t ending = sight.value(Role::Ending, i);
        const int side = side_of_window(sight, i);
        const auto fitting =
            static_cast<std::uint64_t>(std::min<std::size_t>(candidates.size(), 3));
        const std::uint64_t kind = hashed(static_cast<std::uint64_t>(ending), side, fitting);
        numbers.enter({hashed(1, kind), hashed(2, kind, sight.value(Role::Flags, i)),
                       hashed(3, kind, sight.value(Role::Depth, i)),
                       hashed(4, kind, sight.value(Role::EntryType, i),
                              sight.value(Role::Eval, i) == sight.value(Role::Value, i))},
                      fitting);
        code_choice(numbers, column.bits, candidates, column.null_value.value_or(0), values[i]);
    }
}

/// The first child that went on with the game; re-searches and tests come before it.
std::vector<std::int32_t> first_moves(const Sight& sight) {
    std::vector<std::int32_t> moves(sight.known.level.size(), kMissing);
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const Near parent = sight.near.parent[i];
        if (parent == kNobody || sight.near.previous[i] != kNobody || sight.repeats_parent(i))
            continue;
        moves[static_cast<std::size_t>(parent)] = sight.value(Role::LastMove, i);
    }
    return moves;
}

template <typename Coder>
void code_table_moves(Coder& coder, const Sight& sight, const ModelledColumn& column,
                      std::span<std::int32_t> values) {
    NumberCoder<Coder, 5> numbers(coder, 18);
    Positions positions(values.size());
    positions.enter_all(sight);
    PositionTable table;
    const std::vector<std::int32_t> firsts = first_moves(sight);
    const std::int32_t null = column.null_value.value_or(0);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::int32_t before = table.find(positions.key(i)).value_or(null);
        const std::int32_t best = sight.value(Role::BestMove, i);
        const std::array<std::int32_t, 3> candidates{before, best, firsts[i]};
        const std::uint64_t agreeing =
            (before == best ? 1U : 0U) + (before == firsts[i] ? 2U : 0U) +
            (firsts[i] == best ? 4U : 0U) + (before == null ? 8U : 0U) + (best == null ? 16U : 0U) +
            (firsts[i] == kMissing ? 32U : 0U);
        const std::int32_t flags = sight.value(Role::Flags, i);
        const std::int32_t ending = sight.value(Role::Ending, i);
        const std::uint64_t kind = hashed(agreeing, flags);
        numbers.enter({hashed(1, agreeing, ending), hashed(2, kind),
                       hashed(3, kind, ending, sight.value(Role::Depth, i)),
                       hashed(4, kind, side_of_window(sight, i), sight.value(Role::EntryType, i)),
                       hashed(5, positions.key(i))});
        code_choice(numbers, column.bits, candidates, null, values[i]);
        if (best != null)
            table.store(positions.key(i), best);
        else if (values[i] != null)
            table.store(positions.key(i), values[i]);
    }
}

template <typename Coder>
void code_others(Coder& coder, const Sight& sight, std::span<std::int32_t> values) {
    NumberCoder<Coder, 5> numbers(coder, 16);
    for (std::size_t i = values.size(); i-- > 0;) {
        const Near next = sight.near.next[i];
        const Near parent = sight.near.parent[i];
        const bool is_leaf = sight.near.is_leaf[i] != 0;
        const auto beside = static_cast<std::uint64_t>(own(values, next));
        const std::int32_t flags = sight.value(Role::Flags, i);
        const std::int32_t ending = sight.value(Role::Ending, i);
        numbers.enter({hashed(1, flags, ending, is_leaf), hashed(2, beside, flags),
                       hashed(3, own(values, parent), sight.value(Role::Depth, i), flags, ending),
                       hashed(4, beside, own(values, sight.next_of(next)), flags),
                       hashed(5, flags, sight.value(Role::Depth, parent),
                              std::min(sight.value(Role::MoveIndex, i), 40))},
                      (is_leaf ? 2U : 0U) + (flags & 1));
        step_from(0, numbers, values[i]);
    }
}

template <typename Coder>
void code_column(Coder& coder, const ModelledColumn& column, const KnownColumns& known,
                 std::span<std::int32_t> values) {
    if (column.model == Model::Level) return code_levels(coder, values);
    const Sight sight(known);
    switch (column.model) {
    case Model::Level: return;
    case Model::LastMove: return code_last_moves(coder, sight, column.bits, values);
    case Model::Ply: return code_plies(coder, sight, values);
    case Model::Flags: return code_flags(coder, sight, column.bits, values);
    case Model::Depth: return code_depths(coder, sight, values);
    case Model::EntryType: return code_types(coder, sight, column.bits, values);
    case Model::MoveIndex: return code_move_indices(coder, sight, values);
    case Model::Ending: return code_endings(coder, sight, column.bits, values);
    case Model::Eval: return EvalCoder<Coder>(coder, sight, column.null_value, values).code_all();
    case Model::Value: return ValueCoder<Coder>(coder, sight, column.null_value, values).code_all();
    case Model::BestMove: return code_best_moves(coder, sight, column, values);
    case Model::TableMove: return code_table_moves(coder, sight, column, values);
    case Model::Other: return code_others(coder, sight, values);
    }
}

Model model_of(Role role) {
    switch (role) {
    case Role::Value: return Model::Value;
    case Role::Eval: return Model::Eval;
    case Role::Depth: return Model::Depth;
    case Role::Ply: return Model::Ply;
    case Role::LastMove: return Model::LastMove;
    case Role::BestMove: return Model::BestMove;
    case Role::TableMove: return Model::TableMove;
    case Role::EntryType: return Model::EntryType;
    case Role::Flags: return Model::Flags;
    case Role::MoveIndex: return Model::MoveIndex;
    case Role::Ending: return Model::Ending;
    default: return Model::Other;
    }
}

/// Symbols have no sign.
bool needs_unsigned(Model model) {
    return model == Model::LastMove || model == Model::BestMove || model == Model::TableMove ||
           model == Model::Flags || model == Model::EntryType || model == Model::Ending;
}

bool is_narrow(const Attribute& attribute) { return width(attribute.type) <= 2; }

} // namespace

std::vector<Role> roles_of(Model model) {
    switch (model) {
    case Model::Level:
    case Model::LastMove: return {};
    case Model::Ply:
    case Model::Flags: return {Role::LastMove};
    case Model::Depth:
    case Model::EntryType: return {Role::LastMove, Role::Flags};
    case Model::MoveIndex: return {Role::LastMove, Role::Flags, Role::Depth};
    case Model::Ending: return {Role::LastMove, Role::Flags, Role::Depth, Role::EntryType};
    case Model::Eval:
        return {Role::LastMove, Role::Ply,   Role::Alpha,     Role::Beta,
                Role::Flags,    Role::Depth, Role::EntryType, Role::Ending};
    case Model::Value:
        return {Role::LastMove, Role::Ply,       Role::Alpha,  Role::Beta, Role::Flags,
                Role::Depth,    Role::EntryType, Role::Ending, Role::Eval};
    case Model::BestMove:
        return {Role::LastMove, Role::Ply,       Role::Alpha,  Role::Beta, Role::Flags,
                Role::Depth,    Role::EntryType, Role::Ending, Role::Eval, Role::Value};
    case Model::TableMove:
        return {Role::LastMove,  Role::Ply,    Role::Alpha, Role::Beta,  Role::Flags,   Role::Depth,
                Role::EntryType, Role::Ending, Role::Eval,  Role::Value, Role::BestMove};
    case Model::Other:
        return {Role::LastMove,  Role::Flags,  Role::Depth,
                Role::EntryType, Role::Ending, Role::MoveIndex};
    }
    return {};
}

std::optional<Model> model_for(const Schema& schema, std::size_t attribute) {
    const Attribute& described = schema.attributes[attribute];
    if (!is_narrow(described) || described.kind == Kind::Key) return std::nullopt;
    Model model = model_of(described.role);
    // Only the first attribute of a role plays it; windows and outcomes have predictors of their
    // own.
    if (schema.find_role(described.role) != attribute) model = Model::Other;
    if (needs_unsigned(model) && is_signed(described.type)) model = Model::Other;
    for (const Role near : roles_of(model)) {
        const auto found = schema.find_role(near);
        if (found && !is_narrow(schema.attributes[*found])) return std::nullopt;
    }
    return model;
}

void encode_modelled(const ModelledColumn& column, const KnownColumns& known,
                     std::span<std::int32_t> values, Bytes& target) {
    BitEncoder coder(target);
    code_column(coder, column, known, values);
    coder.finish();
}

void decode_modelled(const ModelledColumn& column, const KnownColumns& known,
                     std::span<const std::byte> bytes, std::span<std::int32_t> values) {
    BitDecoder coder(bytes);
    code_column(coder, column, known, values);
}

} // namespace treelog
