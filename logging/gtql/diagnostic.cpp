#include "logging/gtql/diagnostic.hpp"

#include <algorithm>
#include <cstdint>

namespace gtql {

namespace {

rata::Where where_in(std::string_view text, Place place) {
    const std::size_t begin = std::min<std::size_t>(place.begin, text.size());
    const std::string_view before = text.substr(0, begin);
    const std::size_t newline = before.rfind('\n');
    const std::size_t line_start = newline == std::string_view::npos ? 0 : newline + 1;
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

/// As many columns as the text takes on a terminal: tabs stay tabs, and the bytes that continue a
/// character of UTF-8 take none.
std::string indent_like(std::string_view text) {
    std::string indent;
    for (const char c : text) {
        const bool continues = (static_cast<std::uint8_t>(c) & 0xC0U) == 0x80U;
        if (!continues) indent += c == '\t' ? '\t' : ' ';
    }
    return indent;
}

std::string render(std::string_view text, const rata::Where& where, std::string_view kind,
                   std::string_view message) {
    const rata::Error head{rata::ErrorCode::Syntax, std::string(kind) + std::string(message),
                           where};
    std::string rendered = head.to_string() + '\n';
    if (where.line == 0 || where.column > where.byte + 1) return rendered;
    const std::string_view line = line_around(text, where);
    const std::string_view before = line.substr(0, std::min(where.column - 1, line.size()));
    rendered += "    " + std::string(line) + "\n    " + indent_like(before) + "^\n";
    return rendered;
}

} // namespace

rata::Error error_at(std::string_view text, Place place, std::string message) {
    return {rata::ErrorCode::Syntax, std::move(message), where_in(text, place)};
}

Warning warning_at(std::string_view text, Place place, std::string message) {
    return {std::move(message), where_in(text, place)};
}

std::string render_error(std::string_view text, const rata::Error& error) {
    return render(text, error.where, "error: ", error.message);
}

std::string render_warning(std::string_view text, const Warning& warning) {
    return render(text, warning.where, "warning: ", warning.message);
}

} // namespace gtql
