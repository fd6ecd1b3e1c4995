// Models of what is known of a node when it is entered: where it hangs, by which move, how deep it
// is to be searched, what is expected of it; and of what ended it. Each codes one column, or
// decodes it.
#pragma once

#include "logging/treelog/model_sight.hpp"

namespace treelog::models {

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

} // namespace treelog::models
