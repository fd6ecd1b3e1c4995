// Which games go into a book, by what their tags say.
#pragma once

#include "engine/base/result.hpp"
#include "engine/rules/color.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace rata {

/// Of which parts may be unknown: "1997.??.??".
struct GameDate {
    int year = 0; ///< 0: not known; the same for month and day
    int month = 0;
    int day = 0;

    /// Negative, 0 or positive; a part that one of the two does not know ends the comparison.
    [[nodiscard]] int compare(const GameDate& other) const;
};

/// "1997", "1997.05" or "1997.05.11"; also with "-" and with "??" in place of numbers.
[[nodiscard]] Result<GameDate> parse_game_date(std::string_view text);

/// What the tags of a game say, as far as a book wants to know.
struct GameTags {
    std::string white{};
    std::string black{};
    EnumArray<Color, unsigned> rating{}; ///< 0: not known
    GameDate date{};
};

struct GameFilter {
    unsigned min_rating = 0;        ///< of both players; unknown is less than any
    std::string player{};           ///< a part of a name, whatever its case; empty: everybody
    std::optional<Color> color{};   ///< the player's
    std::optional<GameDate> from{}; ///< a game without a date is outside of any bounds
    std::optional<GameDate> to{};
    bool only_with_result = false;

    [[nodiscard]] bool accepts(const GameTags& tags) const;
};

} // namespace rata
