// What every model of a column sees of a node: its other values, its relatives, and which position
// it is. For column_model.cpp and its models only.
#pragma once

#include "logging/treelog/bit_mixer.hpp"
#include "logging/treelog/known_columns.hpp"
#include "logging/treelog/node_relations.hpp"

#include <optional>

namespace treelog::models {

inline constexpr std::int32_t kMissing = -99; // in a context: there is no such relative

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

inline std::int32_t own(std::span<const std::int32_t> values, Near node) {
    return node == kNobody ? kMissing : values[static_cast<std::size_t>(node)];
}

inline std::uint32_t folded(std::int64_t difference) {
    return static_cast<std::uint32_t>(zigzag(difference));
}
/// No column is wider than two bytes; damaged ones must not lead beyond that either.
inline std::int32_t added(std::int32_t guess, std::uint32_t code) {
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

} // namespace treelog::models
