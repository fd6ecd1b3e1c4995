// The columns of one chunk by the part they play, as numbers of one type: what guesses and models
// look at. Plain data.
#pragma once

#include "logging/treelog/schema.hpp"

#include <array>

namespace treelog {

/// The columns of a chunk as far as they are known, each by its role; empty where it is not.
struct KnownColumns {
    std::vector<std::int32_t> level{};
    std::array<std::vector<std::int32_t>, kRoles> by_role{};
    /// The values that stand for nothing.
    std::array<std::optional<std::int32_t>, kRoles> null_of{};

    /// Forgets the values, not the memory for them.
    void clear() {
        level.clear();
        for (auto& column : by_role) column.clear();
    }
    void note_nulls(const Schema& schema) {
        for (std::size_t i = 0; i < null_of.size(); ++i) {
            const auto attribute = schema.find_role(static_cast<Role>(i));
            null_of[i].reset();
            if (attribute && schema.attributes[*attribute].null_value)
                null_of[i] = static_cast<std::int32_t>(*schema.attributes[*attribute].null_value);
        }
    }
    [[nodiscard]] std::optional<std::int32_t> null(Role role) const {
        return null_of[static_cast<std::size_t>(role)];
    }
    [[nodiscard]] std::vector<std::int32_t>& of(Role role) {
        return by_role[static_cast<std::size_t>(role)];
    }
    [[nodiscard]] const std::vector<std::int32_t>& of(Role role) const {
        return by_role[static_cast<std::size_t>(role)];
    }
};

} // namespace treelog
