#include "book/stats/game_filter.hpp"

#include "engine/base/parse.hpp"

#include <algorithm>
#include <array>

namespace rata {

namespace {

bool contains_ignoring_case(std::string_view text, std::string_view part) {
    return std::search(text.begin(), text.end(), part.begin(), part.end(),
                       [](char a, char b) { return to_lower(a) == to_lower(b); }) != text.end();
}

} // namespace

int GameDate::compare(const GameDate& other) const {
    const std::array<int, 3> own{year, month, day};
    const std::array<int, 3> others{other.year, other.month, other.day};
    for (std::size_t i = 0; i < own.size(); ++i) {
        if (own[i] == 0 || others[i] == 0) return 0;
        if (own[i] != others[i]) return own[i] - others[i];
    }
    return 0;
}

Result<GameDate> parse_game_date(std::string_view text) {
    constexpr std::array<int, 3> kMost{4095, 12, 31};
    std::array<int, 3> parts{};
    std::string_view rest = text;
    for (std::size_t i = 0; i < parts.size() && !rest.empty(); ++i) {
        const std::size_t length = std::min(rest.find_first_of(".-/"), rest.size());
        const std::string_view part = rest.substr(0, length);
        rest.remove_prefix(std::min(length + 1, rest.size()));
        if (part.find_first_not_of('?') == std::string_view::npos) continue;
        const auto number = try_parse_integer<int>(part, 0, kMost[i]);
        if (!number)
            return Error{.code = ErrorCode::Syntax,
                         .message =
                             "expected a date such as 1997.05.11 or 1997, found " + in_quotes(text),
                         .where = {}};
        parts[i] = *number;
    }
    return GameDate{parts[0], parts[1], parts[2]};
}

bool GameFilter::accepts(const GameTags& tags) const {
    if (min_rating > 0 &&
        std::min(tags.rating[Color::White], tags.rating[Color::Black]) < min_rating)
        return false;
    if (!player.empty()) {
        const bool as_white = color != Color::Black && contains_ignoring_case(tags.white, player);
        const bool as_black = color != Color::White && contains_ignoring_case(tags.black, player);
        if (!as_white && !as_black) return false;
    }
    if ((from || to) && tags.date.year == 0) return false;
    if (from && tags.date.compare(*from) < 0) return false;
    return !to || tags.date.compare(*to) <= 0;
}

} // namespace rata
