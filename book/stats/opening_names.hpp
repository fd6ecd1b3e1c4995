// Names of the best-known openings with their ECO codes, by position: whoever gets there by another
// order of moves has got there. The main codes only, put down by hand; a position that is not one
// of them has no name.
#pragma once

#include "engine/rules/key.hpp"

#include <span>
#include <string_view>

namespace rata {

struct OpeningName {
    std::string_view eco{};
    std::string_view name{};
    std::string_view moves{}; ///< in SAN, without numbers
};

/// All there are.
[[nodiscard]] std::span<const OpeningName> opening_names();

/// By Position::key(); nullptr for a position without a name.
[[nodiscard]] const OpeningName* find_opening_name(Key key);

} // namespace rata
