// Models of moves that were or might have been best, which nearly always are among a few, and of
// columns that play no part.
#pragma once

#include "logging/treelog/column_model.hpp"
#include "logging/treelog/model_sight.hpp"

namespace treelog::models {

/// 0 inside the window, 1 at its upper end, 2 at its lower.
inline int side_of_window(const Sight& sight, std::size_t i) {
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
inline std::vector<std::int32_t> first_moves(const Sight& sight) {
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

} // namespace treelog::models
