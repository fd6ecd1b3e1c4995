#include "logging/gtql/diagnostic.hpp"

#include <algorithm>
#include <cstdint>

namespace gtql {

namespace {

rata::Where where_in(std::string_view text, Place place) {
    const std::size_t begin = std::min<std::size_t>(place.begin, text.size());
    const std::string_view before = text.substr(0, begin);
    const std::size_t newline = before.rfind('\n');
    const std::size_t line_start =
        newline == std::string_view::npos ? std::min(size_of_mark(text), begin) : newline + 1;
    return {.source = {},
            .line = 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')),
            .column = begin - line_start + 1,
            .byte = begin};
}

std::string_view line_around(std::string_view text, const rata::Where& where) {
    const std::size_t start = where.byte + 1 - where.column;
    if (start > text.size()) return {};
    std::string_view line = text.substr(start, text.find('\n', start) - start);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

bool continues_character(char c) { return (static_cast<std::uint8_t>(c) & 0xC0U) == 0x80U; }

/// As many columns as the text takes on a terminal: tabs stay tabs, and the bytes that continue a
/// character of UTF-8 take none.
std::string indent_like(std::string_view text) {
    std::string indent;
    for (const char c : text) {
        if (!continues_character(c)) indent += c == '\t' ? '\t' : ' ';
    }
    return indent;
}

/// A line as it is shown, and the bytes of that before the column.
struct ShownLine {
    std::string text{};
    std::size_t before = 0;
};

/// Of a long line what is around the column: whoever gives a file of another kind for one of
/// queries has lines of megabytes.
ShownLine shown_line(std::string_view line, std::size_t column) {
    constexpr std::size_t kLongestShown = 160;
    constexpr std::size_t kShownBefore = 60;
    constexpr std::string_view kLeftOut = "...";
    const std::size_t place = std::min(column - 1, line.size());
    if (line.size() <= kLongestShown) return {std::string(line), place};
    std::size_t begin = place > kShownBefore ? place - kShownBefore : 0;
    std::size_t end = std::min(begin + kLongestShown, line.size());
    while (begin > 0 && begin < place && continues_character(line[begin])) ++begin;
    while (end > place && end < line.size() && continues_character(line[end])) --end;
    ShownLine shown;
    if (begin > 0) shown.text = kLeftOut;
    shown.before = shown.text.size() + (place - begin);
    shown.text += line.substr(begin, end - begin);
    if (end < line.size()) shown.text += kLeftOut;
    return shown;
}

std::string render(std::string_view text, const rata::Where& where, std::string_view kind,
                   std::string_view message) {
    const rata::Error head{rata::ErrorCode::Syntax, std::string(kind) + std::string(message),
                           where};
    std::string rendered = head.to_string() + '\n';
    if (where.line == 0 || where.column > where.byte + 1) return rendered;
    const ShownLine shown = shown_line(line_around(text, where), where.column);
    const std::string_view before = std::string_view(shown.text).substr(0, shown.before);
    rendered += "    " + shown.text + "\n    " + indent_like(before) + "^\n";
    return rendered;
}

} // namespace

std::size_t size_of_mark(std::string_view text) {
    constexpr std::string_view kMark = "\xEF\xBB\xBF";
    return text.starts_with(kMark) ? kMark.size() : 0;
}

rata::Error error_at(std::string_view text, Place place, std::string message) {
    return {rata::ErrorCode::Syntax, std::move(message), where_in(text, place)};
}

Warning warning_at(std::string_view text, Place place, std::string message) {
    return {std::move(message), where_in(text, place)};
}

std::string shortened(std::string_view text) {
    constexpr std::size_t kLongest = 60;
    if (text.size() <= kLongest) return std::string(text);
    return std::string(text.substr(0, kLongest)) + "...";
}

std::string render_error(std::string_view text, const rata::Error& error) {
    return render(text, error.where, "error: ", error.message);
}

std::string render_warning(std::string_view text, const Warning& warning) {
    return render(text, warning.where, "warning: ", warning.message);
}

} // namespace gtql
